import type { Side } from '@tributary/contract/billing/money';
import { type billingTermsRoutes, type TaxRule, taxRuleList } from '@tributary/contract/billing/terms';
import { formatMoney } from '@tributary/contract/money';
import type { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../../http/call.ts';
import { requireSection, requireShown, requireWhole } from '../../../http/permission.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { acceptAgreement, saveOwnProfile, sendForm, shownProfile } from './profiles.ts';
import { fileById, PERCENT_OF_PPM, percent } from './shown.ts';
import { addRule, profileOf, removeRule, ruleOf, taxRules } from './tax.repo.ts';
import { type Rule, samplesFor } from './tax.ts';
import { paymentSettings, requirePartner, saveTerms, shownTerms } from './terms.ts';

const ppmOf = (percentMicros: bigint): number => Number(percentMicros / PERCENT_OF_PPM);

const shownRule = (rule: Rule): TaxRule => ({
  id: rule.id,
  side: rule.side,
  from: rule.from,
  countries: [...rule.countries],
  party: rule.party,
  form: rule.form,
  vat: rule.vat,
  vat_rate: percent(rule.vatPpm),
  withholding_rate: percent(rule.withholdingPpm),
  threshold: formatMoney(rule.threshold),
  without_form_rate: percent(rule.withoutFormPpm),
  note: rule.note,
  is_sample: rule.isSample,
});

/** a rule is the whole workspace's; one of publishers decides what they are paid */
function requireRuleMaker(call: SignedInCall, side: Side): void {
  requireWhole(call);
  if (side === 'publisher') requireSection(call.principal, 'payouts', 'write');
}

async function addTaxRule(
  tx: Tx,
  call: SignedInCall,
  body: z.output<(typeof billingTermsRoutes)['addTaxRule']['body']>,
): Promise<TaxRule> {
  requireRuleMaker(call, body.side);
  const at = call.clock.now();
  const rule: Rule = {
    id: newId(at.getTime()),
    side: body.side,
    from: body.from,
    countries: body.countries,
    party: body.party,
    form: body.form,
    vat: body.vat,
    vatPpm: ppmOf(body.vat_rate),
    withholdingPpm: ppmOf(body.withholding_rate),
    threshold: body.threshold,
    withoutFormPpm: ppmOf(body.without_form_rate),
    note: body.note,
    isSample: false,
  };
  await addRule(tx, call.tenant.id, rule, { by: call.principal.userId, at });
  const { id: objectId, ...after } = shownRule(rule);
  await recordAudit(tx, call, { action: 'tax-rule.added', objectKind: 'tax-rule', objectId, after });
  return shownRule(rule);
}

const samplesOf = async (tx: Tx, { tenant }: SignedInCall): Promise<Rule[]> =>
  samplesFor((await paymentSettings(tx, tenant.id)).country);

async function takeRuleOut(tx: Tx, call: SignedInCall, id: string): Promise<{ id: string }> {
  requireWhole(call);
  const side = isId(id) ? await removeRule(tx, id, call.clock.now()) : null;
  if (side === null) throw new Fault('not_found');
  requireRuleMaker(call, side);
  await recordAudit(tx, call, { action: 'tax-rule.removed', objectKind: 'tax-rule', objectId: id });
  return { id };
}

export const termsHandlers = (): Handlers<typeof billingTermsRoutes> => ({
  publisherTerms: inTransaction(({ params }, call, tx) => shownTerms(tx, call.tenant.id, 'publisher', params.id)),
  savePublisherTerms: inTransaction(({ params, body }, call, tx) => saveTerms(tx, call, 'publisher', params.id, body)),
  publisherTaxProfile: inTransaction(({ params }, call, tx) =>
    shownProfile(tx, call.tenant.id, params.id, call.clock.now()),
  ),
  publisherTaxForm: inTransaction(async ({ params }, call, tx) => {
    requireShown(call.principal, 'publisher_contact');
    await requirePartner(tx, 'publisher', params.id);
    const file = await fileById(tx, (await profileOf(tx, params.id))?.formFileId);
    await recordAudit(tx, call, { action: 'tax-form.taken', objectKind: 'user', objectId: params.id });
    return file;
  }),
  ownTaxForm: inTransaction(async (_input, { principal }, tx) => {
    requireShown(principal, 'publisher_contact');
    return fileById(tx, (await profileOf(tx, principal.userId))?.formFileId);
  }),
  ownTaxProfile: inTransaction((_input, call, tx) =>
    shownProfile(tx, call.tenant.id, call.principal.userId, call.clock.now()),
  ),
  saveOwnTaxProfile: inTransaction(({ body }, call, tx) => saveOwnProfile(tx, call, body)),
  sendOwnTaxForm: inTransaction(({ body }, call, tx) => sendForm(tx, call, body)),
  acceptSelfBilling: inTransaction(({ body }, call, tx) => acceptAgreement(tx, call, body.version)),
  taxRules: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await taxRules.page(tx, query, await samplesOf(tx, call));
    return { rows: rows.map((row) => shownRule(ruleOf(row))), total };
  }),
  exportTaxRules: async ({ query }, call) =>
    exportList(
      call,
      { action: 'tax-rules.exported', objectKind: 'tax-rule', filter: query },
      taxRuleList,
      taxRules.all(call.transaction, query, await call.transaction((tx) => samplesOf(tx, call)), (_tx, rows) =>
        rows.map((row) => shownRule(ruleOf(row))),
      ),
    ),
  addTaxRule: inTransaction(({ body }, call, tx) => addTaxRule(tx, call, body)),
  removeTaxRule: inTransaction(({ params }, call, tx) => takeRuleOut(tx, call, params.id)),
});
