// Who may speak for an offer, as far as this tracker can prove it: the rules are the contract's (receipt-check.ts), the keys and
// the caller's address are here.
import { createHash, createHmac } from 'node:crypto';
import { signingKeyName } from '@tributary/contract/tracker/postback-signature';
import { isKnown, type SenderProof, type Speaker, speakerFor } from '@tributary/contract/tracker/receipt-check';
import type { Advertiser } from '../snapshot/snapshot.ts';
import type { Named, Receipt } from './receipt.ts';

/** the named advertiser becomes the one who speaks */
export function speakerOf(receipt: Receipt, named: Named, postbackKey: Uint8Array): Speaker {
  const proof = proofOf(receipt, postbackKey);
  const { sender, refused } = speakerFor(named.advertiser, () => formersOf(receipt, named), proof);
  named.advertiser = sender;
  return { refused, ownWords: sender?.source.statusWords };
}

const formersOf = ({ tenant }: Receipt, { offer }: Named): (Advertiser | null)[] =>
  (offer?.source.formerAdvertisers ?? []).map((number) => tenant.advertisers.get(number) ?? null);

/** a pixel comes from a visitor and proves nothing; but an offer that nobody stands for any more takes none */
export const ownerOf = ({ advertiser }: Named): Speaker => ({
  refused: isKnown(advertiser) ? null : 'sender_unknown',
});

const proofOf = ({ query, client, now }: Receipt, postbackKey: Uint8Array): SenderProof<Advertiser> => ({
  at: now,
  query,
  isFrom: ({ networks }) => client !== null && networks.has(client.address),
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  hmac: ({ source }, version, text) => {
    const key = createHmac('sha256', postbackKey).update(signingKeyName(source.id, version)).digest('hex');
    return createHmac('sha256', key).update(text).digest('hex');
  },
});
