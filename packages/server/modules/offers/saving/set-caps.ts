import type { InputOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { Cap as ShownCap } from '@tributary/contract/offers/offer-lists';
import type { offerRoutes } from '@tributary/contract/offers/offers';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { requireOffer } from '../require-offer.ts';
import { type Cap, capKey, capsOf, type StoredCap, saveCaps } from './caps.repo.ts';
import { finish, type ListChange, placeOf, requirePublishers, rowFault, unseenAmong } from './set-list.ts';

type Routes = typeof offerRoutes;
const MICROS = 1_000_000n;

const isCount = ({ metric }: Pick<Cap, 'metric'>): boolean => metric === 'clicks' || metric === 'conversions';
export const capLimitText = (cap: Pick<Cap, 'metric' | 'limit'>): string =>
  isCount(cap) ? String(cap.limit) : formatMoney(cap.limit);

/** a click cannot be rejected, held or unpaid: only conversions can */
const clickActions = ['fallback', 'pause_offer', 'notify'];

type CapInput = InputOf<Routes['setOfferCaps']>['body']['caps'][number];

function toCap(input: CapInput, row: number): Cap {
  const { publisher_id: publisherId, limit, ...rest } = input;
  if (rest.metric === 'clicks' && !clickActions.includes(rest.action)) {
    throw rowFault(row, 'action', 'A cap on clicks can send to the fallback, pause the offer or notify.');
  }
  if (!isCount(rest)) return { ...rest, publisherId, limit };
  if (limit % MICROS !== 0n) throw rowFault(row, 'limit', `A cap on ${rest.metric} is a whole number.`);
  return { ...rest, publisherId, limit: limit / MICROS };
}

const showCap = (cap: StoredCap) => ({
  id: cap.id,
  publisher_id: cap.publisherId,
  metric: cap.metric,
  period: cap.period,
  limit: capLimitText(cap),
  action: cap.action,
});
export const showCaps = (list: readonly StoredCap[]) => list.map(showCap);

export async function putCaps(
  tx: Tx,
  call: SignedInCall,
  id: string,
  given: CapInput[],
  returning?: ReadonlySet<string>,
): Promise<ListChange> {
  const caps = given.map(toCap);
  await requirePublishers(
    tx,
    caps.map(({ publisherId }) => publisherId),
  );
  const keys = caps.map(capKey);
  const twice = keys.findIndex((key, row) => keys.indexOf(key) !== row);
  if (twice >= 0) {
    throw rowFault(twice, 'limit', 'Two caps differ in nothing but their limit. Please keep one of them.');
  }
  const before = (await capsOf(tx, [id])).get(id) ?? [];
  // a list that was read without them does not remove them
  const unseen = unseenAmong(call, ShownCap, before, showCap);
  await saveCaps(tx, placeOf(call, id), [...caps, ...unseen], returning);
  const after = (await capsOf(tx, [id])).get(id) ?? [];
  return { before: showCaps(before), after: showCaps(after) };
}

export async function setCaps(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setOfferCaps']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  return finish(tx, call, id, 'offer.caps-changed', await putCaps(tx, call, id, body.caps));
}
