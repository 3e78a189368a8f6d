import type { StoredName } from '@tributary/contract/settings';
import type { Tx } from '../../platform/db/database.ts';

/** as it lies there: whoever reads it parses it by its section */
export interface SettingsRow {
  version: number;
  value: unknown;
  changed_by: string | null;
  changed_at: Date;
}

const columns = ['version', 'value', 'changed_by', 'changed_at'] as const;

export const newestVersions = (tx: Tx, tenantId: string, section: StoredName, limit: number): Promise<SettingsRow[]> =>
  tx
    .selectFrom('settings')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('section', '=', section)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();

/** false where this version is there already: of two who save at once, the key decides */
export async function addVersion(
  tx: Tx,
  tenantId: string,
  section: StoredName,
  { version, value, changed_by, changed_at }: SettingsRow,
): Promise<boolean> {
  const added = await tx
    .insertInto('settings')
    .values({ tenant_id: tenantId, section, version, value: JSON.stringify(value), changed_by, changed_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}
