import type { InputOf } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import type { offerRoutes } from '@tributary/contract/offers';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { type Cap, capKey, capsOf, saveCaps } from './caps.repo.ts';
import { touchOffer } from './offers.repo.ts';
import { requireOffer } from './require-offer.ts';
import { finish, placeOf, requirePublishers } from './set-list.ts';

type Routes = typeof offerRoutes;
const MICROS = 1_000_000n;

const isCount = ({ metric }: Pick<Cap, 'metric'>): boolean => metric === 'clicks' || metric === 'conversions';
export const capLimitText = (cap: Pick<Cap, 'metric' | 'limit'>): string =>
  isCount(cap) ? String(cap.limit) : formatMoney(cap.limit);

/** a click cannot be rejected, held or unpaid: only conversions can */
const clickActions = ['fallback', 'pause_offer', 'notify'];

function toCap(input: InputOf<Routes['setOfferCaps']>['body']['caps'][number]): Cap {
  const { publisher_id: publisherId, limit, ...rest } = input;
  if (rest.metric === 'clicks' && !clickActions.includes(rest.action)) {
    throw new Fault('invalid_input', 'A cap on clicks can send to the fallback, pause the offer or notify.');
  }
  if (!isCount(rest)) return { ...rest, publisherId, limit };
  if (limit % MICROS !== 0n) throw new Fault('invalid_input', `A cap on ${rest.metric} is a whole number.`);
  return { ...rest, publisherId, limit: limit / MICROS };
}

export async function setCaps(tx: Tx, call: SignedInCall, { params, body }: InputOf<Routes['setOfferCaps']>) {
  const { id } = await requireOffer(tx, params.id, { lock: true });
  const caps = body.caps.map(toCap);
  await requirePublishers(
    tx,
    caps.map(({ publisherId }) => publisherId),
  );
  const keys = caps.map(capKey);
  if (new Set(keys).size !== keys.length) {
    throw new Fault('invalid_input', 'Two caps differ in nothing but their limit. Please keep one of them.');
  }
  const show = (list: readonly Cap[]) =>
    list.map((cap) => ({
      publisher_id: cap.publisherId,
      metric: cap.metric,
      period: cap.period,
      limit: capLimitText(cap),
      action: cap.action,
    }));
  const before = (await capsOf(tx, [id])).get(id) ?? [];
  await saveCaps(tx, placeOf(call, id), caps);
  await touchOffer(tx, id, call.clock.now());
  const after = (await capsOf(tx, [id])).get(id) ?? [];
  return finish(tx, call, id, 'offer.caps-changed', show(before), show(after));
}
