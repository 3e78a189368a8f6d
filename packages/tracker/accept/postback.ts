// /postback: an advertiser's server says that a click converted. Checked against memory, kept, answered with a named
// outcome; what it is worth is decided where the money is.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SIGNATURE_WINDOW_SECONDS, signedCall, signingKeyName } from '@tributary/contract/postback-signature';
import type { MacKey } from '@tributary/contract/siphash';
import { type PostbackOutcome, postbackOutcomes } from '@tributary/contract/verdicts';
import { type Answer, commitThenAnswer, type HotPath } from '../hot-path.ts';
import { Query } from '../query.ts';
import { uuidv7 } from '../random.ts';
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
  const checked = checkSender(receipt, checkClick(receipt, key), path.postbackKey);
  path.outcomes.count(tenant.source.number, checked.outcome);
  const { status, label } = postbackOutcomes[checked.outcome];
  const receiptId = uuidv7(receipt.now);
  const row = receiptText(path, receipt, receiptId, checked);
  commitThenAnswer(path, tenant, 'postback', row, outcomeReply(status, checked.outcome, label, receiptId), answer);
}

/** who may speak for this offer: told before anything else about it, so that a guesser learns nothing from the rest */
function checkSender(receipt: Receipt, checked: Checked, postbackKey: Uint8Array): Checked {
  const { advertiser } = checked.claim;
  const refusal = advertiser ? senderRefusal(advertiser, receipt, postbackKey) : null;
  return refusal ? { ...checked, outcome: refusal } : checked;
}

function senderRefusal(
  { source, networks }: Advertiser,
  { query, client, now }: Receipt,
  postbackKey: Uint8Array,
): PostbackOutcome | null {
  if (!networks.isEmpty && !(client && networks.has(client.address))) return 'ip_not_allowed';
  if (source.postbackTokenHash !== null) {
    const given = createHash('sha256').update(query.get('token')).digest();
    if (!isSame(given, source.postbackTokenHash)) return 'token_mismatch';
  }
  // a snapshot kept by an older release has no such field
  if ((source.postbackSignature ?? null) === null) return null;
  const key = createHmac('sha256', postbackKey)
    .update(signingKeyName(source.id, source.postbackSignature ?? 0))
    .digest('hex');
  const signed = signedCall(query.text, (name) => query.get(name));
  if (!signed) return 'signature_mismatch';
  if (!isSame(createHmac('sha256', key).update(signed.text).digest(), signed.given)) return 'signature_mismatch';
  // looked at after the signature: only who knows the key learns that his clock is off
  return Math.abs(now / 1000 - Number(query.get('ts'))) <= SIGNATURE_WINDOW_SECONDS ? null : 'signature_expired';
}

function isSame(bytes: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === bytes.length && timingSafeEqual(given, bytes);
}
