// What is known of a receipt where it is judged: the call that it was, and what the tables say about what it names, as of its
// own moment.
import { type ClickIdFields, decodeClickId } from '@tributary/contract/tracker/click-id';
import { clicksIn, mappedCall, mappedClick, type PostbackMapping } from '@tributary/contract/tracker/postback-mapping';
import {
  type Known,
  type ReceiptCall,
  type ReceiptOffer,
  receiptQuery,
} from '@tributary/contract/tracker/receipt-check';
import { type OwnWords, plainText, unclearParameter } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { PostbackOutcome } from '@tributary/contract/tracker/verdicts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { findPartner, type Partner } from '../../accounts/index.ts';
import { events, type StoredClick, type StoredReceipt } from '../../events/index.ts';
import {
  type ConversionTerms,
  formerGoal,
  goalOf,
  type ReceiptTerms,
  receiptTerms,
  termsAt,
} from '../../offers/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import {
  creditStopsOf,
  defaultAuth,
  hasMappings,
  mappingFor,
  type PostbackAuth,
  type PostbackSecrets,
  postbackAuthOf,
} from '../../tracking/index.ts';
import { isUnasked, ownerFault, proofFault, senderFault } from './check-sender.ts';

/** what many receipts ask for: read once for all that are decided together */
export interface Reads {
  tenantNumber(): Promise<number>;
  /** single clicks from before it were removed by the workspace's retention */
  rowsSince(): Promise<Date | null>;
  /** as they were at that moment */
  terms(offer: number, at: Date): Promise<ConversionTerms | null>;
  publisher(number: number): Promise<Partner | null>;
  advertiser(id: string): Promise<Partner | null>;
  sender(number: number): Promise<Partner | null>;
  words(offerId: string): Promise<ReceiptTerms>;
  /** how an advertiser's calls prove themselves, and its own status words */
  auth(advertiserId: string): Promise<PostbackAuth>;
  /** calls of somebody are read otherwise than we ask for */
  hasMappings(): Promise<boolean>;
  /** how calls about an offer are read; null: as they stand */
  mapping(terms: Pick<ConversionTerms, 'id' | 'advertiserId'>): Promise<PostbackMapping | null>;
  /** its credit is used up: what comes now waits for a person */
  isCreditStopped(advertiserId: string): Promise<boolean>;
  click(id: string, at: Date): Promise<StoredClick | null>;
}

export function readOnce(tx: Tx, tenantId: string): Reads {
  const memo = <Key, Value>(read: (key: Key) => Promise<Value>) => {
    const known = new Map<Key, Promise<Value>>();
    return (key: Key): Promise<Value> => {
      const value = known.get(key) ?? read(key);
      known.set(key, value);
      return value;
    };
  };
  const tenant = memo((_one: 0) => termsOfTenant(tx, tenantId));
  const versions = versionsRead(tx);
  const mapped = memo((_one: 0) => hasMappings(tx));
  const mapping = memo((of: string) => {
    const [advertiserId = '', offerId = ''] = of.split(' ');
    return mappingFor(tx, advertiserId, offerId);
  });
  return {
    tenantNumber: async () => (await tenant(0)).number,
    rowsSince: async () => (await tenant(0)).rowsSince,
    terms: (number, at) => versions.at(number, at),
    publisher: memo((number: number) => findPartner(tx, 'publisher', { number }, { deletedToo: true })),
    advertiser: memo((id: string) => findPartner(tx, 'advertiser', { id })),
    sender: memo((number: number) => findPartner(tx, 'advertiser', { number })),
    words: memo((offerId: string) => receiptTerms(tx, offerId)),
    auth: memo(async (id: string) => (await postbackAuthOf(tx, [id])).get(id) ?? defaultAuth),
    hasMappings: () => mapped(0),
    mapping: async ({ id, advertiserId }) => ((await mapped(0)) ? mapping(`${advertiserId} ${id}`) : null),
    isCreditStopped: memo(async (id: string) => (await creditStopsOf(tx, [id])).has(id)),
    click: (id, at) => events().clickById(tx, tenantId, id, at),
  };
}

/** receipts of one moment mostly meet the same version */
function versionsRead(tx: Tx) {
  const known = new Map<number, ConversionTerms[]>();
  return {
    at: async (number: number, at: Date): Promise<ConversionTerms | null> => {
      const read = known.get(number) ?? [];
      const found = read.find(
        ({ inForceFrom, inForceUntil }) => inForceFrom <= at && (inForceUntil === null || at < inForceUntil),
      );
      if (found) return found;
      const terms = await termsAt(tx, { number }, { at });
      if (terms) known.set(number, [...read, terms]);
      return terms;
    },
  };
}

export interface JudgePlace {
  reads: Reads;
  key: MacKey;
  secrets: PostbackSecrets;
}
/** a receipt as the call that it was */
export const callOf = (receipt: StoredReceipt): ReceiptCall => {
  const kind = receipt.kind === 'pixel' ? 'pixel' : 'postback';
  const text = receipt.query ?? '';
  // nothing that is put right on our side makes such a call clearer; whoever vouches for the sender does not, either
  const isUnread = receipt.outcome === 'parameter_unclear' && unclearParameter(text, kind) === null;
  return {
    kind,
    at: receipt.at.getTime(),
    clickId: receipt.click_id ?? '',
    text,
    read: (name) => {
      if (name === 'camp_id') return namedOffer(receipt);
      return (name === 'refund_amount' ? receipt.params.refund_amount : receipt[name]) ?? '';
    },
    unreadBody: isUnread ? UNREAD : '',
  };
};
const UNREAD = 'not kept';

/** which offer the call names; rows of older trackers say it only in their query */
const namedOffer = ({ params, query }: StoredReceipt): string =>
  params.camp_id ?? receiptQuery(query ?? '').get('camp_id');

export interface Facts extends Known {
  /** as its mapping reads it */
  call: ReceiptCall;
  mapping: PostbackMapping | null;
  /** why what was kept of the call does not prove its sender, where nobody has asked yet */
  unproven: PostbackOutcome | null;
  terms: ConversionTerms | null;
  owner: Partner | null;
  sender: Partner | null;
  goal: ConversionTerms['goals'][number] | null;
  isPresent: boolean;
  ownWords: OwnWords;
}

/** what the tables say about what a receipt names, at its own moment */
export async function factsOf(tx: Tx, place: JudgePlace, receipt: StoredReceipt, trusted: boolean): Promise<Facts> {
  const { reads, secrets } = place;
  // a workspace that is closed takes nothing in; what it has taken in is decided about
  const tenant = { number: await reads.tenantNumber(), servesUntil: null };
  const sent = callOf(receipt);
  const { clickId, click } = await clickOf(place, receipt, sent, tenant.number);
  const isOurs = click?.kind === 'click' && click.tenant === tenant.number;
  const terms = isOurs ? await reads.terms(click.offer, receipt.at) : null;
  const refused = senderFault(receipt, trusted);
  if (!terms) {
    const nobody = {
      owner: null,
      sender: null,
      goal: null,
      isPresent: false,
      ownWords: {},
      mapping: null,
      unproven: null,
    };
    const call = { ...sent, clickId };
    return { ...nobody, tenant, click, terms, call, offer: null, speaker: () => ({ refused }) };
  }
  const mapping = await reads.mapping(terms);
  const call = readBy(mapping, { ...sent, clickId }, receipt);
  const owner = await reads.advertiser(terms.advertiserId);
  const isFormer = call.kind === 'postback' && receipt.advertiser !== null && receipt.advertiser !== owner?.number;
  const sender = isFormer && !trusted ? await reads.sender(receipt.advertiser ?? 0) : owner;
  const auth = await reads.auth((sender ?? owner)?.id ?? terms.advertiserId);
  const { statusWords: ownWords } = auth;
  const isAsked = trusted || !sender || !isUnasked(receipt);
  const unproven = isAsked ? null : proofFault(receipt, auth, () => secrets.tokenHash(sender.id, auth.version));
  const token = plainText(call.read('goal'));
  const present = await goalOf(tx, terms, { token });
  const goal = present ?? (await formerGoal(tx, terms, token));
  const offer: ReceiptOffer = {
    number: terms.number,
    currency: terms.currency,
    clickLifeMs: terms.clickLifeDays * DAY_MS,
    isGoal: () => present !== null,
    wasGoal: () => goal !== null,
  };
  const speaker = () => ({ refused: refused ?? ownerFault(sender, trusted) ?? unproven, ownWords });
  const isPresent = present !== null;
  return { tenant, click, terms, owner, sender, goal, isPresent, ownWords, offer, speaker, call, mapping, unproven };
}

/** the click that a receipt names, by our name for it or by that of a mapping */
async function clickOf(
  { reads, key }: JudgePlace,
  receipt: StoredReceipt,
  { clickId }: ReceiptCall,
  tenant: number,
): Promise<{ clickId: string; click: ClickIdFields | null }> {
  const decode = (id: string): ClickIdFields | null => decodeClickId(id, key);
  const own = decode(clickId);
  if (own || !(await reads.hasMappings())) return { clickId, click: own };
  const found = clicksIn(receiptQuery(receipt.query ?? ''), tenant, decode);
  const mappings = new Map<number, PostbackMapping | null>();
  for (const { fields } of found) {
    const terms = await reads.terms(fields.offer, receipt.at);
    mappings.set(fields.offer, terms && (await reads.mapping(terms)));
  }
  const aliased = mappedClick(found, ({ offer }) => mappings.get(offer) ?? null);
  return aliased ? { clickId: aliased.id, click: aliased.fields } : { clickId, click: null };
}

/** as much of a query as a tracker keeps */
const KEPT_QUERY_BYTES = 4096;

/** what stood in a query that was not kept whole may have been anything: no mapping makes it clear */
function readBy(mapping: PostbackMapping | null, call: ReceiptCall, { query }: StoredReceipt): ReceiptCall {
  const mapped = mappedCall(call, mapping);
  if (!mapping || Object.keys(mapping.parameters).length === 0) return mapped;
  const isWhole = query !== null && Buffer.byteLength(query) < KEPT_QUERY_BYTES;
  return isWhole ? mapped : { ...mapped, unreadBody: UNREAD };
}
