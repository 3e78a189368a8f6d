// A draft: what an account's document would say now. It holds its claims and is made anew as often as anybody likes.
import type { Side } from '@tributary/contract/billing/money';
import type { Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { startOf } from '../../../platform/zone.ts';
import { convert, rateOn, ratesInTurn } from '../../rates/index.ts';
import { bookedDayAt, termsOfTenant, zoneAt } from '../../tenancy/index.ts';
import { cutToMinor } from '../minor-units.ts';
import { todayOf } from '../today.ts';
import { addClaimLines, type Cutoff, claimEntries } from './claims.repo.ts';
import { customerOf } from './customer.ts';
import {
  addDocument,
  addLines,
  carriedRounding,
  changeDocument,
  lastPosition,
  type NewLine,
  removeDocument,
  removeDraft,
  removeTaxLines,
} from './documents.repo.ts';
import { netOfYear, ownRules, profileOf, type StoredProfile } from './tax.repo.ts';
import {
  type FormStanding,
  formStanding,
  hasAgreement,
  type Rule,
  ruleFor,
  samplesFor,
  taxesOn,
  textsOf,
} from './tax.ts';
import { ownTerms } from './terms.repo.ts';
import { mergeTerms, type PaymentSettings, paymentSettings, type Terms } from './terms.ts';

export interface DraftOf {
  tenantId: string;
  side: Side;
  ownerId: string;
  currency: string;
  /** YYYY-MM-DD, and the day after the last */
  periodFrom: string;
  periodTo: string;
  cut: Cutoff['cut'];
  runId: string | null;
  now: Date;
}
export type Drafted =
  | { outcome: 'draft'; documentId: string; amount: bigint }
  | { outcome: 'carried'; reason: 'negative' | 'below-minimum' | 'no-rate'; amount: bigint }
  | { outcome: 'nothing'; amount: bigint };

/** what is the same for every account of a run: read once for a lot of them. A draft may be moments old; an issue reads it anew */
export interface DraftScene {
  settings: PaymentSettings;
  rules: readonly Rule[];
}
export const draftScene = async (tx: Tx, tenantId: string): Promise<DraftScene> => {
  const settings = await paymentSettings(tx, tenantId);
  return { settings, rules: [...(await ownRules(tx)), ...samplesFor(settings.country)] };
};

/** whoever writes money takes the head before any other lock: whoever calls this has it */
export async function buildDraft(tx: Tx, of: DraftOf, scene: DraftScene): Promise<Drafted> {
  const { tenantId, side, ownerId, currency, now } = of;
  await removeDraft(tx, side, ownerId, currency);
  const home = await termsOfTenant(tx, tenantId);
  const timeZone = zoneAt(home.zones, now);
  const terms = mergeTerms(scene.settings, side, await ownTerms(tx, ownerId));
  const id = newId(now.getTime());
  const { periodFrom, periodTo, cut, runId } = of;
  const kind = side === 'advertiser' ? 'invoice' : 'self-bill';
  const { poNumber } = terms;
  await addDocument(tx, {
    tenantId,
    id,
    side,
    kind,
    ownerId,
    currency,
    periodFrom,
    periodTo,
    runId,
    poNumber,
    at: now,
  });
  const claim = { side, ownerId, currency, documentId: id };
  const { holdDays } = terms;
  const { entries, sum } = await claimEntries(tx, claim, { cut, end: periodTo, holdDays, now, timeZone });
  const { net, reason } = await weighed(tx, of, terms, { entries, sum });
  if (entries === 0 || reason) {
    await removeDocument(tx, id);
    return reason ? { outcome: 'carried', reason, amount: sum } : { outcome: 'nothing', amount: 0n };
  }
  const lines = await addClaimLines(tx, { side, documentId: id, timeZone });
  await applyTaxes(tx, { ...of, id, net, rounding: net - sum }, { scene, lines, entries });
  return { outcome: 'draft', documentId: id, amount: net };
}

type Weighed = Pick<DraftOf, 'tenantId' | 'side' | 'ownerId' | 'currency' | 'now'>;

/** what the document's net is, with what the one before was cut by; and why there is none, if so */
export async function weighed(
  tx: Tx,
  { tenantId, side, ownerId, currency, now }: Weighed,
  { minimum }: Terms,
  { entries, sum }: { entries: number; sum: bigint },
): Promise<{ net: bigint; reason: 'negative' | 'below-minimum' | 'no-rate' | null }> {
  const net = cutToMinor(sum + (await carriedRounding(tx, side, ownerId, currency)), currency);
  if (entries === 0) return { net, reason: null };
  if (net <= 0n) return { net, reason: 'negative' };
  if (minimum === 0n) return { net, reason: null };
  const { currency: home } = await termsOfTenant(tx, tenantId);
  const rate = rateOn(await ratesInTurn(tx), currency, home, await todayOf(tx, tenantId, now));
  if (rate === null) return { net, reason: 'no-rate' };
  return { net, reason: convert(net, rate) < minimum ? 'below-minimum' : null };
}

export interface TaxedDocument {
  tenantId: string;
  id: string;
  side: Side;
  ownerId: string;
  currency: string;
  net: bigint;
  rounding: bigint;
  now: Date;
}
export interface TaxContext {
  day: string;
  timeZone: string;
  profile: StoredProfile | null;
  rule: Rule | null;
  form: FormStanding;
}

export async function taxContext(
  tx: Tx,
  { tenantId, side, ownerId, now }: Pick<TaxedDocument, 'tenantId' | 'side' | 'ownerId' | 'now'>,
  scene?: DraftScene,
): Promise<TaxContext> {
  const { zones } = await termsOfTenant(tx, tenantId);
  const { day, timeZone } = bookedDayAt(zones, now);
  const { rules } = scene ?? (await draftScene(tx, tenantId));
  const profile = await (side === 'advertiser' ? customerOf(tx, ownerId) : profileOf(tx, ownerId));
  const rule = ruleFor(rules, side, profile, day);
  return { day, timeZone, profile, rule, form: formStanding(rule, profile, day) };
}

/** VAT and withholding of a net, by the rules of the day */
export async function taxesFor(
  tx: Tx,
  of: Pick<TaxedDocument, 'tenantId' | 'side' | 'ownerId' | 'currency' | 'net' | 'now'>,
  scene: DraftScene,
) {
  const { tenantId, side, ownerId, currency, net, now } = of;
  const context = await taxContext(tx, of, scene);
  const { day, timeZone, profile, rule, form } = context;
  const { currency: home } = await termsOfTenant(tx, tenantId);
  const rate = rateOn(await ratesInTurn(tx), currency, home, day);
  const year = startOf(`${day.slice(0, 4)}-01-01`, timeZone);
  // of the year only where a threshold asks for it
  const before = rule && rule.threshold > 0n ? await netOfYear(tx, side, ownerId, year, now) : 0n;
  const taxes = taxesOn(rule, {
    side,
    net,
    currency,
    profile,
    form,
    year: rate === null ? null : { before, net: convert(net, rate) },
  });
  return { context, ...taxes };
}

/** the lines after the claims: what is cut off, VAT, withholding; and the sums of all. `fresh`: it has none of them yet */
export async function applyTaxes(
  tx: Tx,
  of: TaxedDocument,
  fresh?: { scene: DraftScene; lines: number; entries: number },
): Promise<TaxContext> {
  const { tenantId, id, side, ownerId, net, rounding, now } = of;
  const scene = fresh?.scene ?? (await draftScene(tx, tenantId));
  const { context, vatPpm, vat, withheldPpm, withheld } = await taxesFor(tx, of, scene);
  const { profile, rule } = context;
  if (!fresh) await removeTaxLines(tx, id);
  const last = fresh?.lines ?? (await lastPosition(tx, id));
  const lines = (
    [
      ['rounding', rounding, null],
      ['vat', vat, vatPpm],
      ['withholding', -withheld, withheldPpm],
    ] as const
  )
    .filter(([, amount]) => amount !== 0n)
    .map(([kind, amount, ratePpm], at): NewLine => ({ position: last + 1 + at, kind, amount, ratePpm }));
  await addLines(tx, { tenantId, id, ownerId }, lines);
  const kind = side === 'advertiser' ? 'invoice' : hasAgreement(profile, now) ? 'self-bill' : 'own-invoice';
  const seller = partyOf(scene.settings);
  const owner = profile && {
    name: profile.legalName,
    party: profile.party,
    country: profile.country,
    vat_id: profile.vatId,
    tax_id: profile.taxId,
    street: profile.street,
    house_number: profile.houseNumber,
    postcode: profile.postcode,
    town: profile.town,
  };
  const tax = {
    treatment: rule?.vat ?? null,
    rule: rule?.id ?? null,
    is_sample: rule?.isSample ?? false,
    texts: textsOf(rule, kind),
    workspace: seller,
    owner,
  };
  await changeDocument(tx, id, {
    kind,
    net_micros: net,
    vat_micros: vat,
    total_micros: net + vat,
    withheld_micros: withheld,
    rounding_micros: rounding,
    line_count: last + lines.length,
    ...(fresh ? { entry_count: fresh.entries } : {}),
    tax: JSON.stringify(tax),
  });
  return context;
}

const partyOf = (settings: PaymentSettings) => ({
  name: settings.legal_name,
  country: settings.country,
  vat_id: settings.vat_id || null,
  street: settings.street,
  house_number: settings.house_number,
  postcode: settings.postcode,
  town: settings.town,
});
