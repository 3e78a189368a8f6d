// What is known of a receipt where it is judged: the call that it was, and what the tables say about what it names, as of its
// own moment.
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import {
  type Known,
  type ReceiptCall,
  type ReceiptOffer,
  receiptQuery,
} from '@tributary/contract/tracker/receipt-check';
import { type OwnWords, plainText, unclearParameter } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
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
import { creditStopsOf, postbackAuthOf } from '../../tracking/index.ts';
import { ownerFault, senderFault } from './check-sender.ts';

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
  /** status words of an advertiser's own */
  ownWords(advertiserId: string): Promise<OwnWords>;
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
  return {
    tenantNumber: async () => (await tenant(0)).number,
    rowsSince: async () => (await tenant(0)).rowsSince,
    terms: (number, at) => versions.at(number, at),
    publisher: memo((number: number) => findPartner(tx, 'publisher', { number }, { deletedToo: true })),
    advertiser: memo((id: string) => findPartner(tx, 'advertiser', { id })),
    sender: memo((number: number) => findPartner(tx, 'advertiser', { number })),
    words: memo((offerId: string) => receiptTerms(tx, offerId)),
    ownWords: memo(async (id: string) => (await postbackAuthOf(tx, [id])).get(id)?.statusWords ?? {}),
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
  terms: ConversionTerms | null;
  owner: Partner | null;
  sender: Partner | null;
  goal: ConversionTerms['goals'][number] | null;
  isPresent: boolean;
  ownWords: OwnWords;
}

/** what the tables say about what a receipt names, at its own moment */
export async function factsOf(
  tx: Tx,
  { reads, key }: JudgePlace,
  receipt: StoredReceipt,
  call: ReceiptCall,
  trusted: boolean,
): Promise<Facts> {
  // a workspace that is closed takes nothing in; what it has taken in is decided about
  const tenant = { number: await reads.tenantNumber(), servesUntil: null };
  const click = decodeClickId(call.clickId, key);
  const isOurs = click?.kind === 'click' && click.tenant === tenant.number;
  const terms = isOurs ? await reads.terms(click.offer, receipt.at) : null;
  const nobody = { owner: null, sender: null, goal: null, isPresent: false, ownWords: {} };
  const refused = senderFault(receipt, trusted);
  if (!terms) return { ...nobody, tenant, click, terms, offer: null, speaker: () => ({ refused }) };
  const owner = await reads.advertiser(terms.advertiserId);
  const isFormer = call.kind === 'postback' && receipt.advertiser !== null && receipt.advertiser !== owner?.number;
  const sender = isFormer && !trusted ? await reads.sender(receipt.advertiser ?? 0) : owner;
  const ownWords = await reads.ownWords((sender ?? owner)?.id ?? terms.advertiserId);
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
  const speaker = () => ({ refused: refused ?? ownerFault(sender, trusted), ownWords });
  return { tenant, click, terms, owner, sender, goal, isPresent: present !== null, ownWords, offer, speaker };
}
