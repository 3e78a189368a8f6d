import { formatMoney } from '@tributary/contract/money';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import { firstRate, type QuotedRate } from './exchange.ts';
import { ratesOf, saveRate } from './rates.repo.ts';

export async function listRates(tx: Tx, tenantId: string) {
  const { currency } = await termsOfTenant(tx, tenantId);
  const rows = [firstRate, ...(await ratesOf(tx))].reverse().map(({ base, quote, from, rateMicros }) => ({
    base,
    quote,
    rate: formatMoney(rateMicros),
    from,
  }));
  return { home_currency: currency, rows };
}

export async function setRate(tx: Tx, call: SignedInCall, rate: QuotedRate) {
  await saveRate(tx, call.tenant.id, rate);
  await recordAudit(tx, call, {
    action: 'exchange-rate.set',
    objectKind: 'tenant',
    objectId: call.tenant.id,
    after: { base: rate.base, quote: rate.quote, rate: formatMoney(rate.rateMicros), from: rate.from },
  });
  return { rows: (await listRates(tx, call.tenant.id)).rows };
}
