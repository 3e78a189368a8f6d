// Part of `npm run ledger:verify`: what a conversion was priced at against the terms of its version, its sale and what was given
// back. Left out: amounts by hand, what is rejected, and offers with payout rules, whose choice hangs on more than the row.
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../platform/db/database.ts';
import { type ConversionTerms, goalOf, termsAt } from '../offers/index.ts';
import { amountsOf } from './amounts.ts';
import { type Conversion, pricedAfter } from './conversions.repo.ts';
import { convert } from './exchange.ts';

const AT_ONCE = 1_000;
const FINDINGS = 100;

/** in a transaction bound to the tenant, as the system */
export async function checkPrices(tx: Tx): Promise<string[]> {
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
    for (const conversion of some) findings.push(...(await checkPrice(tx, conversion, await termsOf(conversion))));
    const last = some.at(-1);
    if (!last || some.length < AT_ONCE) break;
    after = last.id;
  }
  return findings.slice(0, FINDINGS);
}

async function checkPrice(tx: Tx, conversion: Conversion, terms: ConversionTerms | null): Promise<string[]> {
  if (!terms) return [];
  const { id, sale, sale_rate_e12: rate, refunded } = conversion;
  if (terms.currency !== conversion.currency || terms.advertiserId !== conversion.advertiser_id) {
    return [`conversion ${id} is in ${conversion.currency} with ${conversion.advertiser_id}, not as its terms say`];
  }
  if (terms.rules.length > 0) return [];
  const goal = await goalOf(tx, terms, { id: conversion.goal_id });
  if (!goal) return [];
  const gross = sale === null || rate === null ? null : convert(sale, BigInt(rate));
  const left = gross === null ? null : gross > refunded ? gross - refunded : 0n;
  const should = amountsOf({ type: terms.type, goal, rule: null, sale: left });
  const payout = conversion.cap_action === 'zero_payout' ? 0n : should.payout;
  if (conversion.revenue === should.revenue && conversion.payout === payout) return [];
  return [
    `conversion ${id} is ${formatMoney(conversion.revenue)} and ${formatMoney(conversion.payout)}, by its terms, sale and refund ${formatMoney(should.revenue)} and ${formatMoney(payout)}`,
  ];
}
