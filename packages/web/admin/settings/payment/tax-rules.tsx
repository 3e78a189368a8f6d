// Settings › Payment › Tax rules: dated, the workspace's own before the samples that it began with.
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sides } from '@tributary/contract/billing/money';
import { billingTermsRoutes, type TaxRule, TaxRuleForm, taxForms, taxParties } from '@tributary/contract/billing/terms';
import { countryName } from '@tributary/contract/countries';
import { useState } from 'react';
import { call } from '../../../kit/api/api.ts';
import { confirmDialog } from '../../../kit/dialogs/dialogs.tsx';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { countryOptions } from '../../../kit/inputs/country-options.ts';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../../kit/pages/use-title.ts';
import { Card, Cards } from '../../../kit/settings/card.tsx';
import { FailedToLoad } from '../../../kit/shell/loading.tsx';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { calendarDay } from '../../../ui/format.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { t } from '../../../words/admin.ts';
import { readersLanguage } from '../../../words/words.ts';
import { Row, Rows } from './rows.tsx';
import { paymentTabs } from './tabs.ts';

const TAX_RULES = 'tax-rules';
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
const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const isSome = (decimal: string): boolean => Number(decimal) !== 0;

/** many countries are told by the first few */
const NAMED = 6;
function placesOf({ countries }: TaxRule): string {
  if (countries.length === 0) return t('taxRules.everywhereElse');
  const named = countries.slice(0, NAMED).map((code) => countryName(code, readersLanguage()));
  const more = countries.length - NAMED;
  return more > 0 ? t('taxRules.andMore', { places: named.join(', '), count: more }) : named.join(', ');
}
/** the samples have held ever since */
const titleOf = ({ side, from, is_sample }: TaxRule): string =>
  is_sample ? sideWords[side] : t('taxRules.from', { side: sideWords[side], day: calendarDay(from) });
const linesOf = (rule: TaxRule) => [
  `${placesOf(rule)} · ${partyWords[rule.party]}`,
  isSome(rule.vat_rate) ? t('taxRules.vatAt', { vat: vatWords[rule.vat], rate: rule.vat_rate }) : vatWords[rule.vat],
  (isSome(rule.withholding_rate) || isSome(rule.without_form_rate)) &&
    [
      t('taxRules.withheldAt', { rate: rule.withholding_rate }),
      isSome(rule.threshold) && t('taxRules.above', { amount: rule.threshold }),
      isSome(rule.without_form_rate) && t('taxRules.withoutForm', { rate: rule.without_form_rate }),
    ]
      .filter(Boolean)
      .join(' · '),
  rule.form && t('taxRules.formNeeded', { form: rule.form }),
  rule.note,
];

export default function TaxRules() {
  const { session } = useSession();
  useTitle(t('menu.payment'));
  const answer = useQuery({
    queryKey: [TAX_RULES, session.token],
    queryFn: ({ signal }) => call(billingTermsRoutes.taxRules, {}, { session, signal }),
  });
  return (
    <>
      <PageHeader title={t('menu.payment')} note={t('taxRules.purpose')} />
      <PageTabs label={t('menu.payment')} tabs={paymentTabs} />
      {answer.isPending && <Skeleton height={320} maw={760} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {answer.data && <Shown rules={answer.data.rows} />}
    </>
  );
}

function Shown({ rules }: { rules: readonly TaxRule[] }) {
  const { session } = useSession();
  const queries = useQueryClient();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: [TAX_RULES] });
  const end = async (rule: TaxRule) => {
    const isSure = await confirmDialog({
      title: t('taxRules.endAsk', { places: placesOf(rule) }),
      text: t('taxRules.endText'),
      confirm: t('taxRules.end'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await call(billingTermsRoutes.removeTaxRule, { params: { id: rule.id } }, { session });
      toast.success(t('taxRules.ended'));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
    await reload();
  };
  const listed = (some: readonly TaxRule[]) => (
    <Rows>
      {some.map((rule) => (
        <Row
          key={rule.id}
          title={titleOf(rule)}
          {...(rule.is_sample ? { badge: { text: t('taxRules.sample'), tone: 'warn' as const } } : {})}
          lines={linesOf(rule)}
          verbs={
            !rule.is_sample &&
            may(billingTermsRoutes.removeTaxRule) && (
              <Button size="xs" variant="default" onClick={() => void end(rule)}>
                {t('taxRules.end')}
              </Button>
            )
          }
        />
      ))}
    </Rows>
  );
  const own = rules.filter(({ is_sample }) => !is_sample);
  const samples = rules.filter(({ is_sample }) => is_sample);
  return (
    <Cards>
      <Alert role="status" color="yellow" title={t('taxRules.samplesTitle')}>
        {t('taxRules.samplesText')}
      </Alert>
      <Card
        title={t('taxRules.own')}
        note={t('taxRules.ownText')}
        action={
          may(billingTermsRoutes.addTaxRule) && (
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              {t('taxRules.add')}
            </Button>
          )
        }
      >
        {own.length === 0 ? <p>{t('taxRules.noneYet')}</p> : listed(own)}
      </Card>
      <Card title={t('taxRules.samples')} note={t('taxRules.samplesNote')}>
        {samples.length === 0 ? <p>{t('taxRules.noSamples')}</p> : listed(samples)}
      </Card>
      {isAdding && <AddRule close={() => setAdding(false)} reload={reload} />}
    </Cards>
  );
}

function AddRule({ close, reload }: { close: () => void; reload: () => Promise<void> }) {
  const { session } = useSession();
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
            from: new Date().toISOString().slice(0, 10),
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
            vat: (['domestic', 'reverse', 'outside'] as const).find((one) => one === vat) ?? 'outside',
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
