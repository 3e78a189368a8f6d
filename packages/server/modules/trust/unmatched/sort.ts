// Calls that became nothing are put into groups: each with its cause, and with what it would have earned where that can be told.
import { createHash } from 'node:crypto';
import { type ClickIdFields, decodeClickId } from '@tributary/contract/tracker/click-id';
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import { isCurrency, plainText, readAmount, readFormatted } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { TOKEN_DIGEST_LENGTH } from '@tributary/contract/tracker/spool-record';
import type { PostbackOutcome } from '@tributary/contract/tracker/verdicts';
import ipaddr from 'ipaddr.js';
import { type Clock, DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { findPartner, type Partner } from '../../accounts/index.ts';
import { type ConversionTerms, termsAt } from '../../offers/index.ts';
import { convert, divide, rateOn, ratesInTurn } from '../../rates/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { defaultAuth, type PostbackAuth, type PostbackSecrets, postbackAuthOf } from '../../tracking/index.ts';
import { amountIn, causeOf, clicksUnder, formatsOf, type Suspect } from './diagnose.ts';
import { nearTokens } from './near-misses.ts';
import {
  advertisersOf,
  callsSince,
  countGroups,
  type FoundCall,
  type NewGroup,
  putIntoGroup,
  tellOnce,
  unsorted,
} from './receipts.repo.ts';
import { unmatchedGrew } from './topics.ts';

export interface SortDeps {
  database: Database;
  key: MacKey;
  secrets: PostbackSecrets;
  clock: Clock;
}

/** refusals that may be a mistake which somebody can put right; what a rule of the offer refused is none */
export const unmatchedOutcomes: readonly PostbackOutcome[] = [
  'missing_click',
  'broken_click',
  'foreign_click',
  'offer_unknown',
  'offer_mismatch',
  'goal_unknown',
  'sender_unknown',
  'token_mismatch',
  'ip_not_allowed',
  'signature_mismatch',
  'signature_expired',
  'parameter_unclear',
  'macro_unfilled',
  'txn_too_long',
  'status_unknown',
  'currency_unknown',
  'malformed_amount',
  'amount_out_of_bounds',
];

const AT_ONCE = 200;
/** more in an hour is told to people */
const GREW_CALLS = 20;
const MOST_GROUPS = 1_000;
const MOST_NAMES = 20;
const MOST_ADVERTISERS = 5_000;
/** names that somebody invented go into one group, once there are too many */
const OTHERS = '…';

type Wanted = { since: Date; until: Date } | { ids: readonly string[] };

export async function sortCalls(deps: SortDeps, tenantId: string, wanted: Wanted): Promise<void> {
  for (;;) {
    const found = await deps.database.withTenant(tenantId, systemActor, (tx) => sortSome(tx, deps, tenantId, wanted));
    if (found < AT_ONCE) return;
  }
}

async function sortSome(tx: Tx, deps: SortDeps, tenantId: string, wanted: Wanted): Promise<number> {
  const calls = await unsorted(tx, unmatchedOutcomes, wanted, AT_ONCE);
  if (calls.length === 0) return 0;
  const look = await looking(tx, deps, tenantId);
  const isFull = (await countGroups(tx)) >= MOST_GROUPS;
  const grown = new Set<string>();
  for (const call of calls) {
    const seen = await look.at(call);
    const group = groupOf(call, seen, look.currency, isFull);
    const id = await putIntoGroup(tx, tenantId, group, { id: call.receipt_id, at: call.at, value: seen.value });
    if (id) grown.add(id);
  }
  const now = deps.clock.now();
  for (const id of grown) {
    const inHour = await callsSince(tx, id, new Date(now.getTime() - HOUR_MS));
    if (inHour <= GREW_CALLS || !(await tellOnce(tx, id, now, new Date(now.getTime() - DAY_MS)))) continue;
    await emit(tx, tenantId, unmatchedGrew, { group_id: id, calls: inHour });
  }
  return calls.length;
}

interface Seen {
  cause: ReturnType<typeof causeOf>;
  advertiserId: string | null;
  value: bigint | null;
}

function groupOf(call: FoundCall, { cause, advertiserId }: Seen, currency: string, isFull: boolean): NewGroup {
  const { kind, outcome } = call;
  const sent = [...new Set(receiptQuery(call.query ?? '').names.map((name) => name.slice(0, 32)))].sort();
  const names = isFull || sent.length > MOST_NAMES ? [OTHERS] : sent;
  // a pixel comes from a visitor: its network says nothing of the advertiser's machines
  const network = kind === 'pixel' || isFull ? null : networkOf(call.ip);
  const key = createHash('sha256')
    .update(JSON.stringify([kind, outcome, cause, advertiserId, names, network]))
    .digest();
  return { key, kind, outcome, cause, advertiserId, names, network, currency };
}

/** of one sender's machines */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  const address = ipaddr.process(ip);
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const base = ipaddr.IPv4.isIPv4(address.toString())
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${bits}`);
  return `${base.toString()}/${bits}`;
}

/** what many calls ask for, read once for all that are sorted together */
async function looking(tx: Tx, { key, secrets }: SortDeps, tenantId: string) {
  const { number: tenant, currency } = await termsOfTenant(tx, tenantId);
  const decode = (id: string): ClickIdFields | null => decodeClickId(id, key);
  const memo = <Key, Value>(read: (of: Key) => Promise<Value>) => {
    const known = new Map<Key, Promise<Value>>();
    return (of: Key): Promise<Value> => {
      const value = known.get(of) ?? read(of);
      known.set(of, value);
      return value;
    };
  };
  const termsNow = memo((offer: number) => termsAt(tx, { number: offer }, { at: new Date('9999-01-01') }));
  const sender = memo((number: number) => findPartner(tx, 'advertiser', { number }));
  const authOf = memo(async (id: string) => (await postbackAuthOf(tx, [id])).get(id) ?? defaultAuth);
  /** whose token has that digest: who sent it is known by it, whatever else the call lacks */
  const byDigest = memo(async (_one: 0): Promise<ReadonlyMap<string, string>> => {
    const people = await advertisersOf(tx, MOST_ADVERTISERS);
    const auths = await postbackAuthOf(
      tx,
      people.map(({ id }) => id),
    );
    return new Map(
      people.map(({ id }) => {
        const { version } = auths.get(id) ?? defaultAuth;
        return [secrets.tokenHash(id, version).slice(0, TOKEN_DIGEST_LENGTH), id];
      }),
    );
  });
  const formers = (id: string, { version }: PostbackAuth): string[] =>
    Array.from({ length: version - 1 }, (_, at) => secrets.tokenHash(id, at + 1));

  const at = async (call: FoundCall): Promise<Seen> => {
    const ids: Suspect = { tenant, decode, goals: [], formerTokens: [] };
    const under = clicksUnder(call, ids);
    const offer = call.offer ?? (under.length > 0 ? (under[0]?.fields.offer ?? null) : null);
    const terms = offer === null ? null : await termsNow(offer);
    const owner: Partner | null = call.advertiser === null ? null : await sender(call.advertiser);
    const proven = call.token_digest === null ? null : ((await byDigest(0)).get(call.token_digest) ?? null);
    const advertiserId = owner?.id ?? terms?.advertiserId ?? proven;
    const formerTokens =
      advertiserId !== null && call.outcome === 'token_mismatch'
        ? formers(advertiserId, await authOf(advertiserId))
        : [];
    const goals = terms?.goals.map(({ token }) => token) ?? [];
    const cause = causeOf(call, { ...ids, goals, formerTokens });
    return { cause, advertiserId, value: terms && (await worthOf(tx, call, terms, goals, currency)) };
  };
  return { currency, at };
}

/** what it would earn by the offer's own amounts; null where nobody can tell */
async function worthOf(
  tx: Tx,
  call: FoundCall,
  terms: ConversionTerms,
  goals: readonly string[],
  home: string,
): Promise<bigint | null> {
  const word = plainText(call.goal ?? '');
  const near = nearTokens(word, goals);
  const token = goals.includes(word) ? word : near.length === 1 ? near[0] : '';
  const goal = terms.goals.find((one) => one.token === token);
  if (!goal) return null;
  const rates = await ratesInTurn(tx);
  const day = call.at.toISOString().slice(0, 10);
  const inTurn = (micros: bigint, from: string, to: string): bigint | null => {
    const rate = rateOn(rates, from, to, day);
    return rate === null ? null : convert(micros, rate);
  };
  if (goal.revenueBasisPoints === null) return inTurn(goal.revenueMicros, terms.currency, home);
  const sale = saleOf(call, terms.currency);
  const own = sale && inTurn(sale.micros, sale.currency, terms.currency);
  return own === null ? null : inTurn(divide(own * BigInt(goal.revenueBasisPoints), 10_000n), terms.currency, home);
}

/** only where it can be read in one way */
function saleOf(call: FoundCall, offerCurrency: string): { micros: bigint; currency: string } | null {
  const text = amountIn(call);
  const [format = null, another] = formatsOf(text);
  const told =
    plainText(call.currency ?? '').toUpperCase() || (format && readFormatted(text, format)?.code) || offerCurrency;
  if (!isCurrency(told)) return null;
  const plain = readAmount(text, told);
  const micros = typeof plain === 'bigint' ? plain : another || !format ? null : readAmount(text, told, format);
  return typeof micros === 'bigint' ? { micros, currency: told } : null;
}
