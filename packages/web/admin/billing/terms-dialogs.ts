// What differs for one publisher or advertiser from Settings › Payment: what is left empty is as the settings say.
import { type AdvertiserBalance, advertiserBillingRoutes } from '@tributary/contract/billing/advertisers';
import type { BalanceRow } from '@tributary/contract/billing/documents';
import { BillingTermsForm, billingTermsRoutes } from '@tributary/contract/billing/terms';
import { billingCycles, netDays } from '@tributary/contract/settings/payment';
import { call } from '../../kit/api/api.ts';
import { storedFormDialog } from '../../kit/resource/form-dialog.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { cycleWords } from '../payouts/words.ts';

const asSettings = { value: '', label: t('payouts.asSettingsSay') };
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const asText = (value: string | number | null): string => (value === null ? '' : String(value));
/** one that was agreed before is among them, whatever it is */
const dayOptions = (stored: number | null) => [
  asSettings,
  ...[...new Set([...netDays, ...(stored ? [stored] : [])])]
    .sort((a, b) => a - b)
    .map((count) => ({ value: String(count), label: t('payment.days', { count }) })),
];

interface PublisherTerms {
  cycle: string;
  net_days: string;
  hold_days: string;
  minimum: string;
}
const publisherBody = ({ cycle, net_days, hold_days, minimum }: PublisherTerms, version: number) => ({
  version,
  cycle: billingCycles.find((one) => one === cycle) ?? null,
  net_days: netDays.find((one) => String(one) === net_days) ?? null,
  hold_days: orNull(hold_days) === null ? null : Number(hold_days),
  minimum: orNull(minimum),
});

export const publisherTerms = storedFormDialog({
  title: (row: BalanceRow | null) => t('payouts.termsOf', { name: row?.owner.name ?? '' }),
  load: (row, context) => call(billingTermsRoutes.publisherTerms, { params: { id: row?.owner.id ?? '' } }, context),
  form: (_row, stored) => ({
    fields: [
      {
        name: 'cycle',
        label: t('payment.cycle'),
        kind: 'select',
        options: [asSettings, ...billingCycles.map((value) => ({ value, label: cycleWords[value] }))],
      },
      { name: 'net_days', label: t('payment.net'), kind: 'select', options: dayOptions(stored.net_days) },
      { name: 'hold_days', label: t('payment.hold'), help: t('payouts.emptyAsSettings'), kind: 'text', half: true },
      { name: 'minimum', label: t('payment.minimum'), help: t('payouts.emptyAsSettings'), kind: 'text', half: true },
    ],
    initial: {
      cycle: asText(stored.cycle),
      net_days: asText(stored.net_days),
      hold_days: asText(stored.hold_days),
      minimum: asText(stored.minimum),
    },
    check: (values: PublisherTerms) => {
      const issue = BillingTermsForm.safeParse(publisherBody(values, stored.version)).error?.issues[0];
      const field = (['hold_days', 'minimum'] as const).find((one) => one === issue?.path[0]);
      return issue ? { field: field ?? 'hold_days', sentence: saidByServer(issue.message) } : null;
    },
    submit: t('common.save'),
    busy: t('common.saving'),
  }),
  send: (values, row, context, { version }) =>
    call(
      billingTermsRoutes.savePublisherTerms,
      { params: { id: row?.owner.id ?? '' }, body: publisherBody(values, version) },
      context,
    ),
  success: t('payouts.termsSaved'),
});

export const advertiserTerms = storedFormDialog({
  title: (row: AdvertiserBalance | null) => t('payouts.termsOf', { name: row?.advertiser.name ?? '' }),
  load: (row, context) => call(advertiserBillingRoutes.advertiserAccount, { params: { id: row?.id ?? '' } }, context),
  form: (_row, stored) => ({
    fields: [
      {
        name: 'net_days',
        label: t('advertiserBilling.daysToPay'),
        kind: 'select',
        options: dayOptions(stored.net_days),
      },
      { name: 'po_number', label: t('advertiserBilling.po'), kind: 'text', help: t('advertiserBilling.poHelp') },
    ],
    initial: { net_days: asText(stored.net_days), po_number: asText(stored.po_number) },
    submit: t('common.save'),
    busy: t('common.saving'),
  }),
  send: ({ net_days, po_number }, row, context, { terms_version }) =>
    call(
      advertiserBillingRoutes.setAdvertiserTerms,
      {
        params: { id: row?.id ?? '' },
        body: { net_days: net_days === '' ? null : Number(net_days), po_number, terms_version },
      },
      context,
    ),
  success: t('payouts.termsSaved'),
});
