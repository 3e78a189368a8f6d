import {
  Settings,
  type SettingsName,
  type SettingsOf,
  settingsNames,
  type settingsRoutes,
} from '@tributary/contract/settings';
import type { z } from 'zod';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import type { AuditedCall } from '../audit/index.ts';
import { readSettings, type StoredSettings, saveSettings, sectionOf, settingsHistory } from './settings.ts';

/** parsed, so that what a section holds is known to be its own */
const shown =
  (names: ReadonlyMap<string, string>) =>
  <Name extends SettingsName>({ changedBy, changedAt, ...rest }: StoredSettings<Name>): z.output<typeof Settings> =>
    Settings.parse({
      ...rest,
      changed_by: changedBy,
      changed_by_name: changedBy === null ? null : (names.get(changedBy) ?? null),
      changed_at: changedAt ? unixSeconds(changedAt) : null,
    });

/** a section that others read where it has always stood: what it is now, and what saving it does there */
export interface SectionKeptElsewhere<Name extends SettingsName> {
  now(tx: Tx, tenantId: string): Promise<SettingsOf<Name>>;
  /** in the transaction that saves it; throws where it cannot be */
  save(tx: Tx, call: AuditedCall, value: SettingsOf<Name>): Promise<void>;
}

export interface SettingsDeps {
  /** who saved it has an account, and accounts stand above: their names are handed in, id → name */
  namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** what a schema alone cannot know: asked before a section is saved */
  checks?: {
    readonly [Name in SettingsName]?: (tx: Tx, value: SettingsOf<Name>, call: AuditedCall) => Promise<void>;
  };
  elsewhere?: { readonly [Name in SettingsName]?: SectionKeptElsewhere<Name> };
}

const savers = (tx: Tx, { namesOf }: SettingsDeps, versions: readonly { changedBy: string | null }[]) =>
  namesOf(
    tx,
    versions.flatMap(({ changedBy }) => changedBy ?? []),
  );

async function withName<Name extends SettingsName>(tx: Tx, deps: SettingsDeps, version: StoredSettings<Name>) {
  return shown(await savers(tx, deps, [version]))(version);
}

/** the body's schema knows every section's values: which one this must be is said by the address */
export function valuesFor<Name extends SettingsName>(section: Name, given: unknown): SettingsOf<Name> {
  const read = sectionOf(section).schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Fault('invalid_input', issue?.message ?? 'These are not values of this section.', {
    path: ['value', ...(issue?.path.map((step) => (typeof step === 'number' ? step : String(step))) ?? [])],
  });
}

async function present<Name extends SettingsName>(
  tx: Tx,
  { elsewhere = {} }: SettingsDeps,
  tenantId: string,
  section: Name,
) {
  const stored = await readSettings(tx, tenantId, section);
  const now = await elsewhere[section]?.now(tx, tenantId);
  return now ? { ...stored, value: now } : stored;
}

async function save<Name extends SettingsName>(
  tx: Tx,
  { checks = {}, elsewhere = {} }: SettingsDeps,
  call: AuditedCall,
  section: Name,
  { version, value: given }: { version: number; value: unknown },
): Promise<StoredSettings<Name>> {
  const value = valuesFor(section, given);
  await checks[section]?.(tx, value, call);
  const kept = elsewhere[section];
  const now = await kept?.now(tx, call.tenant.id);
  const saved = await saveSettings(tx, call, section, { version, value }, now);
  await kept?.save(tx, call, value);
  return saved;
}

/** one section, as its route saves it: for what puts a former one back */
export const sectionSaver =
  (deps: SettingsDeps) =>
  (tx: Tx, call: AuditedCall, section: string, saved: { version: number; value: unknown }): Promise<unknown> => {
    const name = settingsNames.find((one) => one === section);
    if (!name) throw new Fault('not_found');
    return save(tx, deps, call, name, saved);
  };

async function history(tx: Tx, deps: SettingsDeps, tenantId: string, section: SettingsName) {
  const versions = await settingsHistory(tx, tenantId, section);
  return { rows: versions.map(shown(await savers(tx, deps, versions))), total: versions.length };
}

export const settingsHandlers = (deps: SettingsDeps): Handlers<typeof settingsRoutes> => ({
  settings: inTransaction(async ({ params }, call, tx) =>
    withName(tx, deps, await present(tx, deps, call.tenant.id, params.section)),
  ),
  saveSettings: inTransaction(async ({ params, body }, call, tx) =>
    withName(tx, deps, await save(tx, deps, call, params.section, body)),
  ),
  settingsHistory: inTransaction(({ params }, call, tx) => history(tx, deps, call.tenant.id, params.section)),
  paymentSettings: inTransaction(async (_input, call, tx) =>
    withName(tx, deps, await present(tx, deps, call.tenant.id, 'payment')),
  ),
  paymentSettingsHistory: inTransaction((_input, call, tx) => history(tx, deps, call.tenant.id, 'payment')),
});
