import type { Cell, FileFormat, ListColumns, TableReply } from '@tributary/contract/lists';
import type { SignedInCall } from '../../http/call.ts';
import { fileRows } from '../../platform/lists/file.ts';
import { recordAccess } from '../access-log/index.ts';
import { recordAudit } from './repo.ts';

export interface Exported {
  action: string;
  objectKind: string;
  filter: { format: FileFormat } & Record<string, unknown>;
}

/** a list as a file, and who took it along in the trail */
export const exportList = <Row>(
  call: SignedInCall,
  what: Exported,
  { columns }: { columns: ListColumns<Row> },
  batches: AsyncIterable<readonly Row[]>,
): TableReply => ({ format: what.filter.format, rows: recorded(call, what, fileRows(columns, batches)) });

async function* recorded(
  call: SignedInCall,
  { filter, ...what }: Exported,
  rows: AsyncIterable<Cell[][]>,
): AsyncGenerator<Cell[][]> {
  await call.transaction(async (tx) => {
    await recordAudit(tx, call, { ...what, objectId: null, after: { ...filter } });
    await recordAccess(tx, call, { event: 'export', detail: `${what.action} ${filter.format}` });
  });
  yield* rows;
}
