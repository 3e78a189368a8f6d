// Who may speak for an offer: told before anything else about it, so that a guesser learns nothing from the rest. Whoever
// is not known is refused; an entry that does not say what it asks for counts as unknown, never as one that asks for nothing.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  SIGNATURE_WINDOW_SECONDS,
  signedCall,
  signedSeconds,
  signingKeyName,
} from '@tributary/contract/postback-signature';
import type { PostbackOutcome } from '@tributary/contract/verdicts';
import type { Advertiser, Offer } from '../snapshot.ts';
import type { Checked, Receipt } from './receipt.ts';

export function checkSender(receipt: Receipt, checked: Checked, postbackKey: Uint8Array): Checked {
  const { offer, advertiser } = checked.claim;
  if (!offer) return checked; // refused already, whoever sent it
  const refusal = isKnown(advertiser) ? senderRefusal(advertiser, receipt, postbackKey) : 'sender_unknown';
  if (!refusal) return checked;
  const former = formerSender(receipt, offer, postbackKey);
  return former ? { ...checked, claim: { ...checked.claim, advertiser: former } } : { ...checked, outcome: refusal };
}

/** one whose offer it was, and who proves it; that it speaks of its own orders alone is seen to where they are known */
function formerSender(receipt: Receipt, offer: Offer, postbackKey: Uint8Array): Advertiser | null {
  for (const number of offer.source.formerAdvertisers ?? []) {
    const one = receipt.tenant.advertisers.get(number) ?? null;
    if (!isKnown(one)) continue;
    const hasProof = one.source.postbackTokenHash !== null || one.source.postbackSignature !== null;
    if (hasProof && senderRefusal(one, receipt, postbackKey) === null) return one;
  }
  return null;
}

/** a pixel comes from a visitor and proves nothing; but an offer that nobody stands for any more takes none */
export const checkOwner = (checked: Checked): Checked =>
  checked.claim.offer && !isKnown(checked.claim.advertiser) ? { ...checked, outcome: 'sender_unknown' } : checked;

/** snapshots come from a file or another release, too: every field is looked at */
function isKnown(advertiser: Advertiser | null): advertiser is Advertiser {
  if (!advertiser) return false;
  const { postbackTokenHash: hash, postbackSignature: signature, postbackNetworks: networks } = advertiser.source;
  const hasToken = hash === null || (typeof hash === 'string' && hash !== '');
  return hasToken && (signature === null || typeof signature === 'number') && Array.isArray(networks);
}

function senderRefusal(
  { source, networks }: Advertiser,
  { query, client, now }: Receipt,
  postbackKey: Uint8Array,
): PostbackOutcome | null {
  if (source.postbackNetworks.length > 0 && !(client && networks.has(client.address))) return 'ip_not_allowed';
  if (source.postbackTokenHash !== null) {
    const given = createHash('sha256').update(query.get('token')).digest();
    if (!isSame(given, source.postbackTokenHash)) return 'token_mismatch';
  }
  if (source.postbackSignature === null) return null;
  const key = createHmac('sha256', postbackKey)
    .update(signingKeyName(source.id, source.postbackSignature))
    .digest('hex');
  const signed = signedCall(query.text, (name) => query.get(name));
  if (!signed) return 'signature_mismatch';
  if (!isSame(createHmac('sha256', key).update(signed.text).digest(), signed.given)) return 'signature_mismatch';
  // looked at after the signature: only who knows the key learns that his clock is off
  return Math.abs(now / 1000 - signedSeconds(query.get('ts'))) <= SIGNATURE_WINDOW_SECONDS ? null : 'signature_expired';
}

function isSame(bytes: Buffer, hex: string): boolean {
  const given = Buffer.from(hex, 'hex');
  return given.length === bytes.length && timingSafeEqual(given, bytes);
}
