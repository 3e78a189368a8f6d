// One click by its id. The id says when it was, so only that day's partition is looked at.
import type { Tx } from '../../platform/db/database.ts';

const columns = [
  'verdict',
  'landing',
  'is_unique',
  'tracking_host',
  'source',
  'sub_source',
  'country',
  'region',
  'city',
  'zip',
  'isp',
  'device_type',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
  'user_agent',
  'language',
  'referer',
  'ip',
  'params',
] as const;

/** null until its tracker has shipped it */
export async function clickById(tx: Tx, clickId: string, at: Date) {
  const row = await tx
    .selectFrom('events')
    .select(columns)
    .where('event_id', '=', clickId)
    .where('at', '=', at)
    .where('kind', '=', 'click')
    .executeTakeFirst();
  return row ? { ...row, params: textsOf(row.params) } : null;
}
export type StoredClick = NonNullable<Awaited<ReturnType<typeof clickById>>>;

/** what came on a request: values that are text, and nothing else */
export function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
