// One thread from click to money: the click's row with the steps that decided it, the calls that named it, the conversions that came
// of them, and of each its bookings, the calls to the publisher, documents and payments. Every part is read with the reader's eyes.

import type { Section } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import { type ClickIdFields, decodeClickId } from '@tributary/contract/tracker/click-id';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { isVerdict } from '@tributary/contract/tracker/verdicts';
import type { ExplainedConversion, Explanation } from '@tributary/contract/trust/explain';
import type { ExplainedKind } from '@tributary/contract/trust/explain-words';
import { unixSeconds } from '../../../platform/clock.ts';
import type { Actor, Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { documentsOf, paymentsOf } from '../../billing/index.ts';
import {
  conversionDetails,
  type LoggedReceipt,
  receiptById,
  receiptsThatName,
  toReceiptDetails,
} from '../../conversions/index.ts';
import { events, type ScannedEvent } from '../../events/index.ts';
import { deliveriesOf, findDelivery } from '../../postbacks/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { decideAgain, type ReplayDeps } from './decide-again.ts';
import { clickOfConversion, conversionIdsWith, offerNumbered, personNumbered } from './named.repo.ts';

export interface ThreadDeps extends ReplayDeps {
  /** of click ids */
  key: MacKey;
}
/** with whose eyes it is read, and what his role opens */
export interface Reader {
  tenantId: string;
  eyes: Actor;
  opens(section: Section): boolean;
}

const MOST = 50;

/** an id that this installation minted for this workspace; another workspace's is as unknown as a forged one */
export async function genuine(
  tx: Tx,
  { key }: Pick<ThreadDeps, 'key'>,
  tenantId: string,
  id: string,
): Promise<ClickIdFields | null> {
  const fields = decodeClickId(id, key);
  return fields && fields.tenant === (await termsOfTenant(tx, tenantId)).number ? fields : null;
}

export interface Subject {
  kind: ExplainedKind;
  id: string;
  clickId: string | null;
  /** of a call without a genuine click */
  receipt: LoggedReceipt | null;
  /** of a conversion that no click names, such as one added by hand */
  conversionId: string | null;
}

/** null where nothing of the reader's has this id */
export async function subjectOf(tx: Tx, deps: ThreadDeps, reader: Reader, id: string): Promise<Subject | null> {
  const none = { receipt: null, conversionId: null };
  const fields = await genuine(tx, deps, reader.tenantId, id);
  if (fields) return { kind: fields.kind, id, clickId: id, ...none };
  if (!isId(id)) return null;
  const receipt = await receiptById(tx, id);
  if (receipt) return { kind: 'receipt', id, clickId: receipt.click_id, receipt, conversionId: receipt.conversion_id };
  const delivery = await findDelivery(tx, id);
  const conversionId = delivery?.subject_kind === 'conversion' ? delivery.subject_id : id;
  const conversion = await clickOfConversion(tx, conversionId);
  if (!conversion) return null;
  const cause = conversion.receiptId === null ? null : await receiptById(tx, conversion.receiptId);
  return { kind: 'conversion', id: conversionId, clickId: conversion.clickId, receipt: cause, conversionId };
}

async function eventPart(tx: Tx, event: ScannedEvent): Promise<NonNullable<Explanation['event']>> {
  return {
    id: event.event_id,
    kind: event.kind === 'impression' ? 'impression' : 'click',
    at: unixSeconds(event.at),
    offer: await offerNumbered(tx, event.offer),
    publisher: await personNumbered(tx, 'publisher', event.publisher),
    advertiser: await personNumbered(tx, 'advertiser', event.advertiser),
    verdict: isVerdict(event.verdict) ? event.verdict : 'accepted',
    // the tracker writes no other
    sent_to: event.sent_to as NonNullable<Explanation['event']>['sent_to'],
    is_unique: event.is_unique,
    link_code: event.link_code,
    tracking_host: event.tracking_host,
    ip: event.ip,
    country: event.country,
    region: event.region,
    city: event.city,
    isp: event.isp,
    device_type: event.device_type,
    os: event.os,
    browser: event.browser,
    language: event.language,
    user_agent: event.user_agent,
    referer: event.referer,
    source: event.source,
    sub_source: event.sub_source,
    params: event.params,
    snapshot_version: Number(event.snapshot_version),
    terms_version: event.terms_version,
  };
}

async function conversionPart(tx: Tx, id: string, { opens }: Reader): Promise<ExplainedConversion> {
  const details = await conversionDetails(tx, id);
  const claims = (await documentsOf(tx, id)).filter(({ side }) => opens(side === 'publisher' ? 'payouts' : 'billing'));
  const paid = opens('payouts')
    ? await paymentsOf(
        tx,
        claims.map((claim) => claim.id),
      )
    : [];
  return {
    ...details,
    deliveries: opens('logs') ? await deliveriesOf(tx, id) : null,
    documents: claims.map(({ claimed, issued_at, ...document }) => ({
      ...document,
      issued_at: issued_at && unixSeconds(issued_at),
      amount: formatMoney(BigInt(claimed)),
    })),
    payments: paid.map(({ amount_micros, at, ...payment }) => ({
      ...payment,
      at: unixSeconds(at),
      amount: formatMoney(BigInt(amount_micros)),
    })),
  };
}

const isFresh = (known: readonly { receipt_id: string }[], { receipt_id: id }: LoggedReceipt): boolean =>
  !known.some((one) => one.receipt_id === id);

/** what a role does not open of the thread */
const parts: readonly Section[] = ['conversions', 'payouts', 'billing'];

interface Read {
  thread: Omit<Explanation, 'decision'>;
  event: ScannedEvent | null;
  tenantNumber: number;
}

async function readThread(tx: Tx, deps: ThreadDeps, reader: Reader, id: string): Promise<Read> {
  const subject = await subjectOf(tx, deps, reader, id);
  if (!subject) throw new Fault('not_found');
  const { clickId, receipt, conversionId } = subject;
  const fields = clickId === null ? null : await genuine(tx, deps, reader.tenantId, clickId);
  const event =
    fields && clickId ? await events().eventById(tx, reader.tenantId, clickId, new Date(fields.timeMs)) : null;
  const opensConversions = reader.opens('conversions');
  const named = clickId === null ? [] : await receiptsThatName(tx, { clickId }, MOST);
  const calls = receipt && isFresh(named, receipt) ? [...named, receipt] : named;
  const byClick = clickId === null || !opensConversions ? [] : await conversionIdsWith(tx, { clickId }, MOST);
  const ids = [...new Set([...byClick, ...(conversionId && opensConversions ? [conversionId] : [])])];
  if (!event && calls.length === 0 && ids.length === 0) throw new Fault('not_found');
  const conversions: ExplainedConversion[] = [];
  for (const one of ids) conversions.push(await conversionPart(tx, one, reader));
  const thread = {
    id: subject.id,
    kind: subject.kind,
    click_id: clickId,
    event: event && (await eventPart(tx, event)),
    receipts: calls.map(toReceiptDetails),
    conversions,
    closed: parts.filter((section) => !reader.opens(section)),
  };
  return { thread, event, tenantNumber: fields?.tenant ?? 0 };
}

/** the steps are asked once the transaction is over: no connection waits for a program */
export async function explain(
  transaction: <R>(run: (tx: Tx) => Promise<R>) => Promise<R>,
  deps: ThreadDeps,
  reader: Reader,
  id: string,
): Promise<Explanation> {
  const { thread, event, tenantNumber } = await transaction((tx) => readThread(tx, deps, reader, id));
  return {
    ...thread,
    decision: event && (await decideAgain(deps, reader.eyes, reader.tenantId, tenantNumber, event)),
  };
}
