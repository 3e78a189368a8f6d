// What becomes of a postback or pixel as far as memory can tell: the click that it names, who speaks, what it says, in the
// order in which it makes sense to put things right. Zod-free and pure: the tracker asks it of its snapshot, "Check a
// postback" of what the snapshot would be made of, and the judge of the terms that were in force at the receipt's moment.
import { Query } from './call-query.ts';
import type { ClickIdFields } from './click-id.ts';
import { SIGNATURE_WINDOW_SECONDS, signedCall, signedSeconds } from './postback-signature.ts';
import {
  type NumberFormat,
  type OwnWords,
  type ReceiptText,
  receiptFault,
  unclearParameter,
  unfilled,
} from './receipt-rules.ts';
import type { SnapshotAdvertiser, SnapshotOffer, SnapshotTenant } from './snapshot.ts';
import type { PostbackOutcome } from './verdicts.ts';

/** kept longer than other values, so that one that is too long is seen to be */
const RECEIPT_LIMITS = { txn_id: 1024 };
export const receiptQuery = (text: string): Query => new Query(text, RECEIPT_LIMITS);

export interface ReceiptCall {
  kind: 'postback' | 'pixel';
  /** unix milliseconds */
  at: number;
  /** named in the call, or by the cookie of a pixel's visitor */
  clickId: string;
  /** query and form, as they were sent */
  text: string;
  read(name: ReceiptText | 'camp_id'): string;
  /** of a body that is no form: nobody reads what it says */
  unreadBody?: string | undefined;
  /** as a mapping says that amounts are written */
  numbers?: NumberFormat | null | undefined;
}

/** what is known of the offer that the click is of */
export interface ReceiptOffer {
  number: number;
  currency: string;
  clickLifeMs: number;
  /** of a token that is not empty */
  isGoal(token: string): boolean;
  /** it was one: orders of it are still spoken of */
  wasGoal(token: string): boolean;
}

export const receiptOffer = (offer: SnapshotOffer, tenant: SnapshotTenant): ReceiptOffer => ({
  number: offer.number,
  currency: offer.currency,
  // a snapshot kept by an older release has no such fields
  clickLifeMs: offer.clickLifeMs ?? tenant.clickLifeMs,
  isGoal: (token) => offer.goals.includes(token),
  wasGoal: (token) => offer.formerGoals?.includes(token) ?? false,
});

/** whether the one who speaks may, and the status words of its own */
export interface Speaker {
  refused: PostbackOutcome | null;
  ownWords?: OwnWords | undefined;
}

/** what is known where a call is looked at */
export interface Known {
  tenant: { number: number; servesUntil: number | null };
  /** the id decoded; null where it is not genuine */
  click: ClickIdFields | null;
  offer: ReceiptOffer | null;
  /** asked once the offer is known */
  speaker(): Speaker;
}

export interface CallFault {
  outcome: PostbackOutcome;
  /** about what it is */
  about: 'workspace' | 'click' | 'offer' | 'sender' | 'call';
  /** the parameter to put right, and what it held, where it is about one */
  name: string | null;
  value: string;
}

const faultOf = (outcome: PostbackOutcome, about: CallFault['about']): CallFault => ({
  outcome,
  about,
  name: null,
  value: '',
});

/** the first fault; null: it may become a conversion */
export function callFault(call: ReceiptCall, known: Known): CallFault | null {
  const { tenant, offer } = known;
  if (tenant.servesUntil !== null && call.at >= tenant.servesUntil) return faultOf('workspace_closed', 'workspace');
  const fault = clickFault(call.clickId, known);
  if (fault) return fault;
  if (!offer) return faultOf('offer_unknown', 'offer');
  // before all that is said: a guesser learns nothing from the rest
  const { refused, ownWords } = known.speaker();
  if (refused) return faultOf(refused, 'sender');
  const named = call.read('camp_id');
  if (named !== '' && named !== String(offer.number)) {
    return { outcome: 'offer_mismatch', about: 'offer', name: null, value: named };
  }
  return wordFault(call, offer, { ageMs: call.at - (known.click?.timeMs ?? call.at), ownWords });
}

function clickFault(clickId: string, { click, tenant }: Known): CallFault | null {
  if (clickId === '') return faultOf('missing_click', 'click');
  if (click?.kind !== 'click') {
    if (!unfilled(clickId)) return faultOf('broken_click', 'click');
    return { outcome: 'macro_unfilled', about: 'click', name: 'click_id', value: clickId };
  }
  return click.tenant === tenant.number ? null : faultOf('foreign_click', 'click');
}

function wordFault(
  call: ReceiptCall,
  offer: ReceiptOffer,
  { ageMs, ownWords }: { ageMs: number; ownWords: OwnWords | undefined },
): CallFault | null {
  const { kind, numbers, unreadBody = '' } = call;
  const unclear = unreadBody === '' ? unclearParameter(call.text, kind) : { name: 'body', value: unreadBody };
  if (unclear) return { outcome: 'parameter_unclear', about: 'call', ...unclear };
  const fault = receiptFault((name) => (name === 'click_id' ? call.clickId : call.read(name)), {
    kind,
    ageMs,
    clickLifeMs: offer.clickLifeMs,
    isGoal: (token) => offer.isGoal(token),
    wasGoal: (token) => offer.wasGoal(token),
    offerCurrency: offer.currency,
    ownWords,
    numbers,
  });
  return fault && { about: 'call', ...fault };
}

export type SenderRules = Pick<
  SnapshotAdvertiser,
  'id' | 'postbackTokenHash' | 'postbackSignature' | 'postbackNetworks'
>;

/** what a call proves about its sender; hashes are made where the keys are */
export interface SenderProof<Sender> {
  at: number;
  query: Query;
  /** whether it came from the sender's networks; null where only a real call could tell */
  isFrom(sender: Sender): boolean | null;
  /** in lower-case hexadecimal digits */
  sha256(text: string): string;
  /** under that version of the sender's signing key, likewise */
  hmac(sender: Sender, version: number, text: string): string;
}

/**
 * Who speaks for an offer: its advertiser, or one whose it was before and who proves it; that the latter speaks of its own
 * orders alone is seen to where they are known. Whoever is not known is refused.
 */
export function speakerFor<Sender extends { source: SenderRules }>(
  owner: Sender | null,
  formers: () => readonly (Sender | null)[],
  proof: SenderProof<Sender>,
): { sender: Sender; refused: null } | { sender: Sender | null; refused: PostbackOutcome } {
  const refused = isKnown(owner) ? senderRefusal(owner, proof) : 'sender_unknown';
  if (isKnown(owner) && !refused) return { sender: owner, refused: null };
  for (const former of formers()) {
    if (!isKnown(former)) continue;
    const { postbackTokenHash: token, postbackSignature: signature } = former.source;
    const isAsked = token !== null || signature !== null;
    if (isAsked && senderRefusal(former, proof) === null) return { sender: former, refused: null };
  }
  return { sender: owner, refused: refused ?? 'sender_unknown' };
}

/** an entry that does not say what it asks for counts as unknown; snapshots come from a file or another release, too */
export function isKnown<Sender extends { source: SenderRules }>(sender: Sender | null): sender is Sender {
  if (!sender) return false;
  const { postbackTokenHash: hash, postbackSignature: signature, postbackNetworks: networks } = sender.source;
  const hasToken = hash === null || (typeof hash === 'string' && hash !== '');
  return hasToken && (signature === null || typeof signature === 'number') && Array.isArray(networks);
}

function senderRefusal<Sender extends { source: SenderRules }>(
  sender: Sender,
  proof: SenderProof<Sender>,
): PostbackOutcome | null {
  const { postbackTokenHash: tokenHash, postbackSignature: version, postbackNetworks: networks } = sender.source;
  const { query } = proof;
  if (networks.length > 0 && proof.isFrom(sender) === false) return 'ip_not_allowed';
  if (tokenHash !== null && !isSame(proof.sha256(query.get('token')), tokenHash)) return 'token_mismatch';
  if (version === null) return null;
  const signed = signedCall(query.text, (name) => query.get(name));
  if (!signed || !isSame(proof.hmac(sender, version, signed.text), signed.given.toLowerCase())) {
    return 'signature_mismatch';
  }
  // looked at after the signature: only who knows the key learns that his clock is off
  const ageSeconds = Math.abs(proof.at / 1_000 - signedSeconds(query.get('ts')));
  return ageSeconds <= SIGNATURE_WINDOW_SECONDS ? null : 'signature_expired';
}

/** takes as long wherever they differ */
function isSame(own: string, given: string): boolean {
  if (own.length !== given.length) return false;
  let difference = 0;
  for (let at = 0; at < own.length; at++) difference |= own.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
