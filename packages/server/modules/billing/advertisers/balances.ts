// An advertiser's account as account managers and the advertiser itself see it.

import type { AdvertiserAccount, AdvertiserBalance } from '@tributary/contract/billing/advertisers';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { recordAudit } from '../../audit/index.ts';
import { waitingForCredit } from '../../conversions/index.ts';
import { ownTerms, saveOwnTerms } from '../documents/terms.repo.ts';
import { todayOf } from '../today.ts';
import { type BalanceRow, type BalancesOn, balanceOf } from './balances.repo.ts';
import { standingOf, usedPercent } from './credit.ts';
import { requireAdvertiser } from './deposits.ts';
import { currencyBalances, homeRates } from './exposure.repo.ts';

export const balancesOn = async (tx: Tx, { tenant, clock }: SignedInCall): Promise<BalancesOn> => ({
  rates: await homeRates(tx, tenant.id, clock.now()),
  today: await todayOf(tx, tenant.id, clock.now()),
});

export function shownBalance(row: BalanceRow, home: string): AdvertiserBalance {
  const limit = row.limit_micros === null ? null : BigInt(row.limit_micros);
  const [receivable, pending, prepaid, exposure] = [row.receivable, row.pending, row.prepaid, row.exposure].map(
    BigInt,
  ) as [bigint, bigint, bigint, bigint];
  return {
    id: row.id,
    advertiser: { id: row.id, number: row.number, name: `${row.first_name} ${row.last_name}` },
    currency: home,
    receivable: formatMoney(receivable),
    pending: formatMoney(pending),
    prepaid: formatMoney(prepaid),
    exposure: formatMoney(exposure),
    limit: limit === null ? null : formatMoney(limit),
    used: limit === null ? null : usedPercent({ limit, receivable, pending, prepaid, exposure }),
    standing: standingOf(row.level),
    stopped_at: row.stopped_at && unixSeconds(row.stopped_at),
    overshoot: formatMoney(limit !== null && exposure > limit ? exposure - limit : 0n),
    overdue: formatMoney(BigInt(row.overdue)),
    overdue_count: row.overdue_count,
    unrated: row.unrated,
    version: row.version,
  };
}

const shownCurrencies = async (tx: Tx, id: string) =>
  (await currencyBalances(tx, id)).map(({ currency, receivable, pending, prepaid }) => ({
    currency,
    receivable: formatMoney(receivable),
    pending: formatMoney(pending),
    prepaid: formatMoney(prepaid),
  }));

export async function accountOf(tx: Tx, call: SignedInCall, id: string): Promise<AdvertiserAccount> {
  const on = await balancesOn(tx, call);
  const row = isId(id) ? await balanceOf(tx, id, on) : undefined;
  if (!row) throw new Fault('not_found');
  const { netDays, poNumber, version: termsVersion } = await ownTerms(tx, id);
  return {
    ...shownBalance(row, on.rates.home),
    currencies: await shownCurrencies(tx, id),
    net_days: netDays,
    po_number: poNumber,
    terms_version: termsVersion,
    waiting: await waitingForCredit(tx, id),
  };
}

/** what the portal shows of it */
export async function ownAccount(tx: Tx, call: SignedInCall) {
  const id = call.principal.userId;
  const on = await balancesOn(tx, call);
  const row = await balanceOf(tx, id, on);
  if (!row) throw new Fault('not_found');
  const { id: _id, advertiser, version: _version, ...amounts } = shownBalance(row, on.rates.home);
  return { number: advertiser.number, amounts: { ...amounts, currencies: await shownCurrencies(tx, id) } };
}

export async function setTerms(
  tx: Tx,
  call: SignedInCall,
  id: string,
  {
    net_days,
    po_number,
    terms_version: version,
  }: { net_days: number | null; po_number: string; terms_version: number },
): Promise<void> {
  const { id: ownerId } = await requireAdvertiser(tx, id);
  const before = await ownTerms(tx, ownerId);
  const after = { ...before, netDays: net_days, poNumber: po_number || null };
  const of = { tenantId: call.tenant.id, ownerId, side: 'advertiser', at: call.clock.now() } as const;
  if (before.version !== version || !(await saveOwnTerms(tx, of, after))) throw new Fault('conflict');
  await recordAudit(tx, call, {
    action: 'advertiser.billing-terms-set',
    objectKind: 'advertiser',
    objectId: ownerId,
    before: { net_days: before.netDays, po_number: before.poNumber },
    after: { net_days: after.netDays, po_number: after.poNumber },
  });
}
