// A run over the referrals: one transaction each, under the ledger's turn. It books the difference to what was booked before, so
// that a run that is repeated or taken up again books nothing twice, and what is taken back from the referred is taken back here.

import type { Tx } from '../../../platform/db/database.ts';
import { systemActor } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { type NewTransfer, record, takeHead } from '../../ledger/index.ts';
import { convert, rateOn, ratesInTurn } from '../../rates/index.ts';
import { bookedDayAt, termsOfTenant } from '../../tenancy/index.ts';
import { firstDay } from '../closing/months.ts';
import type { BillingJobDeps } from '../deps.ts';
import { commissionsFor, type Terms } from './commission.ts';
import { bookedOf, earnedBy, lockTerm, saveCommission, type Term, termsAfter } from './referrals.repo.ts';

const AT_ONCE = 500;

export const termsOf = (
  term: Pick<Term, 'basis' | 'rate_ppm' | 'flat_micros' | 'currency' | 'threshold_micros'>,
): Terms => ({
  // the check constraint keeps it within its list
  basis: term.basis as Terms['basis'],
  ratePpm: term.rate_ppm,
  flat: BigInt(term.flat_micros),
  currency: term.currency ?? '',
  threshold: BigInt(term.threshold_micros),
});

/** an amount in another currency by the rate of the day; amounts of corrections may be negative */
export async function turner(tx: Tx, day: string) {
  const rates = await ratesInTurn(tx);
  return (amount: bigint, from: string, to: string): bigint | null => {
    const rate = rateOn(rates, from, to, day);
    if (rate === null) return null;
    return amount < 0n ? -convert(-amount, rate) : convert(amount, rate);
  };
}

export async function bookReferral(tx: Tx, tenantId: string, id: string, at: Date): Promise<void> {
  await takeHead(tx, tenantId);
  const term = await lockTerm(tx, id);
  if (!term || term.held_for !== null) return;
  const { day, timeZone } = bookedDayAt((await termsOfTenant(tx, tenantId)).zones, at);
  const terms = termsOf(term);
  const earned = (await earnedBy(tx, [id], timeZone)).map(({ month, currency, payout, revenue }) => ({
    month,
    currency,
    payout: BigInt(payout),
    revenue: BigInt(revenue),
  }));
  const turn = await turner(tx, day);
  const due = commissionsFor(terms, earned, (amount, from) => turn(amount, from, terms.currency));
  const booked = await bookedOf(tx, id);
  const keyOf = (one: { month: string; currency: string }) => `${one.month} ${one.currency}`;
  const before = new Map(booked.map((row) => [keyOf(row), row]));
  const gone = booked
    .filter((row) => !due.some((one) => keyOf(one) === keyOf(row)))
    .map(({ month, currency }) => ({ month, currency, base: 0n, amount: 0n }));
  const transfers: NewTransfer[] = [];
  for (const { month, currency, base, amount } of [...due, ...gone]) {
    const known = before.get(keyOf({ month, currency }));
    const difference = amount - BigInt(known?.amount_micros ?? 0);
    if (difference === 0n) continue;
    const commission = { id: known?.id ?? newId(at.getTime()), revision: (known?.revision ?? 0) + 1 };
    await saveCommission(tx, {
      tenant_id: tenantId,
      term_id: id,
      owner_id: term.owner_id,
      referred_id: term.referred_id,
      month: firstDay(month),
      currency,
      base_micros: base,
      amount_micros: amount,
      changed_at: at,
      ...commission,
    });
    transfers.push({
      subject: { kind: 'referral', id: commission.id },
      leg: 'referral',
      phase: 'direct',
      revision: commission.revision,
      ownerId: term.owner_id,
      currency,
      amount: difference,
      reason: `Referral, ${month}`,
    });
  }
  await record(tx, tenantId, transfers, at);
}

export async function runReferrals({ database, clock }: BillingJobDeps, tenantId: string): Promise<void> {
  for (let last: string | null = null; ; ) {
    const some: { id: string }[] = await database.withTenant(tenantId, systemActor, (tx) =>
      termsAfter(tx, last, AT_ONCE),
    );
    for (const { id } of some)
      await database.withTenant(tenantId, systemActor, (tx) => bookReferral(tx, tenantId, id, clock.now()));
    last = some.at(-1)?.id ?? null;
    if (last === null || some.length < AT_ONCE) return;
  }
}
