// The second look at who speaks for an offer. The tracker has looked first, from its memory; whatever it believed, nothing
// becomes a conversion here that nobody stands for.
import { type PostbackOutcome, senderOutcomes } from '@tributary/contract/tracker/verdicts';
import type { Partner } from '../../accounts/index.ts';
import type { StoredReceipt } from '../../events/index.ts';

/** what the tracker said of the sender */
export const senderFault = ({ outcome }: Pick<StoredReceipt, 'outcome'>, trusted: boolean): PostbackOutcome | null =>
  trusted ? null : (senderOutcomes.find((name) => name === outcome) ?? null);

/** the offer's advertiser as it stands now: unknown, deleted and rejected are all the same */
export const ownerFault = (advertiser: Partner | null, trusted: boolean): PostbackOutcome | null =>
  trusted || (advertiser !== null && advertiser.status !== 'rejected') ? null : 'sender_unknown';
