// How long an advertiser has to pay, and the number of its order. It opens with what is stored.
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AdvertiserBalance, advertiserBillingRoutes as routes } from '@tributary/contract/billing/advertisers';
import { netDays } from '@tributary/contract/settings/payment';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { t } from '../../words/admin.ts';

export function TermsDialog({ row, close, tools }: DialogProps<AdvertiserBalance>) {
  const { session } = tools;
  const id = row?.id ?? '';
  const answer = useQuery({
    queryKey: ['advertiser-terms', session.token, id],
    queryFn: ({ signal }) => call(routes.advertiserAccount, { params: { id } }, { session, signal }),
    // what stands in the form is what is stored now
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const stored = answer.data;
  const title = t('advertiserBilling.termsOf', { name: row?.advertiser.name ?? '' });
  /** one that was agreed before is among them, whatever it is */
  const days = [...new Set([...netDays, ...(stored?.net_days ? [stored.net_days] : [])])].sort((a, b) => a - b);
  return (
    <FormModal opened onClose={close} title={title} size={560}>
      {answer.isPending && <Skeleton height={200} />}
      {answer.isError && <FailedToLoad error={answer.error} retry={() => answer.refetch()} />}
      {stored && (
        <SchemaForm
          form={{
            fields: [
              {
                name: 'net_days',
                label: t('advertiserBilling.daysToPay'),
                kind: 'select',
                options: [
                  { value: '', label: t('advertiserBilling.asSettingsSay') },
                  ...days.map((count) => ({ value: String(count), label: t('advertiserBilling.netDays', { count }) })),
                ],
              },
              {
                name: 'po_number',
                label: t('advertiserBilling.po'),
                kind: 'text',
                help: t('advertiserBilling.poHelp'),
              },
            ],
            initial: {
              net_days: stored.net_days === null ? '' : String(stored.net_days),
              po_number: stored.po_number ?? '',
            },
            submit: t('advertiserBilling.saveTerms'),
            busy: t('common.saving'),
          }}
          keep={{ as: title, dialog: title }}
          send={async ({ net_days, po_number }) => {
            const body = { net_days: net_days === '' ? null : Number(net_days), po_number };
            await call(routes.setAdvertiserTerms, { params: { id }, body }, { session });
            close();
            toast.success(t('advertiserBilling.termsSaved'));
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
