// What would become of a postback if it came now: it goes the way of a real one, and then nothing of it has happened.
import { createHash, createHmac } from 'node:crypto';
import type { ReceiptOutcome, TraceStep } from '@tributary/contract/conversions/conversions';
import { formatMoney } from '@tributary/contract/money';
import type { Query } from '@tributary/contract/tracker/call-query';
import { type ClickIdFields, decodeClickId } from '@tributary/contract/tracker/click-id';
import {
  clicksIn,
  joinMappings,
  mappedCall,
  mappedClick,
  type PostbackMapping,
} from '@tributary/contract/tracker/postback-mapping';
import { signatureOf, signedText, uncovered } from '@tributary/contract/tracker/postback-signature';
import {
  callFault,
  isKnown,
  type ReceiptCall,
  receiptOffer,
  receiptQuery,
  speakerFor,
} from '@tributary/contract/tracker/receipt-check';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { SnapshotAdvertiser } from '@tributary/contract/tracker/snapshot';
import type { PostbackOutcome } from '@tributary/contract/tracker/verdicts';
import type { SignedInCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import type { StoredReceipt } from '../../events/index.ts';
import { takeHead } from '../../ledger/index.ts';
import { trackerOriginOf } from '../../tenancy/index.ts';
import { readForCall, requireAdvertiser, type SetupDeps } from '../../tracking/index.ts';
import { decide } from './process-receipt.ts';
import { readOnce } from './receipt-facts.ts';

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
  deps: SetupDeps & { key: MacKey },
  advertiserId: string,
  address: string,
): Promise<Checked> {
  try {
    return await call.transaction(async (tx): Promise<never> => {
      throw new Undone(await tryOut(tx, call, deps, advertiserId, address));
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

async function tryOut(
  tx: Tx,
  call: SignedInCall,
  deps: SetupDeps & { key: MacKey },
  advertiserId: string,
  address: string,
): Promise<Checked> {
  await requireAdvertiser(tx, advertiserId);
  const url = urlOf(address, trackerOriginOf(deps.trackerOrigin, call.tenant));
  const at = call.clock.now();
  const query = receiptQuery(url.search.slice(1));
  const kind = url.pathname === '/postback' ? 'postback' : 'pixel';
  const trace: TraceStep[] = [];
  const said = await trackerSays(tx, call.tenant.id, deps, { kind, at: at.getTime(), query }, trace);
  if (said.speaker && said.speaker.id !== advertiserId && kind === 'postback') {
    trace.push({
      step: 'Advertiser',
      saw: `${said.speaker.name} speaks for the click’s offer`,
      result: 'its rules count',
    });
  }
  await takeHead(tx, call.tenant.id);
  const place = { reads: readOnce(tx, call.tenant.id), key: deps.key, secrets: deps.secrets };
  const receipt = receiptOf(query, { kind, at, outcome: said.outcome, advertiser: said.speaker?.number ?? null });
  const { outcome, conversion } = await decide(tx, call, place, receipt, false, trace);
  if (said.outcome !== 'recorded') return { outcome: said.outcome, trace, conversion: null };
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

interface TriedCall {
  kind: 'postback' | 'pixel';
  at: number;
  query: Query;
}

/** by the tracker's own rules, over what its snapshot is made of; only the caller's address is a real call's alone */
async function trackerSays(
  tx: Tx,
  tenantId: string,
  { secrets, key }: SetupDeps & { key: MacKey },
  { kind, at, query }: TriedCall,
  trace: TraceStep[],
): Promise<{ outcome: PostbackOutcome; speaker: SnapshotAdvertiser | null }> {
  const about = async (number: number) => {
    const known = await readForCall(tx, tenantId, number, secrets);
    if (!known) throw new Fault('not_found');
    const owner = known.advertisers.find((one) => one.number === known.offer?.advertiser);
    return { ...known, mapping: joinMappings(owner?.mapping, known.offer?.mapping) };
  };
  const decode = (id: string): ClickIdFields | null => decodeClickId(id, key);
  const own = decode(query.get('click_id'));
  const found = own ? [] : clicksIn(query, (await about(0)).tenant.number, decode);
  const mappings = new Map<number, PostbackMapping | null>();
  for (const { fields } of found) mappings.set(fields.offer, (await about(fields.offer)).mapping);
  const aliased = mappedClick(found, (fields) => mappings.get(fields.offer) ?? null);
  const click = aliased?.fields ?? own;
  const clickId = aliased?.id ?? query.get('click_id');
  const { tenant, offer, advertisers, mapping } = await about(click?.offer ?? 0);
  const senderOf = (number: number) => {
    const source = advertisers.find((one) => one.number === number);
    return source ? { source } : null;
  };
  const owner = offer && senderOf(offer.advertiser);
  let speaker = owner?.source ?? null;
  const hmac = ({ source }: { source: SnapshotAdvertiser }, version: number, text: string): string =>
    createHmac('sha256', secrets.signingKey(source.id, version)).update(text).digest('hex');
  const asked = () => {
    if (kind === 'pixel') return { refused: isKnown(owner) ? null : ('sender_unknown' as const) };
    const found = speakerFor(owner, () => (offer?.formerAdvertisers ?? []).map(senderOf), {
      at,
      query,
      isFrom: () => null,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
      hmac,
    });
    speaker = found.sender?.source ?? null;
    if (speaker) trace.push(...proofSteps(speaker, query, found.refused, hmac));
    return { refused: found.refused, ownWords: speaker?.statusWords };
  };
  const call: ReceiptCall = { kind, at, clickId, text: query.text, read: (name) => query.get(name) };
  const fault = callFault(mappedCall(call, mapping), {
    tenant,
    click,
    offer: offer && receiptOffer(offer, tenant),
    speaker: asked,
  });
  return { outcome: fault?.outcome ?? 'recorded', speaker };
}

function urlOf(address: string, origin: string): URL {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null;
  const isOurs = url?.origin === origin && /^\/(postback|pixel\.(gif|html))$/.test(url.pathname);
  if (!url || !isOurs) throw new Fault('invalid_input', `A postback of this workspace begins with ${origin}/postback?`);
  return url;
}

/** what is said about proofs beyond yes and no */
function proofSteps(
  speaker: SnapshotAdvertiser,
  query: Query,
  refused: PostbackOutcome | null,
  hmac: (sender: { source: SnapshotAdvertiser }, version: number, text: string) => string,
): TraceStep[] {
  const steps: TraceStep[] = [];
  const { postbackNetworks: networks, postbackSignature: version } = speaker;
  if (networks.length > 0) {
    steps.push({ step: 'Address list', saw: networks.join(', '), result: 'asked only when the call comes' });
  }
  if (version !== null && refused !== 'token_mismatch') {
    const right = signatureOf(hmac({ source: speaker }, version, signedText(query.text)));
    const isRight = refused !== 'signature_mismatch';
    const result = !isRight ? `right would be ${right}` : refused === 'signature_expired' ? 'too old' : 'ok';
    steps.push({ step: 'Signature', saw: signatureText(query), result });
  }
  return steps;
}

function signatureText(query: Query): string {
  const given = query.values.filter((_value, at) => query.names[at] === 'signature');
  if (given.length !== 1) return given.length === 0 ? 'none' : 'more than one';
  if (given[0]?.startsWith('v2.')) return 'the new form, which covers the whole call';
  const missing = uncovered(query.text);
  return missing.length === 0 ? 'the old form' : `the old form, which does not cover ${missing.join(', ')}`;
}

/** the row that a tracker would have written */
function receiptOf(
  query: Query,
  told: { kind: 'postback' | 'pixel'; outcome: PostbackOutcome; at: Date; advertiser: number | null },
): StoredReceipt {
  const value = (name: string): string | null => query.get(name) || null;
  return {
    ...told,
    receipt_id: newId(told.at.getTime()),
    click_id: value('click_id'),
    click_at: null,
    offer: null,
    publisher: null,
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
    query: query.text,
    token_digest: null,
    params: Object.fromEntries(query.names.map((name) => [name, query.get(name)])),
  };
}
