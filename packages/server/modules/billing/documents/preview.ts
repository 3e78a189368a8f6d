// What a run of invoices would make, without making it: who, how much, in which currency, and who is carried on.
import type { InvoicePreview } from '@tributary/contract/billing/advertisers';
import type { Side } from '@tributary/contract/billing/money';
import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../../http/call.ts';
import { requireWhole } from '../../../http/permission.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { addDays } from '../../../platform/zone.ts';
import { findPartner } from '../../accounts/index.ts';
import { bookedDayAt, termsOfTenant } from '../../tenancy/index.ts';
import { accountsAfter, wouldClaim } from './claims.repo.ts';
import { draftScene, taxesFor, weighed } from './draft.ts';
import { lacksRate } from './runs.ts';
import { ownTerms } from './terms.repo.ts';
import { mergeTerms, requirePartner } from './terms.ts';

/** accounts that are looked at: a longer list nobody reads before he says yes */
const MOST = 300;

interface PreviewOf {
  side: Side;
  /** its last day */
  periodTo: string;
  onlyOwner?: string | undefined;
}

export async function previewRun(tx: Tx, call: SignedInCall, { side, periodTo, onlyOwner }: PreviewOf) {
  requireWhole(call);
  const { id: tenantId } = call.tenant;
  const now = call.clock.now();
  if (onlyOwner !== undefined) await requirePartner(tx, side, onlyOwner);
  const scene = await draftScene(tx, tenantId);
  const { cut } = scene.settings;
  const { timeZone } = bookedDayAt((await termsOfTenant(tx, tenantId)).zones, now);
  const accounts = await accountsAfter(tx, side, null, onlyOwner ?? null, MOST + 1);
  const rows: InvoicePreview['rows'] = [];
  const sums = new Map<string, { invoices: number; total: bigint }>();
  for (const { ownerId, currency } of accounts.slice(0, MOST)) {
    const of = { tenantId, side, ownerId, currency, now };
    const terms = mergeTerms(scene.settings, side, await ownTerms(tx, ownerId));
    const until = { cut, end: addDays(periodTo, 1), holdDays: terms.holdDays, now, timeZone };
    const claims = await wouldClaim(tx, of, until);
    if (claims.entries === 0) continue;
    const why = (await lacksRate(tx, tenantId, currency, now)) ? ('no-rate' as const) : null;
    const { net, reason } = await weighed(tx, of, terms, claims);
    const carried = why ?? reason;
    const vat = carried ? 0n : (await taxesFor(tx, { ...of, net }, scene)).vat;
    const owner = await findPartner(tx, side, { id: ownerId }, { deletedToo: true });
    rows.push({
      id: `${ownerId}.${currency}`,
      owner: { id: ownerId, number: owner?.number ?? 0, name: owner?.name ?? '' },
      currency,
      net: formatMoney(net),
      vat: formatMoney(vat),
      total: formatMoney(net + vat),
      carried,
    });
    if (carried) continue;
    const sum = sums.get(currency) ?? { invoices: 0, total: 0n };
    sums.set(currency, { invoices: sum.invoices + 1, total: sum.total + net + vat });
  }
  return {
    rows,
    is_cut: accounts.length > MOST,
    totals: [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { invoices, total }]) => ({ currency, invoices, total: formatMoney(total) })),
  };
}
