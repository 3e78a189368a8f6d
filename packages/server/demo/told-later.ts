// What advertisers say of some of the history's orders afterwards, so that the screens for it have something to show: an approval of
// what our checks hold back (a request), a partial refund, an order in a currency without a rate, a word nobody knows.
import { newId } from '../platform/ids.ts';

type Row = Record<string, string>;

const MINUTE_MS = 60_000;
const later = (row: Row, minutes: number): string =>
  new Date(Date.parse(row.at ?? '') + minutes * MINUTE_MS).toISOString();

/** a server postback about a click */
function postback(click: Row, minutes: number, said: Row, outcome = 'recorded'): Row {
  const at = later(click, minutes);
  const { refund_amount: refund, ...texts } = said;
  return {
    tenant_id: click.tenant_id ?? '',
    receipt_id: newId(Date.parse(at)),
    at,
    outcome,
    click_id: click.event_id ?? '',
    click_at: click.at ?? '',
    offer: click.offer ?? '',
    publisher: click.publisher ?? '',
    advertiser: click.advertiser ?? '',
    txn_id: `L-${click.event_id?.slice(-12)}`,
    ...texts,
    ip: '203.0.113.10',
    method: 'GET',
    query: new URLSearchParams({ click_id: click.event_id ?? '', ...said }).toString(),
    params: JSON.stringify(refund === undefined ? {} : { refund_amount: refund }),
  };
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
    ...(unknown ? [postback(unknown, 15, { status: 'backordered' }, 'status_unknown')] : []),
    ...(sold && soldClick
      ? [
          {
            ...postback({ ...soldClick, at: sold.at ?? '' }, 30, {
              txn_id: sold.txn_id ?? '',
              status: 'refund',
              refund_amount: '5.00',
              currency: sold.currency ?? '',
            }),
            click_at: soldClick.at ?? '',
          },
        ]
      : []),
  ];
  return said.filter(({ at }) => Date.parse(at ?? '') < until.getTime());
}
