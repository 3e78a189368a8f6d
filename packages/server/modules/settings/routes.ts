import { Settings, type SettingsName, type SettingsOf, type settingsRoutes } from '@tributary/contract/settings';
import type { z } from 'zod';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
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

/** who saved it has an account, and accounts stand above: their names are handed in, id → name */
export interface SettingsDeps {
  namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** what a schema alone cannot know: asked before a section is saved */
  checks?: { readonly [Name in SettingsName]?: (tx: Tx, value: SettingsOf<Name>) => Promise<void> };
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

async function checkedFor<Name extends SettingsName>(
  tx: Tx,
  { checks = {} }: SettingsDeps,
  section: Name,
  value: SettingsOf<Name>,
): Promise<SettingsOf<Name>> {
  await checks[section]?.(tx, value);
  return value;
}

export const settingsHandlers = (deps: SettingsDeps): Handlers<typeof settingsRoutes> => ({
  settings: inTransaction(async ({ params }, call, tx) =>
    withName(tx, deps, await readSettings(tx, call.tenant.id, params.section)),
  ),
  saveSettings: inTransaction(async ({ params: { section }, body: { version, value } }, call, tx) => {
    const checked = await checkedFor(tx, deps, section, valuesFor(section, value));
    return withName(tx, deps, await saveSettings(tx, call, section, { version, value: checked }));
  }),
  settingsHistory: inTransaction(async ({ params }, call, tx) => {
    const versions = await settingsHistory(tx, call.tenant.id, params.section);
    return { rows: versions.map(shown(await savers(tx, deps, versions))), total: versions.length };
  }),
});
