// Every save is a new version; the newest is in force. A value is parsed by its section's schema when it is read: what cannot be
// read is a fault on our side, said with its place, and never used as it is.
import { type SettingsOf, type StoredName, settingsSections } from '@tributary/contract/settings';
import type { z } from 'zod';
import { requireWhole } from '../../http/permission.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { addVersion, newestVersions, type SettingsRow } from './repo.ts';
import { settingsChanged } from './topics.ts';

export interface StoredSettings<Name extends StoredName> {
  section: Name;
  /** 0: as it begins */
  version: number;
  value: SettingsOf<Name>;
  changedBy: string | null;
  changedAt: Date | null;
}

type Sections = { [Name in StoredName]: { schema: z.ZodType<SettingsOf<Name>>; defaults: SettingsOf<Name> } };
const sections: Sections = settingsSections;
export const sectionOf = <Name extends StoredName>(name: Name): Sections[Name] => sections[name];

/** what lies in a row, null where there is none */
export function valueIn<Name extends StoredName>(section: Name, stored: unknown): SettingsOf<Name> {
  const { schema, defaults } = sectionOf(section);
  if (stored === null || stored === undefined) return defaults;
  return schema.parse({ ...defaults, ...(typeof stored === 'object' ? stored : {}) });
}

const parsed = <Name extends StoredName>(section: Name, row: SettingsRow): StoredSettings<Name> => ({
  section,
  version: row.version,
  value: valueIn(section, row.value),
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});

export async function readSettings<Name extends StoredName>(
  tx: Tx,
  tenantId: string,
  section: Name,
): Promise<StoredSettings<Name>> {
  const [newest] = await newestVersions(tx, tenantId, section, 1);
  if (newest) return parsed(section, newest);
  return { section, version: 0, value: sectionOf(section).defaults, changedBy: null, changedAt: null };
}

const HISTORY = 50;

export const settingsHistory = async <Name extends StoredName>(
  tx: Tx,
  tenantId: string,
  section: Name,
): Promise<StoredSettings<Name>[]> =>
  (await newestVersions(tx, tenantId, section, HISTORY)).map((row) => parsed(section, row));

const changedMeanwhile = () =>
  new Fault(
    'conflict',
    'Somebody else has saved these settings meanwhile. Please look at theirs and save yours again.',
  );

/** how everybody is billed and paid */
const ofMoney: readonly StoredName[] = ['payment', 'paying', 'collection'];

/** what stays the same is no new version */
export async function saveSettings<Name extends StoredName>(
  tx: Tx,
  call: AuditedCall,
  section: Name,
  { version, value }: { version: number; value: SettingsOf<Name> },
  /** what it is now, where that is kept elsewhere */
  now?: SettingsOf<Name>,
): Promise<StoredSettings<Name>> {
  if (ofMoney.includes(section)) requireWhole(call);
  const { id: tenantId } = call.tenant;
  const stored = await readSettings(tx, tenantId, section);
  const before = now ? { ...stored, value: now } : stored;
  if (before.version !== version) throw changedMeanwhile();
  if (JSON.stringify(before.value) === JSON.stringify(value)) return before;
  const next = version + 1;
  const row = { version: next, value, changed_by: call.principal?.userId ?? null, changed_at: call.clock.now() };
  if (!(await addVersion(tx, tenantId, section, row))) throw changedMeanwhile();
  const what = { action: 'settings.changed', objectKind: 'settings', objectId: section } as const;
  await recordAudit(tx, call, { ...what, before: { section, ...before.value }, after: { section, ...value } });
  await emit(tx, tenantId, settingsChanged, { section, version: next });
  return parsed(section, row);
}
