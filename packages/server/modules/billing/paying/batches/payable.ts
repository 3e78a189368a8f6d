// What paying a document would be: the one computation that preview and approval share.

import {
  type Blocker,
  METHOD_HOLD_HOURS,
  type MethodKind,
  type PayableRow,
  type PayoutDetails,
} from '@tributary/contract/billing/paying';
import { formatMoney } from '@tributary/contract/money';
import { HOUR_MS } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import type { Vault } from '../../../../platform/vault.ts';
import { lastChanges } from '../../../audit/index.ts';
import { type CrossRate, crossOn, pairOf, type QuotedRate, ratesOf, rateText, turnOn } from '../../../rates/index.ts';
import { readSettings } from '../../../settings/index.ts';
import { termsOfTenant } from '../../../tenancy/index.ts';
import { ownRules, profilesOf, type StoredProfile } from '../../documents/tax.repo.ts';
import { formStanding, type Rule, ruleFor, samplesFor } from '../../documents/tax.ts';
import { cutToMinor } from '../../minor-units.ts';
import { todayOf } from '../../today.ts';
import { goneOf, leftOf, waitingOf, withheldOf } from '../../waiting.ts';
import { hasLetters } from '../files/latin.ts';
import { nameInFile } from '../files/pain001.ts';
import { kindIn, openDetails } from '../methods/methods.ts';
import { accountIn, methodIn, microsOf, type PayingRules, payingRules } from '../rules.ts';
import type { PayableFacts as Facts } from './payable.repo.ts';

/** with what the tax profile of its owner says */
export type PayableFacts = Facts & { profile: StoredProfile | null };

export interface PayingScene {
  rules: PayingRules;
  /** in the workspace's currency; a batch above it needs two people, null: none does */
  twoPersonSum: bigint | null;
  /** which form each asks for */
  taxRules: readonly Rule[];
  rates: readonly QuotedRate[];
  /** when somebody entered, changed or took back one of a pair */
  ratesTouched: ReadonlyMap<string, Date>;
  home: string;
  vault: Vault;
  now: Date;
  /** the workspace's: rates and rules are of it */
  day: string;
}

export async function payingScene(tx: Tx, tenantId: string, vault: Vault, now: Date): Promise<PayingScene> {
  const { currency } = await termsOfTenant(tx, tenantId);
  const { value: payment } = await readSettings(tx, tenantId, 'payment');
  const twoPersonSum = payment.two_person_sum === '' ? null : microsOf(payment.two_person_sum);
  const taxRules = [...(await ownRules(tx)), ...samplesFor(payment.country)];
  return {
    rules: await payingRules(tx, tenantId),
    twoPersonSum,
    taxRules,
    rates: await ratesOf(tx),
    ratesTouched: await lastChanges(tx, 'exchange-rate'),
    home: currency,
    vault,
    now,
    day: await todayOf(tx, tenantId, now),
  };
}

/** in one call for all of them */
export async function withProfiles(tx: Tx, rows: readonly Facts[]): Promise<PayableFacts[]> {
  const profiles = await profilesOf(tx, [...new Set(rows.map(({ owner_id }) => owner_id))]);
  return rows.map((row) => ({ ...row, profile: profiles.get(row.owner_id) ?? null }));
}

/** what would be booked; all that an approval compares with its preview */
export interface Payable {
  documentId: string;
  ownerId: string;
  methodId: string | null;
  currency: string;
  gross: bigint;
  /** of what is left of the document: somebody has asked about it, so it is paid once that is answered */
  waiting: bigint;
  withheld: bigint;
  fee: bigint;
  amount: bigint;
  payCurrency: string;
  pay: bigint;
  rate: bigint | null;
  blocked: Blocker;
}

/** as a sentence says it */
export const blockerText: Record<Blocker, string> = {
  none: 'nothing is in the way',
  'not-approved': 'its document is not approved',
  settled: 'it is paid already',
  'under-way': 'it is under way already',
  disputed: 'it is disputed',
  gone: 'it no longer stands, and the next document takes it off',
  'form-missing': 'the tax form is missing',
  'account-closed': 'the publisher’s account is not open',
  'no-method': 'there is no payout method',
  'method-off': 'the method is not offered',
  held: 'the method was changed within 72 hours',
  unreadable: 'the payout details cannot be read',
  name: 'the name has no Latin letters',
  'no-rate': 'an exchange rate is missing',
  'no-account': 'there is no account to pay from',
  'no-columns': 'the columns of the file are not set',
  'below-minimum': 'it is below the minimum of the method',
  'too-small': 'nothing is left after fees',
};

/** the file of these is one of columns */
export const isMapped = (kind: MethodKind): boolean => kind !== 'bank' && kind !== 'paypal';

/** through the workspace's currency where the two are not quoted directly */
const rateTo = ({ rates, home, day }: PayingScene, from: string, to: string): CrossRate | null =>
  crossOn(rates, { from, to, via: home }, day);

/** cut to what the currency has coins for; null: no rate leads there, and nothing needs none */
function inCurrency(micros: bigint, from: string, to: string, scene: PayingScene): bigint | null {
  const turned = micros === 0n ? 0n : (rateTo(scene, from, to)?.turn(micros) ?? null);
  return turned === null ? null : cutToMinor(turned, to);
}

export function payableOf(facts: PayableFacts, scene: PayingScene): Payable {
  const kind = facts.method_kind === null ? null : kindIn(facts.method_kind);
  const left = leftOf(facts);
  const waiting = waitingOf(facts);
  // where nothing else is left, the row says what waits
  const gross = left > waiting ? left - waiting : left;
  const withheld = withheldOf(facts, gross);
  const method = kind && methodIn(scene.rules, kind);
  // fees are in the workspace's currency; one that no rate turns is not taken, and nothing is paid either
  const fee = method ? (inCurrency(microsOf(method.fee), scene.home, facts.currency, scene) ?? 0n) : 0n;
  const amount = gross - withheld - fee;
  const payCurrency = facts.method_currency ?? facts.currency;
  const rate = rateTo(scene, facts.currency, payCurrency)?.rate ?? null;
  const pay = amount > 0n ? (inCurrency(amount, facts.currency, payCurrency, scene) ?? 0n) : 0n;
  const computed = {
    documentId: facts.id,
    ownerId: facts.owner_id,
    methodId: facts.method_id,
    currency: facts.currency,
    gross,
    waiting,
    withheld,
    fee,
    amount,
    payCurrency,
    pay,
    rate: payCurrency === facts.currency ? null : rate,
  };
  return { ...computed, blocked: blockerOf(facts, computed, kind, scene) };
}

function blockerOf(
  facts: PayableFacts,
  { pay, payCurrency, gross, waiting }: Omit<Payable, 'blocked'>,
  kind: MethodKind | null,
  scene: PayingScene,
): Blocker {
  const { rules, taxRules, vault, now, day } = scene;
  if (facts.is_under_way || facts.state === 'paying') return 'under-way';
  if (facts.state === 'paid' || gross <= 0n) return 'settled';
  if (facts.state !== 'approved' && facts.state !== 'part-paid') return 'not-approved';
  if (waiting > 0n && waiting === leftOf(facts)) return goneOf(facts) === waiting ? 'gone' : 'disputed';
  const form = formStanding(ruleFor(taxRules, 'publisher', facts.profile, day), facts.profile, day);
  if (form === 'missing' || form === 'expired') return 'form-missing';
  if (facts.deleted_at !== null || facts.status !== 'approved') return 'account-closed';
  if (kind === null || facts.method_id === null) return 'no-method';
  const method = methodIn(rules, kind);
  if (!method) return 'method-off';
  if (facts.held_until && facts.held_until > now) return 'held';
  const details = detailsOf(facts, vault);
  if (!details) return 'unreadable';
  if (kind === 'bank' && !hasLetters(nameInFile(details.name))) return 'name';
  const minimum = inCurrency(microsOf(method.minimum), scene.home, facts.currency, scene);
  const fee = inCurrency(microsOf(method.fee), scene.home, facts.currency, scene);
  if (minimum === null || fee === null) return 'no-rate';
  if (rateTo(scene, facts.currency, payCurrency) === null) return 'no-rate';
  if (kind === 'bank' && !accountIn(rules, payCurrency)) return 'no-account';
  if (isMapped(kind) && method.columns.length === 0) return 'no-columns';
  if (pay <= 0n) return 'too-small';
  // the rest of what was paid in part was large enough once
  const isRest = BigInt(facts.settled_micros) > 0n;
  return !isRest && gross < minimum ? 'below-minimum' : 'none';
}

function detailsOf(facts: PayableFacts, vault: Vault): PayoutDetails | null {
  const { method_id: id, sealed, tenant_id } = facts;
  return id === null || sealed === null ? null : openDetails(vault, { id, sealed, tenant_id });
}

/**
 * What is paid together, in the workspace's currency; null where a rate is missing. Of each the greater of what is owed and what
 * leaves the bank: whoever sets one rate too low or too high makes the sum no smaller by it.
 */
export function homeSum(payables: readonly Payable[], { rates, home, day }: PayingScene): bigint | null {
  let sum = 0n;
  for (const { blocked, amount, currency, pay, payCurrency } of payables) {
    if (blocked !== 'none') continue;
    const owed = turnOn(amount, rates, currency, home, day);
    const leaves = turnOn(pay, rates, payCurrency, home, day);
    if (owed === null || leaves === null) return null;
    if (owed > leaves) sum += owed;
    else sum += leaves;
  }
  return sum;
}

export const payableRow = (facts: PayableFacts, payable: Payable, scene: PayingScene): PayableRow => {
  const details = detailsOf(facts, scene.vault);
  return {
    id: facts.id,
    number: facts.number_text ?? '',
    publisher: { id: facts.owner_id, number: facts.user_sequence_id, name: `${facts.first_name} ${facts.last_name}` },
    due_on: facts.due_on,
    currency: payable.currency,
    gross: formatMoney(payable.gross),
    waiting: formatMoney(payable.waiting),
    withheld: formatMoney(payable.withheld),
    fee: formatMoney(payable.fee),
    pay: formatMoney(payable.pay),
    pay_currency: payable.payCurrency,
    rate: payable.rate === null ? null : rateText(payable.rate),
    rate_via: payable.rate === null ? null : (rateTo(scene, payable.currency, payable.payCurrency)?.via ?? null),
    last_failure: facts.last_failure,
    method: facts.method_kind === null ? null : kindIn(facts.method_kind),
    mask: facts.mask,
    name_in_file: details && nameInFile(details.name),
    blocked: payable.blocked,
  };
};

/** somebody has touched a rate that it is paid or measured by as lately as would hold a changed method */
function usesNewRate(payables: readonly Payable[], { ratesTouched, home, now }: PayingScene): boolean {
  const since = now.getTime() - METHOD_HOLD_HOURS * HOUR_MS;
  const isNew = (base: string, quote: string): boolean =>
    base !== quote && (ratesTouched.get(pairOf({ base, quote }))?.getTime() ?? 0) > since;
  return payables.some(
    ({ blocked, currency, payCurrency }) =>
      blocked === 'none' && (isNew(currency, home) || isNew(currency, payCurrency) || isNew(payCurrency, home)),
  );
}

/**
 * What cannot be added up may be anything. `alone`: what the same people have approved without a second person within a day; so that
 * a sum cannot be cut into batches that stay below the limit.
 */
export function needsTwo(payables: readonly Payable[], scene: PayingScene, alone: bigint | null): boolean {
  const { twoPersonSum: limit } = scene;
  if (limit === null) return false;
  const sum = homeSum(payables, scene);
  if (sum === null || alone === null) return true;
  return limit === 0n || sum + alone > limit || usesNewRate(payables, scene);
}
