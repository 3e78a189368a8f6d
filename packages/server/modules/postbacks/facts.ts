// Gathers what macros and webhooks say about a conversion.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { findPartner, type Partner } from '../accounts/index.ts';
import type { Conversion } from '../conversions/index.ts';
import { textsOf } from '../events/index.ts';
import { goalOf, termsAt } from '../offers/index.ts';
import { termsOfTenant } from '../tenancy/index.ts';
import type { Facts } from './macro-values.ts';

/** null where the publisher or the goal is no more */
export async function factsOf(
  tx: Tx,
  conversion: Conversion,
  status: ConversionStatus,
): Promise<{ facts: Facts; publisher: Partner } | null> {
  const terms = await termsAt(tx, { id: conversion.offer_id }, { at: conversion.at });
  const publisher = await findPartner(tx, 'publisher', { id: conversion.publisher_id });
  const { timeZone } = await termsOfTenant(tx, conversion.tenant_id);
  if (!terms || !publisher) return null;
  const goal = (await goalOf(tx, terms, { id: conversion.goal_id })) ?? { number: 0, name: '', token: '' };
  const facts: Facts = {
    conversion: {
      id: conversion.id,
      at: conversion.at,
      clickAt: conversion.click_at,
      clickId: conversion.click_id,
      status,
      sequence: conversion.sequence,
      onHold: status === 'pending' && conversion.hold_until !== null,
      payout: conversion.payout,
      currency: conversion.currency,
      columns: columnsOf(conversion),
      clickParams: textsOf(conversion.click_params),
      params: textsOf(conversion.params),
    },
    offer: terms,
    goal,
    publisher,
    timeZone,
  };
  return { facts, publisher };
}

const columnsOf = (row: Conversion): Record<string, string | null> => ({
  source: row.source,
  sub_source: row.sub_source,
  country: row.country,
  region: row.region,
  city: row.city,
  device_type: row.device_type,
  device_brand: row.device_brand,
  device_model: row.device_model,
  os: row.os,
  os_version: row.os_version,
  browser: row.browser,
  browser_version: row.browser_version,
  user_agent: row.user_agent,
  language: row.language,
  referer: row.referer,
  isp: row.isp,
  ip: row.ip,
});

/** for the test button: values that look like real ones and can be told from them */
export function sampleFacts(publisher: Partner, timeZone: string, at: Date): Facts {
  const clickAt = new Date(at.getTime() - 90_000);
  return {
    conversion: {
      id: newId(at.getTime()),
      at,
      clickAt,
      clickId: 'TEST-CLICK-ID',
      status: 'approved',
      sequence: 1,
      onHold: false,
      payout: 1_500_000n,
      currency: 'USD',
      columns: { source: 'test-source', country: 'US', device_type: 'mobile', os: 'android', ip: '192.0.2.1' },
      clickParams: { p1: 'TEST-P1' },
      params: { sub1: 'TEST-SUB1' },
    },
    offer: {
      id: 'TEST-CAMPAIGN',
      number: 0,
      title: 'Test campaign',
      type: 'CPR',
      category: null,
      appId: null,
      hidePayout: false,
    },
    goal: { number: 1, name: 'Default', token: '' },
    publisher,
    timeZone,
  };
}
