// Part of `npm run ledger:verify`: what a conversion was priced at against the terms of its version, its sale and what was given
// back; a payout rule is chosen again, by what came before in the month. Left out: amounts by hand, and what is rejected.
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../../platform/db/database.ts';
import { type ConversionTerms, goalOf, termsAt } from '../../offers/index.ts';
import type { Zones } from '../../tenancy/index.ts';
import { type Conversion, pricedAfter } from '../conversions.repo.ts';
import { amountsOf } from '../pricing/amounts.ts';
import { priceOf, saleOf } from '../pricing/price-conversion.ts';

const AT_ONCE = 1_000;
const FINDINGS = 100;

/** in a transaction bound to the tenant, as the system */
export async function checkPrices(tx: Tx, zones: Zones): Promise<string[]> {
  const known = new Map<string, Promise<ConversionTerms | null>>();
  const termsOf = ({ offer_id: id, terms_version: version }: Conversion) => {
    const name = `${id}/${version}`;
    const terms = known.get(name) ?? (version === null ? Promise.resolve(null) : termsAt(tx, { id }, { version }));
    known.set(name, terms);
    return terms;
  };
  const findings: string[] = [];
  for (let after: string | null = null; findings.length < FINDINGS; ) {
    const some: Conversion[] = await pricedAfter(tx, after, AT_ONCE);
    for (const conversion of some)
      findings.push(...(await checkPrice(tx, zones, conversion, await termsOf(conversion))));
    const last = some.at(-1);
    if (!last || some.length < AT_ONCE) break;
    after = last.id;
  }
  return findings.slice(0, FINDINGS);
}

async function checkPrice(
  tx: Tx,
  zones: Zones,
  conversion: Conversion,
  terms: ConversionTerms | null,
): Promise<string[]> {
  if (!terms) return [];
  const { id, offer_id: offerId, publisher_id: publisherId, at, country, source } = conversion;
  if (terms.currency !== conversion.currency || terms.advertiserId !== conversion.advertiser_id) {
    return [`conversion ${id} is in ${conversion.currency} with ${conversion.advertiser_id}, not as its terms say`];
  }
  const goal = await goalOf(tx, terms, { id: conversion.goal_id });
  if (!goal) return [];
  const thing = { id, offerId, publisherId, goal, at, country, source, sale: saleOf(conversion) };
  const priced = await priceOf(tx, zones, terms, thing);
  const should = amountsOf(priced);
  const payout = conversion.cap_action === 'zero_payout' ? 0n : should.payout;
  const ruleId = priced.rule?.id ?? null;
  const findings: string[] = [];
  if (conversion.revenue !== should.revenue || conversion.payout !== payout) {
    findings.push(
      `conversion ${id} is ${formatMoney(conversion.revenue)} and ${formatMoney(conversion.payout)}, by its terms, sale and refund ${formatMoney(should.revenue)} and ${formatMoney(payout)}`,
    );
  }
  if (conversion.payout_rule_id !== ruleId) {
    findings.push(
      `conversion ${id} names ${ruleName(conversion.payout_rule_id)}, by its terms it is paid by ${ruleName(ruleId)}`,
    );
  }
  return findings;
}

const ruleName = (id: string | null): string => (id === null ? 'no payout rule' : `payout rule ${id}`);
