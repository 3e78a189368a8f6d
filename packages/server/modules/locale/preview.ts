// What another zone or currency would touch, before anybody saves it.
import type { LocalePreview, LocaleState } from '@tributary/contract/settings/locale';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf, daysBetween, isSameZone } from '../../platform/zone.ts';
import { hasBooked, missingRates, owedByCurrency } from '../conversions/index.ts';
import { firstCounted } from '../events/index.ts';
import { rateOn, ratesOf, rateText } from '../rates/index.ts';
import { localeOf, nextMidnight, rollupDaysOf } from '../tenancy/index.ts';
import { currencyStays, isUntouched, requireZone } from './change-locale.ts';
import { offersByCurrency } from './offers.repo.ts';

export async function localeState(tx: Tx, tenantId: string): Promise<LocaleState> {
  const { timeZone, currency, next, sourcesSince } = await localeOf(tx, tenantId);
  const { timeZone: counted, rebuild } = await rollupDaysOf(tx, tenantId);
  return {
    time_zone: timeZone,
    currency,
    pending: next && { time_zone: next.timeZone, at: unixSeconds(next.at) },
    rebuild: rebuild && {
      time_zone: counted,
      // days as text stand in their order
      day: [rebuild.next, rebuild.last].sort()[0] ?? rebuild.next,
      done: Math.max(0, daysBetween(rebuild.from, rebuild.next)),
      days: daysBetween(rebuild.from, rebuild.last) + 1,
    },
    sources_since: sourcesSince,
    is_booked: await hasBooked(tx),
    missing: await missingRates(tx, currency),
  };
}

export async function previewLocale(
  tx: Tx,
  tenantId: string,
  asked: { time_zone?: string | undefined; currency?: string | undefined },
  now: Date,
): Promise<LocalePreview> {
  const { timeZone, currency } = await localeOf(tx, tenantId);
  return {
    zone: asked.time_zone === undefined ? null : await previewZone(tx, tenantId, timeZone, asked.time_zone, now),
    currency: asked.currency === undefined ? null : await previewCurrency(tx, currency, asked.currency, now),
  };
}

async function previewZone(tx: Tx, tenantId: string, from: string, to: string, now: Date) {
  await requireZone(tx, to);
  if (isSameZone(from, to)) return null;
  const first = await firstCounted(tx, tenantId);
  const atOnce = await isUntouched(tx, tenantId);
  return {
    from,
    to,
    at: unixSeconds(atOnce ? now : nextMidnight(to, now)),
    at_once: atOnce,
    days: first ? daysBetween(dayOf(first, to), dayOf(now, to)) + 1 : 0,
  };
}

async function previewCurrency(tx: Tx, from: string, to: string, now: Date) {
  if (from === to) return null;
  const isBooked = await hasBooked(tx);
  const rates = await ratesOf(tx);
  const today = now.toISOString().slice(0, 10);
  return {
    from,
    to,
    allowed: !isBooked,
    reason: isBooked ? currencyStays(from) : null,
    offers: (await offersByCurrency(tx)).map(({ currency, offers }) => {
      const rate = rateOn(rates, currency, to, today);
      return { currency, offers, rate: rate === null ? null : rateText(rate) };
    }),
    balances: await owedByCurrency(tx),
  };
}
