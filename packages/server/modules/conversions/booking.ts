// From what the ledger holds of a conversion to what it must hold: the transfers between the two. Pending at the conversion,
// posted on approval, voided on rejection; what is posted is never taken back but by a transfer of its own.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { EarningLeg, NewTransfer } from '../ledger/index.ts';

export interface Booked {
  state: 'none' | 'pending' | 'posted';
  revenue: bigint;
  payout: bigint;
  /** the step under which it was made */
  revision: number;
}

export const UNBOOKED: Booked = { state: 'none', revenue: 0n, payout: 0n, revision: 0 };

export interface BookedThing {
  id: string;
  advertiserId: string;
  publisherId: string;
  currency: string;
}

export const stateFor: Record<ConversionStatus, Booked['state']> = {
  pending: 'pending',
  approved: 'posted',
  rejected: 'none',
};

export const isSame = (a: Omit<Booked, 'revision'>, b: Omit<Booked, 'revision'>): boolean =>
  a.state === b.state && (a.state === 'none' || (a.revenue === b.revenue && a.payout === b.payout));

/** `to.revision` must be one more than `from.revision`: every step has transfers of its own */
export function transfersBetween(thing: BookedThing, from: Booked, to: Booked, reason: string): NewTransfer[] {
  const legs: [EarningLeg, string, bigint, bigint][] = [
    ['revenue', thing.advertiserId, from.revenue, to.revenue],
    ['payout', thing.publisherId, from.payout, to.payout],
  ];
  const unchanged = from.revenue === to.revenue && from.payout === to.payout;
  return legs.flatMap(([leg, ownerId, was, will]) => {
    const base = {
      subject: { kind: 'conversion' as const, id: thing.id },
      leg,
      revision: to.revision,
      ownerId,
      currency: thing.currency,
      reason,
    };
    const resolve = { ...base, resolves: from.revision, amount: was };
    if (from.state === 'pending' && to.state === 'posted' && unchanged) return [{ ...resolve, phase: 'post' as const }];
    const undone: NewTransfer[] =
      from.state === 'pending'
        ? [{ ...resolve, phase: 'void' }]
        : from.state === 'posted' && to.state !== 'posted'
          ? [{ ...base, phase: 'direct', amount: -was }]
          : [];
    const done: NewTransfer[] =
      to.state === 'pending'
        ? [{ ...base, phase: 'pending', amount: will }]
        : to.state === 'posted'
          ? [{ ...base, phase: 'direct', amount: from.state === 'posted' ? will - was : will }]
          : [];
    return [...undone, ...done];
  });
}
