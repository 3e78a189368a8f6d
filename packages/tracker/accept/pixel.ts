// /pixel.gif and /pixel.html: the visitor's own browser says that a click converted. The click is named in the request or
// by the cookie that it left; the answer is always the picture or the empty page.
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { uuidv7 } from '../random.ts';
import type { Reply } from '../transport/transport.ts';
import { type Arrival, pixelCookie } from './click.ts';
import { checkReceipt, type Receipt, receiptText } from './receipt.ts';
import { ownerOf } from './sender.ts';

export function acceptPixel(path: HotPath, arrival: Arrival, key: MacKey, reply: Reply, answer: Answer): void {
  const { tenant, query, request } = arrival;
  const values = receiptQuery(query);
  const receipt: Receipt = {
    tenant,
    request,
    query: values,
    clickId: values.get('click_id') || clickFromCookie(request.header('cookie'), values.number('camp_id')),
    client: path.world.clientIp.of(request.peer, request.header('x-forwarded-for')),
    now: path.now(),
    isVisitor: true,
  };
  const checked = path.pixelRate.check(receipt, checkReceipt(receipt, 'pixel', key, ownerOf));
  path.outcomes.count(tenant.source.number, checked.outcome);
  if (!path.unproven.keeps(receipt, checked, 'pixel', key)) {
    answer(reply);
    return;
  }
  const row = { at: receipt.now, row: receiptText(path, receipt, uuidv7(receipt.now), checked) };
  commitThenAnswer(path, tenant, 'pixel', row, reply, answer);
}

function clickFromCookie(header: string | undefined, offer: number): string {
  if (header === undefined || offer === 0) return '';
  const name = pixelCookie(offer);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return '';
}
