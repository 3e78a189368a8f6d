// What would become of a postback if it came now: it goes the way of a real one, and then nothing of it has happened.
import { createHmac } from 'node:crypto';
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions';
import { formatMoney } from '@tributary/contract/money';
import {
  SIGNATURE_WINDOW_SECONDS,
  signatureOf,
  signedCall,
  signedSeconds,
  signedText,
  uncovered,
} from '@tributary/contract/postback-signature';
import type { MacKey } from '@tributary/contract/siphash';
import type { PostbackOutcome } from '@tributary/contract/verdicts';
import type { SignedInCall } from '../../http/call.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { newId } from '../../platform/ids.ts';
import type { StoredReceipt } from '../events/index.ts';
import { takeHead } from '../ledger/index.ts';
import { tenantOrigin } from '../tenancy/index.ts';
import type { PostbackAuth } from '../tracking/index.ts';
import { readOnce } from './judge-receipt.ts';
import { authOf, requireAdvertiser, type SetupParts } from './postback-setup.ts';
import { decide } from './process-receipt.ts';

interface Checked {
  outcome: ReceiptOutcome;
  trace: TraceStep[];
  conversion: { status: string; revenue: string; payout: string; currency: string } | null;
}

/** carries the result out of the transaction that it undoes */
class Undone extends Error {
  readonly result: Checked;
  constructor(result: Checked) {
    super('undone');
    this.result = result;
  }
}

export async function checkPostback(
  call: SignedInCall,
  parts: SetupParts & { key: MacKey },
  advertiserId: string,
  address: string,
): Promise<Checked> {
  try {
    return await call.transaction(async (tx): Promise<never> => {
      throw new Undone(await tryOut(tx, call, parts, advertiserId, address));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

async function tryOut(
  tx: Tx,
  call: SignedInCall,
  parts: SetupParts & { key: MacKey },
  advertiserId: string,
  address: string,
): Promise<Checked> {
  const advertiser = await requireAdvertiser(tx, advertiserId);
  const url = urlOf(address, tenantOrigin(parts.trackerOrigin, call.tenant.subdomain));
  const at = call.clock.now();
  const isPixel = url.pathname !== '/postback';
  const auth = await authOf(tx, advertiser.id);
  const trace: TraceStep[] = [];
  const kind = isPixel ? 'pixel' : 'postback';
  const refusal = isPixel ? null : senderRefusal(url, auth, parts, advertiser.id, at, trace);
  const receipt = receiptOf(url, { kind, outcome: refusal, at });
  if (auth.networks.length > 0 && !isPixel) {
    trace.push({ step: 'Address list', saw: auth.networks.join(', '), result: 'asked only when the call comes' });
  }
  await takeHead(tx, call.tenant.id);
  const place = { reads: readOnce(tx, call.tenant.id), key: parts.key };
  const { outcome, conversion } = await decide(tx, call, place, receipt, false, trace);
  if (conversion && conversion.advertiser_id !== advertiser.id && !isPixel) {
    trace.push({ step: 'Advertiser', saw: 'the click is for another advertiser’s offer', result: 'token_mismatch' });
    return { outcome: 'token_mismatch', trace, conversion: null };
  }
  return {
    outcome,
    trace,
    conversion: conversion && {
      status: conversion.status,
      revenue: formatMoney(conversion.revenue),
      payout: formatMoney(conversion.payout),
      currency: conversion.currency,
    },
  };
}

function urlOf(address: string, origin: string): URL {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  const isOurs = url?.origin === origin && /^\/(postback|pixel\.(gif|html))$/.test(url.pathname);
  if (!url || !isOurs) throw new Fault('invalid_input', `A postback of this workspace begins with ${origin}/postback?`);
  return url;
}

/** as the tracker asks, but for the caller's address, which only a real call has */
function senderRefusal(
  { searchParams: values, search }: URL,
  auth: PostbackAuth,
  { secrets }: SetupParts,
  advertiserId: string,
  at: Date,
  trace: TraceStep[],
): PostbackOutcome | null {
  const { version } = auth;
  if (auth.tokenRequired && values.get('token') !== secrets.token(advertiserId, version)) return 'token_mismatch';
  if (!auth.signatureRequired) return null;
  const query = search.slice(1);
  const hmac = (text: string) =>
    createHmac('sha256', secrets.signingKey(advertiserId, version)).update(text).digest('hex');
  const signed = signedCall(query, (name) => values.get(name) ?? '');
  const isRight = signed?.given.toLowerCase() === hmac(signed?.text ?? '');
  const ageSeconds = Math.abs(at.getTime() / 1_000 - signedSeconds(values.get('ts') ?? ''));
  const isFresh = ageSeconds <= SIGNATURE_WINDOW_SECONDS;
  const result = !isRight ? `right would be ${signatureOf(hmac(signedText(query)))}` : isFresh ? 'ok' : 'too old';
  trace.push({ step: 'Signature', saw: signatureText(query, values), result });
  return isRight ? (isFresh ? null : 'signature_expired') : 'signature_mismatch';
}

function signatureText(query: string, values: URLSearchParams): string {
  const given = values.getAll('signature');
  if (given.length !== 1) return given.length === 0 ? 'none' : 'more than one';
  if (given[0]?.startsWith('v2.')) return 'the new form, which covers the whole call';
  const missing = uncovered(query);
  return missing.length === 0 ? 'the old form' : `the old form, which does not cover ${missing.join(', ')}`;
}

function receiptOf(
  { searchParams: values, search }: URL,
  { kind, outcome, at }: { kind: 'postback' | 'pixel'; outcome: PostbackOutcome | null; at: Date },
): StoredReceipt {
  const value = (name: string): string | null => values.get(name) || null;
  return {
    receipt_id: newId(at.getTime()),
    kind,
    at,
    outcome: outcome ?? 'recorded',
    click_id: value('click_id'),
    click_at: null,
    offer: null,
    publisher: null,
    advertiser: null,
    txn_id: value('txn_id'),
    goal: value('goal'),
    status: value('status'),
    sale_amount: value('sale_amount'),
    currency: value('currency'),
    ip: null,
    country: null,
    user_agent: null,
    referer: null,
    method: 'GET',
    query: search.slice(1),
    params: Object.fromEntries(values),
  };
}
