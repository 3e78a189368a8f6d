// What a replay would come to: it is done, with what is proposed, and then nothing of it has happened.
import type { ReceiptOutcome } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import { PREVIEW_MOST, REPLAY_MOST, type UnmatchedPreview } from '@tributary/contract/trust/unmatched';
import { requireRecentPassword, type SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type MappingParts, mergeMapping } from '../../tracking/index.ts';
import type { StoredGroup } from './groups.repo.ts';
import { amountsOf, countLeft, nextLeft } from './receipts.repo.ts';
import { type DecideDeps, decideAgain, kindOf, replayedSince, type Tally } from './replay.ts';
import { requireGroup, requireOwner } from './require.ts';

export type Fix = MappingParts & { offer_id: string | null };

/** carries the result out of the transaction that it undoes */
class Undone extends Error {
  readonly result: UnmatchedPreview;
  constructor(result: UnmatchedPreview) {
    super('undone');
    this.result = result;
  }
}

export async function previewReplay(
  call: SignedInCall,
  deps: DecideDeps,
  id: string,
  asked: { fix: Fix | null; trust_sender: boolean },
): Promise<UnmatchedPreview> {
  if (asked.trust_sender) requireRecentPassword(call.principal, call.clock.now());
  try {
    return await call.transaction(async (tx): Promise<never> => {
      const group = await requireGroup(tx, id);
      throw new Undone(await tryOut(tx, call, deps, group, asked));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

async function tryOut(
  tx: Tx,
  call: SignedInCall,
  deps: DecideDeps,
  group: StoredGroup,
  { fix, trust_sender: trusted }: { fix: Fix | null; trust_sender: boolean },
): Promise<UnmatchedPreview> {
  if (fix) {
    const { offer_id: offerId, ...parts } = fix;
    await mergeMapping(tx, call, { advertiserId: requireOwner(group), offerId }, parts);
  }
  const now = call.clock.now();
  const span = { groupId: group.id, since: replayedSince(now), until: now };
  const total = Math.min(await countLeft(tx, span), REPLAY_MOST);
  const places = await nextLeft(tx, span, null, PREVIEW_MOST);
  const { decided } = (await decideAgain(tx, deps, call, places, trusted)).decisions;
  const tally: Tally = { recorded: 0, duplicate: 0, refused: 0 };
  const refusals = new Map<ReceiptOutcome, number>();
  const conversions = new Set<string>();
  for (const { outcome, conversionId } of decided.values()) {
    const kind = kindOf(outcome);
    tally[kind]++;
    if (kind === 'refused') refusals.set(outcome, (refusals.get(outcome) ?? 0) + 1);
    if (kind === 'recorded' && conversionId) conversions.add(conversionId);
  }
  const amounts = await amountsOf(tx, [...conversions]);
  return {
    total,
    tried: decided.size,
    ...tally,
    refusals: [...refusals].map(([outcome, calls]) => ({ outcome, calls })).sort((a, b) => b.calls - a.calls),
    amounts: amounts.map(({ currency, revenue, payout }) => ({
      currency,
      revenue: formatMoney(revenue),
      payout: formatMoney(payout),
    })),
  };
}
