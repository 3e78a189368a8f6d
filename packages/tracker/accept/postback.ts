// /postback: an advertiser's server says that a click converted. Checked against memory, kept, answered with a named
// outcome; what it is worth is decided where the money is.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MacKey } from '@tributary/contract/siphash';
import { type PostbackOutcome, postbackOutcomes } from '@tributary/contract/verdicts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { Query } from '../query.ts';
import { outcome as outcomeReply } from '../replies.ts';
import type { Advertiser } from '../snapshot.ts';
import type { Arrival } from './click.ts';
import { type Checked, checkClick, type Receipt, receiptText } from './receipt.ts';

export function acceptPostback(path: HotPath, { tenant, query, request }: Arrival, key: MacKey, answer: Answer): void {
  const isForm = (request.header('content-type') ?? '').startsWith('application/x-www-form-urlencoded');
  const values = new Query(isForm && request.body !== '' ? `${query}&${request.body}` : query);
  const receipt: Receipt = {
    tenant,
    request,
    query: values,
    clickId: values.get('click_id'),
    client: path.world.clientIp.of(request.peer, request.header('x-forwarded-for')),
    now: path.now(),
  };
  const checked = checkSender(receipt, checkClick(receipt, key));
  path.outcomes.count(tenant.source.number, checked.outcome);
  const { status, label } = postbackOutcomes[checked.outcome];
  const row = receiptText(path, receipt, checked);
  commitThenAnswer(path, tenant, 'postback', row, outcomeReply(status, checked.outcome, label), answer);
}

/** who may speak for this offer: told before anything else about it, so that a guesser learns nothing from the rest */
function checkSender({ query, client }: Receipt, checked: Checked): Checked {
  const { advertiser } = checked.claim;
  const refusal = advertiser ? senderRefusal(advertiser, query.get('token'), client) : null;
  return refusal ? { ...checked, outcome: refusal } : checked;
}

function senderRefusal(
  { source, networks }: Advertiser,
  token: string,
  client: Receipt['client'],
): PostbackOutcome | null {
  if (!networks.isEmpty && !(client && networks.has(client.address))) return 'ip_not_allowed';
  if (source.postbackTokenHash === null) return null;
  const given = createHash('sha256').update(token).digest();
  const expected = Buffer.from(source.postbackTokenHash, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) ? null : 'token_mismatch';
}
