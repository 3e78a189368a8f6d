// The workspace's exchange rates: entered and corrected by account managers, each change in the trail. What was booked stays in its
// own currency; reports follow, since a conversion's rate into the workspace's currency is what the table says of its day.

import { type ExchangeRate, rateList, type rateRoutes } from '@tributary/contract/conversions/rates';
import { formatMoney } from '@tributary/contract/money';
import type { InputOf } from '@tributary/contract/route';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { type Database, systemActor, type Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { exportList, historyOf, recordAudit } from '../audit/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { firstRate, type QuotedRate, rateOn, rateText } from './exchange.ts';
import {
  conversionsWithoutRate,
  firstLots,
  type ListedRate,
  listedRates,
  lotDays,
  ratesOf,
  removeRate,
  rerate,
  saveRate,
  usedBy,
} from './rates.repo.ts';
import { ratesChanged } from './topics.ts';

const HISTORY_SHOWN = 200;
const AT_ONCE = 1_000;

const idOf = ({ base, quote, from }: Pick<QuotedRate, 'base' | 'quote' | 'from'>): string => `${base}-${quote}-${from}`;
const toRate = ({ rate_micros: micros, ...rate }: ListedRate): ExchangeRate => ({
  ...rate,
  rate: formatMoney(BigInt(micros)),
});

type Query = InputOf<(typeof rateRoutes)['exchangeRates']>['query'];

interface MissingDays {
  currency: string;
  from: string;
  to: string;
}

async function missingRates(tx: Tx, home: string): Promise<MissingDays[]> {
  const rates = await ratesOf(tx);
  const hasNone = ({ currency, day }: { currency: string; day: string }) => rateOn(rates, currency, home, day) === null;
  const ofLots = await lotDays(
    tx,
    (await firstLots(tx)).filter(hasNone).map(({ currency }) => currency),
  );
  const spans = new Map((await conversionsWithoutRate(tx)).map((span) => [span.currency, span]));
  for (const { currency, day } of ofLots.filter(hasNone)) {
    const { from, to } = spans.get(currency) ?? { from: day, to: day };
    // days as text stand in their order
    const days = [from, to, day].sort();
    spans.set(currency, { currency, from: days[0] ?? day, to: days[2] ?? day });
  }
  return [...spans.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

async function listRates(tx: Tx, { tenant }: SignedInCall, query: Query) {
  const { rows, total } = await listedRates.page(tx, query);
  const { currency: home } = await termsOfTenant(tx, tenant.id);
  const missing = await missingRates(tx, home);
  return {
    home_currency: home,
    rows: rows.map(toRate),
    total,
    missing: missing.map(({ currency }) => currency),
    missing_days: missing,
  };
}

async function setRate(tx: Tx, call: SignedInCall, rate: QuotedRate, reason: string | null): Promise<{ id: string }> {
  const known = await ratesOf(tx);
  const sameDay = known.filter(({ from }) => from === rate.from);
  const reverse = sameDay.find(({ base, quote }) => base === rate.quote && quote === rate.base);
  if (reverse) {
    throw new Fault(
      'conflict',
      `There is a rate of that day the other way round, from ${reverse.base} to ${reverse.quote}. Please correct that one.`,
    );
  }
  const before = sameDay.find(({ base, quote }) => base === rate.base && quote === rate.quote);
  await saveRate(tx, call.tenant.id, rate);
  await recordAudit(tx, call, {
    action: before ? 'exchange-rate.corrected' : 'exchange-rate.entered',
    objectKind: 'exchange-rate',
    objectId: pairOf(rate),
    ...(before ? { before: shown(before) } : {}),
    after: { ...shown(rate), reason },
  });
  await emit(tx, call.tenant.id, ratesChanged, { base: rate.base, quote: rate.quote, from: rate.from });
  return { id: idOf(rate) };
}

const shown = (one: QuotedRate) => ({ from: one.from, rate: formatMoney(one.rateMicros) });

type Known = Omit<QuotedRate, 'rateMicros'>;

/** the rate, what holds after it, and the rates without it */
async function findRate(tx: Tx, { base, quote, from }: Known) {
  const isIt = (rate: QuotedRate) => rate.base === base && rate.quote === quote && rate.from === from;
  if (isIt(firstRate)) {
    throw new Fault(
      'conflict',
      'Every workspace begins with this rate; it cannot be taken back. Enter one of your own from some day on.',
    );
  }
  const known = await ratesOf(tx);
  const rate = known.find(isIt);
  if (!rate) throw new Fault('not_found');
  const others = known.filter((one) => one !== rate);
  const until = others.find((one) => pairOf(one) === pairOf(rate) && one.from > from)?.from ?? null;
  return { rate, others, until };
}

async function rateUse(tx: Tx, asked: Known) {
  const { rate, others, until } = await findRate(tx, asked);
  const instead = rateOn(others, rate.base, rate.quote, rate.from);
  return {
    ...(await usedBy(tx, [rate.base, rate.quote], rate.from, until)),
    instead: instead === null ? null : rateText(instead),
  };
}

/** what was booked with it stays booked; what is shown by it follows the rate before it, or stands in its own currency */
async function takeBack(tx: Tx, call: SignedInCall, asked: Known, reason: string | null): Promise<{ id: string }> {
  const { rate } = await findRate(tx, asked);
  await removeRate(tx, rate);
  await recordAudit(tx, call, {
    action: 'exchange-rate.taken-back',
    objectKind: 'exchange-rate',
    objectId: pairOf(rate),
    before: shown(rate),
    after: { from: rate.from, reason },
  });
  await emit(tx, call.tenant.id, ratesChanged, { base: rate.base, quote: rate.quote, from: rate.from });
  return { id: idOf(rate) };
}

/** one name for both ways round: it is one story */
export const pairOf = ({ base, quote }: { base: string; quote: string }): string => [base, quote].sort().join('/');

const textIn = (value: unknown, name: string): string | null => {
  const found =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name) : null;
  return typeof found?.[1] === 'string' ? found[1] : null;
};

async function rateHistory(tx: Tx, pair: { base: string; quote: string }) {
  const rows = await historyOf(tx, 'exchange-rate', pairOf(pair), HISTORY_SHOWN);
  return {
    rows: rows.map(({ id, at, actor, before, after }) => ({
      id,
      at,
      actor,
      from: textIn(after, 'from') ?? '',
      rate: textIn(after, 'rate'),
      before: textIn(before, 'rate'),
      reason: textIn(after, 'reason'),
    })),
  };
}

/** at once: the table is small, and every report reads it whole */
async function* allRates(call: SignedInCall, query: Query): AsyncGenerator<ExchangeRate[]> {
  yield (await call.transaction((tx) => listedRates.whole(tx, query))).map(toRate);
}

export const rateHandlers = (): Handlers<typeof rateRoutes> => ({
  exchangeRates: inTransaction(({ query }, call, tx) => listRates(tx, call, query)),
  exportExchangeRates: async ({ query }, call) =>
    exportList(
      call,
      { action: 'exchange-rates.exported', objectKind: 'exchange-rate', filter: query },
      rateList,
      allRates(call, query),
    ),
  exchangeRateHistory: inTransaction(({ query }, _call, tx) => rateHistory(tx, query)),
  exchangeRateUse: inTransaction(({ query }, _call, tx) => rateUse(tx, query)),
  takeBackExchangeRate: inTransaction(({ body: { reason, ...asked } }, call, tx) =>
    takeBack(tx, call, asked, reason || null),
  ),
  setExchangeRate: inTransaction(({ body }, call, tx) => {
    const { rate: rateMicros, reason, ...rest } = body;
    return setRate(tx, call, { ...rest, rateMicros }, reason || null);
  }),
});

/** conversions of the days for which the rate holds come to carry it, so many at a time; what they were booked with stays */
export async function followRate(
  database: Database,
  tenantId: string,
  changed: { base: string; quote: string; from: string },
): Promise<void> {
  const isOfPair = ({ base, quote }: QuotedRate) => pairOf({ base, quote }) === pairOf(changed);
  for (;;) {
    const moved = await database.withTenant(tenantId, systemActor, async (tx) => {
      const rates = await ratesOf(tx);
      const until = rates.filter(isOfPair).find(({ from }) => from > changed.from)?.from ?? null;
      let rows = 0;
      for (const [currency, home] of [
        [changed.base, changed.quote],
        [changed.quote, changed.base],
      ] as const) {
        const rate = rateOn(rates, currency, home, changed.from);
        rows += await rerate(tx, { currency, home, from: changed.from, until, rate, limit: AT_ONCE });
      }
      return rows;
    });
    if (moved === 0) return;
  }
}
