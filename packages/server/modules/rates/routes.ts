// The workspace's exchange rates: entered and corrected by account managers, each change in the trail. What was booked stays in its
// own currency; reports follow, since a conversion's rate into the workspace's currency is what the table says of its day.

import { type ExchangeRate, rateList, type rateRoutes } from '@tributary/contract/conversions/rates';
import { formatMoney } from '@tributary/contract/money';
import type { InputOf } from '@tributary/contract/route';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { requireWhole } from '../../http/permission.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { emit, emitAll } from '../../platform/jobs/outbox.repo.ts';
import { historyOf } from '../accounts/index.ts';
import { exportList, recordAudit, recordAudits } from '../audit/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { firstRate, pairOf, type QuotedRate, rateOn, rateText } from './exchange.ts';
import { readRateLines } from './rate-lines.ts';
import { type ListedRate, listedRates, ratesOf, removeRate, saveRates } from './rates.repo.ts';
import { ratesChanged } from './topics.ts';

const HISTORY_SHOWN = 200;

const idOf = ({ base, quote, from }: Pick<QuotedRate, 'base' | 'quote' | 'from'>): string => `${base}-${quote}-${from}`;
const toRate = ({ rate_micros: micros, ...rate }: ListedRate): ExchangeRate => ({
  ...rate,
  rate: formatMoney(BigInt(micros)),
});

type Query = InputOf<(typeof rateRoutes)['exchangeRates']>['query'];

/** a currency in which something was booked, and the days on which no rate turns it into the workspace's own */
export interface MissingDays {
  currency: string;
  /** that wait for it; days on which only clicks or impressions were booked have none */
  conversions: number;
  from: string;
  to: string;
}

/** what was booked is known by the modules above, and is handed in */
export interface RateDeps {
  missingRates(tx: Tx, home: string): Promise<MissingDays[]>;
  /** of these days (UTC): conversions that a rate of the pair shows in the workspace's currency, and sales that one has turned */
  usedBy(
    tx: Tx,
    pair: readonly [string, string],
    from: string,
    until: string | null,
  ): Promise<{ conversions: number; sales: number }>;
  /** throws where one of these days lies in or before a closed month */
  refuseClosed(tx: Tx, tenantId: string, days: readonly string[]): Promise<void>;
  /** of these days (UTC): conversions of the pair that carry no rate */
  waitingFor(
    tx: Tx,
    pair: readonly [string, string],
    from: string,
    until: string | null,
  ): Promise<{ currency: string; conversions: number; revenue: bigint; payout: bigint }[]>;
}

async function listRates(tx: Tx, { tenant }: SignedInCall, deps: RateDeps, query: Query) {
  const { rows, total } = await listedRates.page(tx, query);
  const { currency: home } = await termsOfTenant(tx, tenant.id);
  const missing = await deps.missingRates(tx, home);
  return {
    home_currency: home,
    rows: rows.map(toRate),
    total,
    missing: missing.map(({ currency }) => currency),
    missing_days: missing,
  };
}

/** what it would touch: it holds until the next one of the pair */
async function previewRate(tx: Tx, deps: RateDeps, { base, quote, from }: QuotedRate) {
  const known = await ratesOf(tx);
  const until = known.find((one) => pairOf(one) === pairOf({ base, quote }) && one.from > from)?.from ?? null;
  const before = rateOn(known, base, quote, from);
  const waiting = await deps.waitingFor(tx, [base, quote], from, until);
  const { conversions } = await deps.usedBy(tx, [base, quote], from, until);
  return {
    before: before === null ? null : rateText(before),
    until,
    waiting: waiting.map((one) => ({ ...one, revenue: formatMoney(one.revenue), payout: formatMoney(one.payout) })),
    conversions: conversions - waiting.reduce((sum, one) => sum + one.conversions, 0),
  };
}

/** all of them or none: whoever looks first sees every line that is wrong, and what each good one would change */
async function importRates(tx: Tx, call: SignedInCall, deps: RateDeps, { csv, save }: { csv: string; save: boolean }) {
  const { rows, faults: unread } = readRateLines(csv);
  const stored = storedRates(await ratesOf(tx));
  const reversed = rows.flatMap(({ line, ...rate }) => {
    const message = stored.refusalOf(rate);
    return message === null ? [] : [{ line, message }];
  });
  const faults = [...unread, ...reversed].sort((one, other) => one.line - other.line);
  const [first] = faults;
  if (save && first)
    throw new Fault('invalid_input', `Line ${first.line} of the file is wrong, so nothing was saved. Please mend it.`);
  // what stands there already is no change
  const changes = rows.filter((row) => stored.of(row)?.rateMicros !== row.rateMicros);
  if (save) {
    await deps.refuseClosed(
      tx,
      call.tenant.id,
      changes.map(({ from }) => from),
    );
    const entered = changes.map(({ line, ...rate }) => ({ ...rate, reason: `From a file, line ${line}` }));
    await enterRates(tx, call, entered, stored);
  }
  const isWrong = new Set(reversed.map(({ line }) => line));
  return {
    saved: save,
    faults,
    rows: rows
      .filter(({ line }) => !isWrong.has(line))
      .map(({ rateMicros, ...row }) => {
        const before = stored.of(row);
        return { ...row, rate: formatMoney(rateMicros), before: before ? formatMoney(before.rateMicros) : null };
      }),
  };
}

type Dated = Omit<QuotedRate, 'rateMicros'>;

/** found by currencies and day, however many there are */
function storedRates(known: readonly QuotedRate[]) {
  // with the one that every workspace begins with: the exported file has it, too
  const byId = new Map([firstRate, ...known].map((rate) => [idOf(rate), rate]));
  return {
    of: (rate: Dated) => byId.get(idOf(rate)),
    refusalOf: ({ base, quote, from }: Dated): string | null =>
      byId.has(idOf({ base: quote, quote: base, from }))
        ? `There is a rate of that day the other way round, from ${quote} to ${base}. Please correct that one.`
        : null,
  };
}

const AT_ONCE = 500;

async function enterRates(
  tx: Tx,
  call: SignedInCall,
  rates: readonly (QuotedRate & { reason: string | null })[],
  stored: ReturnType<typeof storedRates>,
): Promise<void> {
  for (let at = 0; at < rates.length; at += AT_ONCE) {
    const some = rates.slice(at, at + AT_ONCE);
    await saveRates(tx, call.tenant.id, some);
    await recordAudits(
      tx,
      call,
      some.map(({ reason, ...rate }) => {
        const before = stored.of(rate);
        return {
          action: before ? 'exchange-rate.corrected' : 'exchange-rate.entered',
          objectKind: 'exchange-rate',
          objectId: pairOf(rate),
          ...(before ? { before: shown(before) } : {}),
          after: { ...shown(rate), reason },
        };
      }),
    );
    await emitAll(
      tx,
      call.tenant.id,
      ratesChanged,
      some.map(({ base, quote, from }) => ({ base, quote, from })),
    );
  }
}

async function setRate(tx: Tx, call: SignedInCall, rate: QuotedRate, reason: string | null): Promise<{ id: string }> {
  const stored = storedRates(await ratesOf(tx));
  const refusal = stored.refusalOf(rate);
  if (refusal !== null) throw new Fault('conflict', refusal);
  await enterRates(tx, call, [{ ...rate, reason }], stored);
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

async function rateUse(tx: Tx, deps: RateDeps, asked: Known) {
  const { rate, others, until } = await findRate(tx, asked);
  const instead = rateOn(others, rate.base, rate.quote, rate.from);
  return {
    ...(await deps.usedBy(tx, [rate.base, rate.quote], rate.from, until)),
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

export const rateHandlers = (deps: RateDeps): Handlers<typeof rateRoutes> => ({
  exchangeRates: inTransaction(({ query }, call, tx) => listRates(tx, call, deps, query)),
  exportExchangeRates: async ({ query }, call) =>
    exportList(
      call,
      { action: 'exchange-rates.exported', objectKind: 'exchange-rate', filter: query },
      rateList,
      allRates(call, query),
    ),
  exchangeRateHistory: inTransaction(({ query }, _call, tx) => rateHistory(tx, query)),
  exchangeRateUse: inTransaction(({ query }, _call, tx) => rateUse(tx, deps, query)),
  takeBackExchangeRate: inTransaction(async ({ body: { reason, ...asked } }, call, tx) => {
    requireWhole(call);
    await deps.refuseClosed(tx, call.tenant.id, [asked.from]);
    return takeBack(tx, call, asked, reason || null);
  }),
  previewExchangeRate: inTransaction(({ query: { rate: rateMicros, ...rest } }, _call, tx) =>
    previewRate(tx, deps, { ...rest, rateMicros }),
  ),
  importExchangeRates: inTransaction(({ body }, call, tx) => {
    requireWhole(call);
    return importRates(tx, call, deps, body);
  }),
  setExchangeRate: inTransaction(async ({ body }, call, tx) => {
    requireWhole(call);
    const { rate: rateMicros, reason, ...rest } = body;
    await deps.refuseClosed(tx, call.tenant.id, [rest.from]);
    return setRate(tx, call, { ...rest, rateMicros }, reason || null);
  }),
});
