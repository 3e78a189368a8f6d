// What advertisers say of some of the history's orders afterwards, so that the screens for it have something to show: an approval of
// what our checks hold back (a request), a partial refund, an order in a currency without a rate, a word nobody knows.
import { type Row, receiptAbout } from './receipt-row.ts';

const MINUTE_MS = 60_000;

/** so many minutes after the click, or after what came of it */
function postback(click: Row, minutes: number, said: Row, { outcome = 'recorded', after = click.at } = {}): Row {
  const at = new Date(Date.parse(after ?? '') + minutes * MINUTE_MS);
  return receiptAbout(click, at, outcome, { txn_id: `L-${click.event_id?.slice(-12)}`, ...said });
}

/** `clicks` of offers that are paid by conversion, `receipts` of the same day, both in the order of time */
export function toldLater(clicks: readonly Row[], receipts: readonly Row[], until: Date): Row[] {
  const converted = new Set(receipts.map((row) => row.click_id));
  const isFree = ({ event_id: id }: Row) => !converted.has(id);
  const doubtful = clicks.find(({ verdict }) => verdict === 'bot' || verdict === 'preview');
  const [foreign, unknown] = clicks.filter((row) => row.verdict === 'accepted' && isFree(row));
  const sold = receipts.find(({ sale_amount: amount, goal }) => Number(amount) > 20 && goal === '');
  const soldClick = clicks.find(({ event_id: id }) => id === sold?.click_id);
  const said = [
    ...(doubtful ? [postback(doubtful, 7, {}), postback(doubtful, 95, { status: 'approved' })] : []),
    ...(foreign ? [postback(foreign, 12, { sale_amount: '5400', currency: 'JPY' })] : []),
    ...(unknown ? [postback(unknown, 15, { status: 'backordered' }, { outcome: 'status_unknown' })] : []),
    ...(sold && soldClick ? [postback(soldClick, 30, refundOf(sold), { after: sold.at })] : []),
  ];
  return said.filter(({ at }) => Date.parse(at ?? '') < until.getTime());
}

const refundOf = ({ txn_id = '', currency = '' }: Row): Row => ({
  txn_id,
  status: 'refund',
  refund_amount: '5.00',
  currency,
});
