// The second look at who speaks for an offer. The tracker has looked first, from its memory; whatever it believed, nothing
// becomes a conversion here that nobody stands for.
import { TOKEN_DIGEST_LENGTH } from '@tributary/contract/tracker/spool-record';
import { type PostbackOutcome, senderOutcomes } from '@tributary/contract/tracker/verdicts';
import ipaddr from 'ipaddr.js';
import type { Partner } from '../../accounts/index.ts';
import type { StoredReceipt } from '../../events/index.ts';
import type { PostbackAuth } from '../../tracking/index.ts';

/** what the tracker said of the sender */
export const senderFault = ({ outcome }: Pick<StoredReceipt, 'outcome'>, trusted: boolean): PostbackOutcome | null =>
  trusted ? null : (senderOutcomes.find((name) => name === outcome) ?? null);

/** the offer's advertiser as it stands now: unknown, deleted and rejected are all the same */
export const ownerFault = (advertiser: Partner | null, trusted: boolean): PostbackOutcome | null =>
  trusted || (advertiser !== null && advertiser.status !== 'rejected') ? null : 'sender_unknown';

const unasked: readonly string[] = [
  'missing_click',
  'broken_click',
  'foreign_click',
  'offer_unknown',
  'workspace_closed',
] satisfies PostbackOutcome[];

/** refused before its offer was known: nobody has asked yet who speaks */
export const isUnasked = ({ kind, outcome, click_at }: Pick<StoredReceipt, 'kind' | 'outcome' | 'click_at'>): boolean =>
  kind === 'postback' && (unasked.includes(outcome) || (outcome === 'macro_unfilled' && click_at === null));

/** whether what was kept of such a call proves its sender: its address and the digest of its token; a signature is not kept */
export function proofFault(
  { ip, token_digest: digest }: Pick<StoredReceipt, 'ip' | 'token_digest'>,
  { networks, tokenRequired, signatureRequired }: PostbackAuth,
  tokenHash: () => string,
): PostbackOutcome | null {
  if (networks.length > 0 && !networks.some((network) => isWithin(ip, network))) return 'ip_not_allowed';
  if (tokenRequired && digest !== tokenHash().slice(0, TOKEN_DIGEST_LENGTH)) return 'token_mismatch';
  return signatureRequired ? 'signature_mismatch' : null;
}

function isWithin(ip: string | null, network: string): boolean {
  if (ip === null || !ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  if (!ipaddr.isValidCIDR(network))
    return ipaddr.isValid(network) && ipaddr.process(network).toString() === address.toString();
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
}
