// One group with all that helps to make it good: near misses among its calls, the goals that they may mean, what is read otherwise
// already, and how far its replay is.

import { formatMoney } from '@tributary/contract/money';
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import { receiptQuery } from '@tributary/contract/tracker/receipt-check';
import { plainText } from '@tributary/contract/tracker/receipt-rules';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { senderOutcomes } from '@tributary/contract/tracker/verdicts';
import { type Suggestion, type UnmatchedDetails, UnmatchedGroup } from '@tributary/contract/trust/unmatched';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isUnasked, proofFault } from '../../conversions/index.ts';
import { offerChoices } from '../../offers/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { defaultAuth, mappingOfAll, type PostbackSecrets, postbackAuthOf } from '../../tracking/index.ts';
import { amountIn, clicksUnder, formatsOf, misspelled } from './diagnose.ts';
import type { StoredGroup } from './groups.repo.ts';
import { nearTokens } from './near-misses.ts';
import { callsOf, type FoundCall } from './receipts.repo.ts';

export interface DetailDeps {
  key: MacKey;
  secrets: PostbackSecrets;
}

const LOOKED_AT = 1_000;
const MOST_SUGGESTIONS = 25;
const OFFERS_SHOWN = 200;

/** parsed: what the table's checks keep within their lists is known to be in them */
export const toGroup = (row: StoredGroup): UnmatchedGroup =>
  UnmatchedGroup.parse({
    ...row,
    advertiser: row.advertiser_id && {
      id: row.advertiser_id,
      number: row.advertiser_number ?? 0,
      name: `${row.advertiser_first ?? ''} ${row.advertiser_last ?? ''}`.trim(),
    },
    calls: Number(row.calls),
    matched: Number(row.matched),
    first_at: unixSeconds(row.first_at),
    last_at: unixSeconds(row.last_at),
    stake: formatMoney(BigInt(row.stake_micros)),
    replay: row.replay_state,
  });

type Offer = Awaited<ReturnType<typeof offerChoices>>[number];

/** what other systems call it: a person says whether it is meant */
const usualNames: Readonly<Record<string, string>> = {
  transaction_id: 'txn_id',
  transaction: 'txn_id',
  order_id: 'txn_id',
  orderid: 'txn_id',
  order: 'txn_id',
  tid: 'txn_id',
  amount: 'sale_amount',
  sale: 'sale_amount',
  sum: 'sale_amount',
  price: 'sale_amount',
  event: 'goal',
  event_name: 'goal',
  goal_name: 'goal',
  action: 'goal',
  cur: 'currency',
  state: 'status',
};

class Suggestions {
  readonly #found = new Map<string, Suggestion>();

  add(one: Omit<Suggestion, 'calls' | 'offer'>, offer: Offer | undefined): void {
    const key = JSON.stringify([one.kind, one.theirs, one.ours]);
    const known = this.#found.get(key);
    const shown = offer ? { id: offer.id, number: offer.number, name: offer.name } : null;
    if (!known) this.#found.set(key, { ...one, calls: 1, offer: shown });
    else {
      known.calls++;
      if (known.offer?.id !== shown?.id) known.offer = null;
    }
  }

  all(): Suggestion[] {
    return [...this.#found.values()]
      .sort((a, b) => Number(b.certain) - Number(a.certain) || b.calls - a.calls)
      .slice(0, MOST_SUGGESTIONS);
  }
}

export async function groupDetails(
  tx: Tx,
  tenantId: string,
  { key, secrets }: DetailDeps,
  group: StoredGroup,
): Promise<UnmatchedDetails> {
  const calls = await callsOf(tx, group.id, LOOKED_AT);
  const advertiserId = group.advertiser_id;
  const offers = advertiserId === null ? [] : await offerChoices(tx, advertiserId, OFFERS_SHOWN);
  const { number: tenant } = await termsOfTenant(tx, tenantId);
  const suspect = { tenant, decode: (id: string) => decodeClickId(id, key), goals: [], formerTokens: [] };
  const found = new Suggestions();
  for (const call of calls) {
    const clicks = clicksUnder(call, suspect);
    const offer = offers.find(({ number }) => number === (call.offer ?? clicks[0]?.fields.offer));
    suggest(
      found,
      call,
      group,
      clicks.map(({ name }) => name),
      offer,
    );
  }
  const auth =
    advertiserId === null ? defaultAuth : ((await postbackAuthOf(tx, [advertiserId])).get(advertiserId) ?? defaultAuth);
  const tokenHash = () => (advertiserId === null ? '' : secrets.tokenHash(advertiserId, auth.version));
  const isUnproven = (call: FoundCall): boolean =>
    senderOutcomes.some((name) => name === call.told) ||
    (isUnasked({ ...call, outcome: call.told }) && proofFault(call, auth, tokenHash) !== null);
  return {
    ...toGroup(group),
    replayable: group.cause !== 'unfilled',
    unproven: calls.filter(isUnproven).length,
    near_misses: found.all(),
    offers: offers.map(({ id, number, name, goals }) => ({ id, number, name, goals: goals.map(({ token }) => token) })),
    mapping: advertiserId === null ? null : await mappingOfAll(tx, advertiserId),
    reason: group.reason,
    replayed: replayOf(group),
  };
}

function suggest(
  found: Suggestions,
  call: FoundCall,
  { cause }: StoredGroup,
  clickNames: readonly string[],
  offer: Offer | undefined,
): void {
  if (cause === 'other_name') {
    for (const theirs of new Set(clickNames)) {
      found.add({ kind: 'parameter', theirs, ours: 'click_id', others: [], certain: true }, offer);
    }
  }
  if (cause === 'other_name' || cause === 'spelling') {
    for (const { name, ours } of misspelled(call)) {
      if (ours === 'click_id') continue;
      found.add({ kind: 'parameter', theirs: name, ours, others: [], certain: true }, offer);
    }
  }
  if (cause === 'other_name') {
    const { names } = receiptQuery(call.query ?? '');
    for (const theirs of new Set(names)) {
      const ours = Object.hasOwn(usualNames, theirs) ? usualNames[theirs] : undefined;
      if (ours === undefined || names.includes(ours) || clickNames.includes(theirs)) continue;
      found.add({ kind: 'parameter', theirs, ours: null, others: [ours], certain: false }, offer);
    }
  }
  if (cause === 'goal') {
    const theirs = plainText(call.goal ?? '');
    const near = nearTokens(theirs, offer?.goals.map(({ token }) => token) ?? []);
    const [only = null, another] = near;
    found.add({ kind: 'goal', theirs, ours: another === undefined ? only : null, others: near, certain: false }, offer);
  }
  if (cause === 'amount') {
    const formats = formatsOf(amountIn(call));
    const [only = null, another] = formats;
    const ours = another === undefined ? only : null;
    found.add({ kind: 'number_format', theirs: amountIn(call), ours, others: formats, certain: false }, offer);
  }
}

const replayOf = (group: StoredGroup): UnmatchedDetails['replayed'] => {
  const { replay } = toGroup(group);
  return replay && group.replay_at
    ? {
        state: replay,
        total: group.replay_total,
        done: group.replay_done,
        recorded: group.replay_recorded,
        duplicate: group.replay_duplicate,
        refused: group.replay_refused,
        at: unixSeconds(group.replay_at),
      }
    : null;
};
