import { type AccountSide, type FieldClass, meaningOf, ofSide, withImplied } from '@tributary/contract/hiding';
import type { Cell, FileFormat, ListColumns, TableReply } from '@tributary/contract/lists';
import type { FileAction, TrailKind } from '@tributary/contract/logs/trail-actions';
import type { z } from 'zod';
import { blankerOf, hiddenFrom } from '../../http/blank.ts';
import type { SignedInCall } from '../../http/call.ts';
import { fileRows } from '../../platform/lists/file.ts';
import { recordAccess } from '../access-log/index.ts';
import { recordAudit } from './repo.ts';

export interface Exported {
  action: FileAction;
  objectKind: TrailKind;
  filter: { format: FileFormat } & Record<string, unknown>;
}

/** a list as a file, and who took it along in the trail */
export const exportList = <Row>(
  call: SignedInCall,
  what: Exported,
  { columns, row, of = 'publisher' }: { columns: ListColumns<Row>; row: z.ZodType; of?: AccountSide },
  batches: AsyncIterable<readonly Row[]>,
): TableReply => {
  const hidden = withImplied(hiddenFrom(call.principal));
  const isHidden = ({ hide }: { hide?: FieldClass | undefined }) =>
    hide !== undefined && hidden.some((one) => one === meaningOf(hide, of));
  const blank = blankerOf(ofSide(of, row), hidden);
  const shown = blank ? blankedBatches(batches, blank) : batches;
  return { format: what.filter.format, rows: recorded(call, what, fileRows(columns, shown, isHidden)) };
};

/** a column that forgot its class has nothing to show all the same */
async function* blankedBatches<Row>(
  batches: AsyncIterable<readonly Row[]>,
  blank: (row: unknown) => unknown,
): AsyncGenerator<Row[]> {
  // its shape is the row's own: each blank fits where it stands
  for await (const rows of batches) yield rows.map((row) => blank(row) as Row);
}

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
