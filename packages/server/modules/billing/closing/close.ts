// The close of a month: what stands open in it, what it holds, and a hash over all of it. A month that is opened again is closed
// anew as the next version; both are kept.

import { createHash } from 'node:crypto';
import type { Checklist, CloseDetails, PeriodClose } from '@tributary/contract/billing/closing';
import { formatMoney } from '@tributary/contract/money';
import { z } from 'zod';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { addDays } from '../../../platform/zone.ts';
import { actorNames } from '../../accounts/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { crossOn, rateOn, ratesOf, rateText } from '../../rates/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import type { FromAbove } from '../deps.ts';
import { todayOf } from '../today.ts';
import {
  accountSumsUpTo,
  addClose,
  type CheckRow,
  changeClose,
  currenciesIn,
  disputedIn,
  endOf,
  findClose,
  foreignDays,
  hasEntriesBefore,
  lastClose,
  lockClose,
  type Month,
  monthLegs,
  openMonth,
  paidAbroad,
  pendingIn,
  type StoredClose,
  type SumRow,
  shutMonth,
  unclaimedIn,
} from './closes.repo.ts';
import { closableFrom, closableOn, firstDay, monthAfter, monthBefore, monthOf, spansOf } from './months.ts';
import { periodClosed, periodReopened } from './topics.ts';

const Sums = z.array(z.object({ name: z.string(), currency: z.string(), pending: z.string(), posted: z.string() }));
export const Kept = {
  /** `end`: as they stood then; those of before have no end, and are as they stood at the head */
  balances: z.object({ accounts: Sums, legs: Sums, end: z.string().optional() }),
  rates: z.array(z.object({ base: z.string(), quote: z.string(), from: z.string(), rate: z.string() })),
  checklist: z.array(
    z.object({
      check: z.enum(['pending', 'unclaimed', 'disputes', 'missing_rates', 'drift', 'unmatched']),
      count: z.int(),
      amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
      stops: z.boolean(),
    }),
  ),
  difference: Sums.nullable(),
};
type Checks = z.infer<typeof Kept.checklist>;

/** in the order of their names, as jsonb gives no order back */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** what the hash covers: all that is kept of it */
interface Hashed extends Pick<StoredClose, 'month' | 'version' | 'head_sequence' | 'head_hash'> {
  balances: unknown;
  rates: unknown;
  checklist: unknown;
  difference: unknown;
}

export const closeHash = (tenantId: string, close: Hashed): Buffer => {
  const { month, version, head_sequence, head_hash, balances, rates, checklist, difference } = close;
  return createHash('sha256')
    .update(
      canonical([
        'tributary-close-1',
        tenantId,
        month,
        version,
        String(head_sequence),
        head_hash.toString('hex'),
        balances,
        rates,
        checklist,
        difference,
      ]),
    )
    .digest();
};

const checkOf = (check: Checks[number]['check'], rows: readonly CheckRow[], stops = false): Checks[number] => ({
  check,
  count: rows.reduce((sum, { count }) => sum + count, 0),
  amounts: rows.map(({ currency, amount }) => ({ currency, amount: formatMoney(BigInt(amount)) })),
  stops,
});

const lastDayOf = (month: string): string => addDays(firstDay(monthAfter(month)), -1);

async function missingIn(tx: Tx, month: Month, home: string, today: string): Promise<CheckRow[]> {
  const rates = await ratesOf(tx);
  const unpayable = (await paidAbroad(tx, month))
    .filter(({ currency: from, pay_currency: to }) => crossOn(rates, { from, to, via: home }, today) === null)
    .map(({ pay_currency: currency, documents: count }) => ({ currency, count }));
  const unrated = (await currenciesIn(tx, month, home)).filter(
    (currency) => rateOn(rates, currency, home, lastDayOf(month.month)) === null,
  );
  const days = (await foreignDays(tx, month, home)).map(({ currency, day, conversions, lots }) => ({
    currency,
    count: conversions + (rateOn(rates, currency, home, day) === null ? lots : 0),
  }));
  // one that no conversion was in still has balances to turn
  const counts = new Map(unrated.map((currency) => [currency, 0]));
  for (const { currency, count } of [...days, ...unpayable]) counts.set(currency, (counts.get(currency) ?? 0) + count);
  return [...counts]
    .map(([currency, count]) => ({
      currency,
      count: unrated.includes(currency) ? Math.max(count, 1) : count,
      amount: '0',
    }))
    .filter(({ count }) => count > 0);
}

/** what each currency of the month was worth on its last day, and every quotation up to it by which that was told */
async function ratesAtEnd(tx: Tx, month: Month, home: string) {
  const last = lastDayOf(month.month);
  const quoted = (await ratesOf(tx)).filter(({ from }) => from <= last);
  const atEnd = (await currenciesIn(tx, month, home)).flatMap((currency) => {
    const rate = rateOn(quoted, currency, home, last);
    return rate === null ? [] : [{ base: currency, quote: home, from: last, rate: rateText(rate) }];
  });
  const isTold = (one: { base: string; quote: string; from: string }) =>
    atEnd.some(({ base, quote, from }) => base === one.base && quote === one.quote && from === one.from);
  return [
    ...quoted
      .filter((one) => !isTold(one))
      .map(({ base, quote, from, rateMicros }) => ({ base, quote, from, rate: formatMoney(rateMicros) })),
    ...atEnd,
  ];
}

interface CheckedBy extends FromAbove {
  /** by whose rates it would be paid */
  today: string;
}
async function checksOf(
  tx: Tx,
  month: Month,
  home: string,
  { countDrift, countUnmatched, today }: CheckedBy,
): Promise<Checks> {
  const drift = await countDrift(tx, firstDay(month.month), addDays(firstDay(monthAfter(month.month)), -1));
  const missing = checkOf('missing_rates', await missingIn(tx, month, home, today));
  return [
    checkOf('pending', await pendingIn(tx, month)),
    checkOf('unclaimed', await unclaimedIn(tx, month)),
    checkOf('disputes', await disputedIn(tx, month)),
    { ...missing, amounts: [], stops: missing.count > 0 },
    { check: 'drift', count: drift, amounts: [], stops: false },
    { check: 'unmatched', count: await countUnmatched(tx, month.spans), amounts: [], stops: false },
  ];
}

export async function checklistOf(
  tx: Tx,
  call: SignedInCall,
  asked: string | undefined,
  above: FromAbove,
): Promise<Checklist> {
  const { zones, currency } = await termsOfTenant(tx, call.tenant.id);
  const now = call.clock.now();
  const month = asked ?? monthBefore(monthOf(zones, now));
  const last = await lastClose(tx, firstDay(month));
  const by = { ...above, today: await todayOf(tx, call.tenant.id, now) };
  const spans = spansOf(zones, month);
  const checks = await checksOf(tx, { month, spans }, currency, by);
  const from = closableFrom(zones, month);
  const isClosed = last?.state === 'closed';
  return {
    month,
    closed_id: isClosed ? last.id : null,
    open_from: unixSeconds(from),
    is_empty: !(await hasEntriesBefore(tx, endOf({ month, spans }))),
    can_close: !isClosed && now >= from && !checks.some(({ stops }) => stops),
    checks,
  };
}

const named = ({ name, currency }: SumRow): string => `${name} ${currency}`;
/** what has come to the one before; what is alike is left out */
function differenceOf(now: readonly SumRow[], before: readonly SumRow[]): SumRow[] {
  const [newer, older] = [now, before].map((rows) => new Map(rows.map((row) => [named(row), row])));
  const keys = [...new Set([...now, ...before].map(named))].sort();
  return keys.flatMap((key) => {
    const [a, b] = [newer?.get(key), older?.get(key)];
    const one = a ?? b;
    if (!one) return [];
    const pending = String(BigInt(a?.pending ?? 0) - BigInt(b?.pending ?? 0));
    const posted = String(BigInt(a?.posted ?? 0) - BigInt(b?.posted ?? 0));
    return pending === '0' && posted === '0' ? [] : [{ ...one, pending, posted }];
  });
}

/** what spans all accounts is for those who see all of them */
export function requireAll({ principal }: SignedInCall): void {
  const scope = principal.team?.scope;
  if (scope && (scope.publishers !== 'all' || scope.advertisers !== 'all')) {
    throw new Fault('forbidden', 'A close is of the whole workspace: it is for those who see all accounts.');
  }
}

export async function closePeriod(
  tx: Tx,
  call: SignedInCall,
  { month, accept_open }: { month: string; accept_open: boolean },
  above: FromAbove,
) {
  requireAll(call);
  const head = await takeHead(tx, call.tenant.id);
  const { zones, currency } = await termsOfTenant(tx, call.tenant.id);
  const at = call.clock.now();
  const from = closableFrom(zones, month);
  if (at < from) {
    throw new Fault('conflict', `${month} can be closed from ${closableOn(month)} on: its days still move.`);
  }
  const before = await lastClose(tx, firstDay(month));
  if (before?.state === 'closed') throw new Fault('conflict', `${month} is closed already.`);
  const spans = spansOf(zones, month);
  const checklist = await checksOf(tx, { month, spans }, currency, {
    ...above,
    today: await todayOf(tx, call.tenant.id, at),
  });
  if (checklist.some(({ stops }) => stops)) {
    throw new Fault('conflict', 'Some currencies of this month have no exchange rate. Please enter the rates first.');
  }
  if (!accept_open && checklist.some(({ count }) => count > 0)) {
    throw new Fault(
      'conflict',
      'Something of this month is still open. Look at the list, and say that it may stay open.',
    );
  }
  const balances = {
    accounts: await accountSumsUpTo(tx, String(head.sequence), { month, spans }),
    legs: await monthLegs(tx, { month, spans }, 0n, head.sequence),
    end: endOf({ month, spans }).toISOString(),
  };
  const rates = await ratesAtEnd(tx, { month, spans }, currency);
  const difference = before ? differenceOf(balances.legs, Kept.balances.parse(before.balances).legs) : null;
  const version = (before?.version ?? 0) + 1;
  const id = newId(at.getTime());
  const kept = { month, version, head_sequence: String(head.sequence), head_hash: head.hash };
  const hash = closeHash(call.tenant.id, { ...kept, balances, rates, checklist, difference });
  await addClose(tx, {
    ...kept,
    tenant_id: call.tenant.id,
    id,
    month: firstDay(month),
    balances: JSON.stringify(balances),
    rates: JSON.stringify(rates),
    checklist: JSON.stringify(checklist),
    difference: difference === null ? null : JSON.stringify(difference),
    hash,
    closed_by: call.principal.userId,
    closed_at: at,
  });
  await shutMonth(tx, call.tenant.id, firstDay(month), at);
  await emit(tx, call.tenant.id, periodClosed, { close_id: id, month, version });
  await recordAudit(tx, call, {
    action: 'period.closed',
    objectKind: 'period',
    objectId: id,
    after: { month, version, entry: String(head.sequence) },
  });
  return { id, version };
}

export async function reopenPeriod(tx: Tx, call: SignedInCall, id: string, reason: string) {
  requireAll(call);
  await takeHead(tx, call.tenant.id);
  const close = isId(id) ? await lockClose(tx, id) : undefined;
  if (!close) throw new Fault('not_found');
  if (close.state !== 'closed') throw new Fault('conflict', 'This close was opened again already.');
  const { month, version } = close;
  const at = call.clock.now();
  await changeClose(tx, id, { state: 'reopened', reopened_by: call.principal.userId, reopened_at: at, reason });
  await openMonth(tx, firstDay(month));
  await emit(tx, call.tenant.id, periodReopened, { close_id: id, month, version, reason });
  await recordAudit(tx, call, {
    action: 'period.reopened',
    objectKind: 'period',
    objectId: id,
    before: { state: 'closed' },
    after: { state: 'reopened', month, version, reason },
  });
  return { id };
}

const shownSums = (rows: readonly SumRow[]) =>
  rows.map(({ name, currency, pending, posted }) => ({
    name,
    currency,
    pending: formatMoney(BigInt(pending)),
    posted: formatMoney(BigInt(posted)),
  }));

type Listed = Pick<
  StoredClose,
  'id' | 'month' | 'version' | 'state' | 'head_sequence' | 'head_hash' | 'hash' | 'closed_at' | 'reopened_at' | 'reason'
> & { closed_by: string | null; reopened_by: string | null };

export const toClose = (row: Listed): PeriodClose => ({
  id: row.id,
  month: row.month,
  version: row.version,
  // the check constraint keeps it within its list
  state: row.state as PeriodClose['state'],
  head: { sequence: row.head_sequence, hash: row.head_hash.toString('hex') },
  hash: row.hash.toString('hex'),
  closed_at: unixSeconds(row.closed_at),
  closed_by: row.closed_by,
  reopened_at: row.reopened_at && unixSeconds(row.reopened_at),
  reopened_by: row.reopened_by,
  reason: row.reason,
});

export async function closeDetails(tx: Tx, call: SignedInCall, id: string): Promise<CloseDetails> {
  const close = isId(id) ? await findClose(tx, id) : undefined;
  if (!close) throw new Fault('not_found');
  const { zones } = await termsOfTenant(tx, call.tenant.id);
  const names = await actorNames(
    tx,
    [close.closed_by, close.reopened_by].flatMap((one) => one ?? []),
  );
  const { accounts, legs } = Kept.balances.parse(close.balances);
  const difference = Kept.difference.parse(close.difference);
  const month = { month: close.month, spans: spansOf(zones, close.month) };
  const nameOf = (one: string | null) => (one === null ? null : (names.get(one) ?? null));
  return {
    ...toClose({ ...close, closed_by: nameOf(close.closed_by), reopened_by: nameOf(close.reopened_by) }),
    checks: Kept.checklist.parse(close.checklist),
    accounts: shownSums(accounts),
    legs: shownSums(legs),
    rates: Kept.rates.parse(close.rates),
    difference: difference && shownSums(difference),
    earlier_periods: shownSums(await monthLegs(tx, month, BigInt(close.head_sequence), null)),
  };
}
