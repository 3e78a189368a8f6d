// A server's call about a click, as a tracker would have kept it.
import { newId } from '../platform/ids.ts';

export type Row = Record<string, string>;

/** `said` are its texts, with an order of its own; a refund's amount is among the parameters, as the tracker keeps it */
export function receiptAbout(click: Row, at: Date, outcome: string, said: Row & { txn_id: string }): Row {
  const { refund_amount: refund, ...texts } = said;
  return {
    tenant_id: click.tenant_id ?? '',
    receipt_id: newId(at.getTime()),
    at: at.toISOString(),
    outcome,
    click_id: click.event_id ?? '',
    click_at: click.at ?? '',
    offer: click.offer ?? '',
    publisher: click.publisher ?? '',
    advertiser: click.advertiser ?? '',
    ...texts,
    ip: '203.0.113.10',
    method: 'GET',
    query: new URLSearchParams({ click_id: click.event_id ?? '', ...said }).toString(),
    params: JSON.stringify(refund === undefined ? {} : { refund_amount: refund }),
  };
}
