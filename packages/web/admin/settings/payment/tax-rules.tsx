// Settings › Payment › Tax rules: dated, the workspace's own before the samples that it began with.

import { Alert, Button } from '@mantine/core';
import { sides } from '@tributary/contract/billing/money';
import {
  billingTermsRoutes,
  type TaxRule,
  TaxRuleForm,
  taxForms,
  taxParties,
  taxRuleList,
  vatKinds,
} from '@tributary/contract/billing/terms';
import { countryName } from '@tributary/contract/countries';
import { call } from '../../../kit/api/api.ts';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { countryOptions } from '../../../kit/inputs/country-options.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { type DialogProps, resource } from '../../../kit/resource/declaration.ts';
import { ResourcePage } from '../../../kit/resource/resource-page.tsx';
import { rowCall } from '../../../kit/resource/row-call.ts';
import { workspaceToday } from '../../../kit/shell/workspace-day.ts';
import { calendarDay, EMPTY, share } from '../../../ui/format.ts';
import { IconBan } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { readersLanguage } from '../../../words/words.ts';
import { paymentTabs } from './tabs.ts';

const sideWords = { publisher: t('taxRules.publishers'), advertiser: t('taxRules.advertisers') } as const;
const partyWords = {
  any: t('taxRules.anyParty'),
  person: t('taxRules.persons'),
  business: t('taxRules.businesses'),
} as const;
const vatWords = {
  domestic: t('taxRules.domestic'),
  reverse: t('taxRules.reverse'),
  outside: t('taxRules.outside'),
} as const;
const originWords = { own: t('taxRules.ownRule'), sample: t('taxRules.sample') } as const;
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const isSome = (decimal: string): boolean => Number(decimal) !== 0;

/** many countries are told by the first few */
const NAMED = 3;
function placesOf({ countries }: TaxRule): string {
  if (countries.length === 0) return t('taxRules.everywhereElse');
  const named = countries.slice(0, NAMED).map((code) => countryName(code, readersLanguage()));
  const more = countries.length - NAMED;
  return more > 0 ? t('taxRules.andMore', { places: named.join(', '), count: more }) : named.join(', ');
}
function AddRule({ close, tools: { session, reload } }: DialogProps<TaxRule>) {
  const title = t('taxRules.add');
  return (
    <FormModal opened onClose={close} title={title} size={640}>
      <SchemaForm
        form={{
          fields: [
            { name: 'side', label: t('taxRules.side'), kind: 'select', options: optionsOf(sideWords), half: true },
            { name: 'from', label: t('taxRules.validFrom'), kind: 'date', required: true, half: true },
            {
              name: 'countries',
              label: t('taxRules.countries'),
              help: t('taxRules.countriesHelp'),
              kind: 'multiselect',
              searchable: true,
              options: countryOptions(),
            },
            { name: 'party', label: t('taxRules.party'), kind: 'select', options: optionsOf(partyWords), half: true },
            {
              name: 'form',
              label: t('payouts.form'),
              kind: 'select',
              options: [
                { value: '', label: t('payouts.formNotNeeded') },
                ...taxForms.map((form) => ({ value: form, label: form })),
              ],
              half: true,
            },
            { name: 'vat', label: t('payouts.vat'), kind: 'select', options: optionsOf(vatWords), half: true },
            { name: 'vat_rate', label: t('taxRules.vatRate'), kind: 'text', half: true },
            { name: 'withholding_rate', label: t('taxRules.withholdingRate'), kind: 'text', half: true },
            { name: 'without_form_rate', label: t('taxRules.withoutFormRate'), kind: 'text', half: true },
            { name: 'threshold', label: t('taxRules.threshold'), help: t('taxRules.thresholdHelp'), kind: 'text' },
            { name: 'note', label: t('common.note'), kind: 'text' },
          ],
          initial: {
            side: sides[0] as string,
            from: workspaceToday(),
            countries: [] as string[],
            party: 'any',
            form: '',
            vat: 'outside',
            vat_rate: '0',
            withholding_rate: '0',
            without_form_rate: '0',
            threshold: '0',
            note: '',
          },
          schema: TaxRuleForm.extend({ form: TaxRuleForm.shape.form.or(TaxRuleForm.shape.note) }),
          submit: title,
          busy: t('common.saving'),
        }}
        keep={{ as: title, dialog: title }}
        send={async ({ side, party, vat, form, ...values }) => {
          const body = {
            ...values,
            side: sides.find((one) => one === side) ?? 'publisher',
            party: taxParties.find((one) => one === party) ?? ('any' as const),
            vat: vatKinds.find((one) => one === vat) ?? 'outside',
            form: taxForms.find((one) => one === form) ?? null,
          };
          await call(billingTermsRoutes.addTaxRule, { body }, { session });
          close();
          toast.success(t('taxRules.added'));
          await reload();
          return undefined;
        }}
        beside={
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}

const isSample = ({ is_sample }: TaxRule): boolean => is_sample;
const percentOf = (of: (rule: TaxRule) => string) => (rule: TaxRule) => (isSome(of(rule)) ? share(of(rule)) : EMPTY);

const taxRules = resource(taxRuleList, {
  name: 'tax-rules',
  title: t('menu.payment'),
  countText: (count) => t('taxRules.count', { count }),
  load: billingTermsRoutes.taxRules,
  file: billingTermsRoutes.exportTaxRules,
  nameOf: placesOf,
  searchPlaceholder: t('taxRules.search'),
  defaultSort: '-from',
  add: { label: t('taxRules.add'), calls: billingTermsRoutes.addTaxRule, dialog: 'add' },
  columns: [
    { id: 'countries', title: t('taxRules.countries'), kind: 'text', value: placesOf, fixed: true },
    {
      id: 'origin',
      title: t('taxRules.origin'),
      kind: 'status',
      value: (rule) => originWords[isSample(rule) ? 'sample' : 'own'],
      tone: (rule) => (isSample(rule) ? 'warn' : 'good'),
    },
    { id: 'side', title: t('taxRules.side'), kind: 'text', value: ({ side }) => sideWords[side] },
    { id: 'party', title: t('taxRules.party'), words: partyWords },
    // the samples have held ever since
    {
      id: 'from',
      title: t('taxRules.validFrom'),
      kind: 'text',
      value: (rule) => (isSample(rule) ? EMPTY : calendarDay(rule.from)),
    },
    {
      id: 'vat',
      title: t('payouts.vat'),
      kind: 'text',
      value: ({ vat, vat_rate }) => [vatWords[vat], isSome(vat_rate) && share(vat_rate)].filter(Boolean).join(' · '),
    },
    {
      id: 'withholding_rate',
      title: t('payouts.withheld'),
      kind: 'figure',
      value: percentOf((rule) => rule.withholding_rate),
    },
    {
      id: 'without_form_rate',
      title: t('taxRules.withoutFormRate'),
      kind: 'figure',
      value: percentOf((rule) => rule.without_form_rate),
      hidden: true,
    },
    {
      id: 'threshold',
      title: t('taxRules.threshold'),
      kind: 'figure',
      value: ({ threshold }) => (isSome(threshold) ? threshold : EMPTY),
      hidden: true,
    },
    { id: 'form', title: t('payouts.form'), hidden: true },
    { id: 'note', title: t('common.note'), clip: true, hidden: true },
  ],
  filters: [
    { kind: 'one', name: 'side', label: t('taxRules.side'), options: optionsOf(sideWords) },
    { kind: 'one', name: 'vat', label: t('payouts.vat'), options: optionsOf(vatWords) },
    { kind: 'one', name: 'origin', label: t('taxRules.origin'), options: optionsOf(originWords) },
  ],
  rowActions: [
    rowCall<TaxRule>({
      label: t('taxRules.end'),
      calls: billingTermsRoutes.removeTaxRule,
      icon: IconBan,
      danger: true,
      when: (rule) => !isSample(rule),
      ask: (rule) => ({
        title: t('taxRules.endAsk', { places: placesOf(rule) }),
        text: t('taxRules.endText'),
        confirm: t('taxRules.end'),
        danger: true,
      }),
      send: ({ id }, context) => call(billingTermsRoutes.removeTaxRule, { params: { id } }, context),
      done: t('taxRules.ended'),
    }),
  ],
  dialogs: { add: AddRule },
  texts: { loading: t('taxRules.loading'), emptyTitle: t('taxRules.none'), emptyText: t('taxRules.noSamples') },
});

export default function TaxRules() {
  return (
    <ResourcePage
      list={taxRules}
      intro={
        <>
          <PageTabs label={t('menu.payment')} tabs={paymentTabs} />
          <Alert role="status" color="yellow" title={t('taxRules.samplesTitle')} mb="md">
            {t('taxRules.samplesText')} {t('taxRules.ownText')}
          </Alert>
        </>
      }
    />
  );
}
