// /postback: an advertiser's server says that a click converted. Checked against memory, kept, answered with a named
// outcome; what it is worth is decided where the money is.
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { postbackOutcomes } from '@tributary/contract/tracker/verdicts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { uuidv7 } from '../random.ts';
import { outcome as outcomeReply } from '../transport/replies.ts';
import type { Arrival } from './click.ts';
import { checkReceipt, explain, type Receipt, receiptText } from './receipt.ts';
import { speakerOf } from './sender.ts';

const NOT_KEPT = 'There were many such calls, so this one was not kept.';

export function acceptPostback(path: HotPath, { tenant, query, request }: Arrival, key: MacKey, answer: Answer): void {
  const isForm = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i.test(request.header('content-type') ?? '');
  const values = receiptQuery(isForm && request.body !== '' ? `${query}&${request.body}` : query);
  const receipt: Receipt = {
    tenant,
    request,
    query: values,
    clickId: values.get('click_id'),
    client: path.world.clientIp.of(request.peer, request.header('x-forwarded-for')),
    now: path.now(),
    unreadBody: isForm ? '' : request.body.trim(),
  };
  const checked = checkReceipt(receipt, 'postback', key, (named) => speakerOf(receipt, named, path.postbackKey));
  path.outcomes.count(tenant.source.number, checked.outcome);
  const { status, label } = postbackOutcomes[checked.outcome];
  if (!path.unproven.keeps(receipt, checked, 'postback', key)) {
    answer(outcomeReply(status, checked.outcome, `${explain(label, checked)}. ${NOT_KEPT}`, null));
    return;
  }
  const receiptId = uuidv7(receipt.now);
  const row = { at: receipt.now, row: receiptText(path, receipt, receiptId, checked) };
  const reply = outcomeReply(status, checked.outcome, explain(label, checked), receiptId);
  commitThenAnswer(path, tenant, 'postback', row, reply, answer);
}
