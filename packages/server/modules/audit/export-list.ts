import type { ListColumns } from '@tributary/contract/lists';
import type { SignedInCall } from '../../http/call.ts';
import { csvOf, fileRows } from '../../platform/lists/file.ts';
import { recordAudit } from './repo.ts';

export interface Exported {
  action: string;
  objectKind: string;
  filter: Record<string, unknown>;
}

/** a list as CSV, and who took it along in the trail */
export async function* exportList<Row>(
  call: SignedInCall,
  { filter, ...what }: Exported,
  { columns }: { columns: ListColumns<Row> },
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  await call.transaction((tx) => recordAudit(tx, call, { ...what, objectId: null, after: { ...filter } }));
  yield* csvOf(fileRows(columns, batches));
}
