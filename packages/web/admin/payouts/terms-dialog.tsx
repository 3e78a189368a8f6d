// What differs for one publisher from Settings › Payment. It opens with what is stored; what is left empty is as the settings say.
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BalanceRow } from '@tributary/contract/billing/documents';
import { BillingTermsForm, billingTermsRoutes as routes } from '@tributary/contract/billing/terms';
import { billingCycles, netDays } from '@tributary/contract/settings/payment';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { t } from '../../words/admin.ts';
import { saidByServer } from '../../words/said.ts';
import { BALANCES, cycleWords } from './words.ts';

interface Values {
  cycle: string;
  net_days: string;
  hold_days: string;
  minimum: string;
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
const bodyOf = ({ cycle, net_days, hold_days, minimum }: Values, version: number) => ({
  version,
  cycle: billingCycles.find((one) => one === cycle) ?? null,
  net_days: netDays.find((one) => String(one) === net_days) ?? null,
  hold_days: orNull(hold_days) === null ? null : Number(hold_days),
  minimum: orNull(minimum),
});

export function TermsDialog({ row, close, tools }: DialogProps<BalanceRow>) {
  const { session } = tools;
  const queries = useQueryClient();
  const id = row?.owner.id ?? '';
  const answer = useQuery({
    queryKey: ['publisher-terms', session.token, id],
    queryFn: ({ signal }) => call(routes.publisherTerms, { params: { id } }, { session, signal }),
    // what stands in the form is what is stored now
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const stored = answer.data;
  const title = t('payouts.termsOf', { name: row?.owner.name ?? '' });
  const asSettings = { value: '', label: t('payouts.asSettingsSay') };
  return (
    <FormModal opened onClose={close} title={title} size={480}>
      {answer.isPending && <Skeleton height={260} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {stored && (
        <SchemaForm<Values>
          form={{
            fields: [
              {
                name: 'cycle',
                label: t('payment.cycle'),
                kind: 'select',
                options: [asSettings, ...billingCycles.map((value) => ({ value, label: cycleWords[value] }))],
              },
              {
                name: 'net_days',
                label: t('payment.net'),
                kind: 'select',
                options: [
                  asSettings,
                  ...netDays.map((days) => ({ value: String(days), label: t('payment.days', { count: days }) })),
                ],
              },
              { name: 'hold_days', label: t('payment.hold'), help: t('payouts.emptyAsSettings'), kind: 'text' },
              { name: 'minimum', label: t('payment.minimum'), help: t('payouts.emptyAsSettings'), kind: 'text' },
            ],
            initial: {
              cycle: stored.cycle ?? '',
              net_days: stored.net_days === null ? '' : String(stored.net_days),
              hold_days: stored.hold_days === null ? '' : String(stored.hold_days),
              minimum: stored.minimum ?? '',
            },
            check: (values) => {
              const issue = BillingTermsForm.safeParse(bodyOf(values, stored.version)).error?.issues[0];
              const field = (['hold_days', 'minimum'] as const).find((one) => one === issue?.path[0]);
              return issue ? { field: field ?? 'hold_days', sentence: saidByServer(issue.message) } : null;
            },
            submit: t('common.save'),
            busy: t('common.saving'),
          }}
          keep={{ as: title, dialog: title }}
          send={async (values) => {
            await call(
              routes.savePublisherTerms,
              { params: { id }, body: bodyOf(values, stored.version) },
              { session },
            );
            close();
            toast.success(t('payouts.termsSaved'));
            await queries.invalidateQueries({ queryKey: [`${BALANCES}-terms`] });
            await tools.reload();
            return undefined;
          }}
          beside={
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
          }
        />
      )}
    </FormModal>
  );
}
