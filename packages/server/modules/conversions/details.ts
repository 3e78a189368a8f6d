import { ConversionChange, type ConversionDetails, TraceSteps } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { TrailEntry } from '@tributary/contract/trail';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId } from '../../platform/ids.ts';
import { historyOf } from '../accounts/index.ts';
import { textsOf } from '../events/index.ts';
import { transfersOf } from '../ledger/index.ts';
import { termsAt } from '../offers/index.ts';
import { rateText } from '../rates/index.ts';
import { findConversion } from './conversions.repo.ts';
import { conversionRow } from './log.repo.ts';
import { clickParamsOf, toRow } from './views.ts';

const HISTORY_SHOWN = 100;
const rate = (value: string | null): string | null => (value === null ? null : rateText(BigInt(value)));
const Change = ConversionChange.nullable();

const step = ({ at, actor, action, before, after }: TrailEntry): ConversionDetails['history'][number] => {
  const then = Change.parse(after);
  return { at, actor, action, reason: then?.reason ?? null, before: Change.parse(before), after: then };
};

export async function conversionDetails(tx: Tx, id: string): Promise<ConversionDetails> {
  const row = isId(id) ? await conversionRow(tx, id) : null;
  const conversion = row && (await findConversion(tx, id));
  if (!row || !conversion) throw new Fault('not_found');
  const { terms_version: version } = conversion;
  const terms = await termsAt(tx, { id: row.offer_id }, version === null ? { at: conversion.at } : { version });
  return {
    ...toRow(row),
    goal_token: row.goal_token,
    payout_rule: terms?.rules.find((rule) => rule.id === row.payout_rule_id)?.number ?? null,
    cap: conversion.cap_id && conversion.cap_action ? { id: conversion.cap_id, action: conversion.cap_action } : null,
    home_currency: row.home_currency,
    home_rate: rate(row.home_rate_e12),
    sale_rate: rate(row.sale_rate_e12),
    click_seen: row.click_seen,
    region: row.region,
    city: row.city,
    user_agent: row.user_agent,
    referer: row.referer,
    click_params: clickParamsOf(row),
    params: textsOf(row.params),
    receipt_id: row.receipt_id,
    trace: TraceSteps.parse(row.trace),
    history: (await historyOf(tx, 'conversion', id, HISTORY_SHOWN)).map(step),
    transfers: (await transfersOf(tx, { kind: 'conversion', id })).map((transfer) => ({
      ...transfer,
      at: unixSeconds(transfer.at),
      amount: formatMoney(transfer.amount),
    })),
  };
}
