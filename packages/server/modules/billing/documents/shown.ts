// Documents, their lines and files as replies tell them.
import type { DocumentDetail, DocumentLine, DocumentRow } from '@tributary/contract/billing/documents';
import { DocumentTax } from '@tributary/contract/billing/documents';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { addDays } from '../../../platform/zone.ts';
import { type NameReader, withKnownNames } from '../../conversions/index.ts';
import { rateText } from '../../rates/index.ts';
import { documentLines, findDocument, findFile, type StoredDocument, type StoredLine } from './documents.repo.ts';

export const money = (micros: string): string => formatMoney(BigInt(micros));
export const PERCENT_OF_PPM = 100n;
/** parts in a million as a percentage: 190000 → "19" */
export const percent = (ppm: number): string => formatMoney(BigInt(ppm) * PERCENT_OF_PPM);

/** nothing is left to pay of what was taken back, nor of what took it back */
const isOver = ({ state, kind }: StoredDocument): boolean => state === 'credited' || kind === 'credit-note';
/** the VAT of one that is not issued yet is owed to nobody: it is booked with the issue */
const owedOf = ({ state, net_micros, total_micros }: StoredDocument): bigint =>
  BigInt(state === 'draft' || state === 'awaiting' ? net_micros : total_micros);
export const shownDocument = (row: StoredDocument): DocumentRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  number: row.number_text,
  owner: { id: row.owner_id, number: row.owner_number, name: row.owner_name },
  currency: row.currency,
  period_from: row.period_from,
  period_to: addDays(row.period_to, -1),
  lines: row.line_count,
  entries: row.entry_count,
  net: money(row.net_micros),
  vat: money(row.vat_micros),
  total: money(row.total_micros),
  withheld: money(row.withheld_micros),
  to_pay: formatMoney(BigInt(row.total_micros) - BigInt(row.withheld_micros)),
  settled: formatMoney(BigInt(row.settled_micros) - BigInt(row.on_the_way_micros)),
  on_the_way: money(row.on_the_way_micros),
  open: formatMoney(isOver(row) ? 0n : owedOf(row) - BigInt(row.settled_micros)),
  made_at: unixSeconds(row.made_at),
  issued_at: row.issued_at && unixSeconds(row.issued_at),
  due_on: row.due_on,
  po_number: row.po_number,
  version: row.version,
});

const named = (id: string | null, number: string | null) => (id === null ? null : { id, number });
export const shownDetail = (row: StoredDocument): DocumentDetail => ({
  ...shownDocument(row),
  tax: DocumentTax.catch({ treatment: null, texts: [], is_sample: false }).parse(row.tax),
  rate:
    row.rate_e12 && row.home_currency && row.rate_day
      ? {
          home_currency: row.home_currency,
          rate: rateText(BigInt(row.rate_e12)),
          day: row.rate_day,
          source: row.rate_source ?? '',
        }
      : null,
  note: row.note,
  credits: named(row.credits_id, row.credits_number),
  credited_by: named(row.credited_by_id, row.credited_by_number),
  own_file: row.file_id === null ? null : { id: row.file_id, name: row.file_name ?? '' },
});

const shownLine = (row: StoredLine): DocumentLine => ({
  position: row.position,
  kind: row.kind,
  offer: row.offer_number === null ? null : { number: row.offer_number, name: row.offer_title ?? '' },
  goal: row.goal_name || null,
  month: row.month,
  quantity: Number(row.quantity),
  amount: money(row.amount_micros),
  rate: row.rate_ppm === null ? null : percent(row.rate_ppm),
  text: row.text,
});

/** drafts are nobody's but ours */
export async function requireDocument(tx: Tx, side: Side, id: string, ownerId?: string): Promise<StoredDocument> {
  const found = await findDocument(tx, side, id);
  const isHidden = ownerId !== undefined && (found?.owner_id !== ownerId || found.state === 'draft');
  if (!found || isHidden) throw new Fault('not_found');
  return found;
}

export async function pageOfLines(
  tx: Tx,
  document: StoredDocument,
  query: { after?: string | undefined; limit?: number | undefined },
  /** in a publisher's portal: names that it may not know are numbers */
  reader?: NameReader & { at: Date },
) {
  const page = await documentLines.page(tx, query, { documentId: document.id, forPublisher: reader !== undefined });
  const rows = reader ? await withKnownNames(tx, reader, page.rows, reader.at) : page.rows;
  return { rows: rows.map(shownLine), next: page.next };
}

export async function fileById(tx: Tx, id: string | null | undefined) {
  const file = id ? await findFile(tx, id) : null;
  if (!file) throw new Fault('not_found');
  return {
    name: file.name,
    type: file.media_type,
    bytes: file.content.length,
    content: (async function* () {
      yield file.content;
    })(),
  };
}
