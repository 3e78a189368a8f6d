// The files of a batch, each to be handed to its bank or service once it is whole.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Batch, payingRoutes } from '@tributary/contract/billing/paying';
import { call, callForBlob } from '../../../kit/api/api.ts';
import { download } from '../../../kit/api/download.ts';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import details from '../../../kit/log-page/details.module.css';
import { useMay } from '../../../kit/shell/permissions.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { count, money } from '../../../ui/format.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import classes from './batch.module.css';
import { PAYMENTS } from './words.ts';

export function BatchFiles({ batch }: { batch: Batch }) {
  const { session } = useSession();
  const may = useMay();
  const answer = useQuery({
    queryKey: [PAYMENTS, 'files', session.token, batch.id, batch.work],
    queryFn: ({ signal }) => call(payingRoutes.batchFiles, { params: { id: batch.id } }, { session, signal }),
    placeholderData: (before) => before,
  });
  const rows = answer.data?.rows ?? [];
  if (rows.length === 0) return null;
  const take = async (id: string, name: string) => {
    try {
      download(name, await callForBlob(payingRoutes.paymentFile, { params: { id } }, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <div>
      <h3>{t('payments.files')}</h3>
      <div className={classes.files}>
        <table className={details.table}>
          <thead>
            <tr>
              <th>{t('payments.file')}</th>
              <th>{t('payouts.payments')}</th>
              <th>{t('payments.sum')}</th>
              <th data-right>{t('payments.download')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, payments, sum, currency, is_ready }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{count(payments)}</td>
                <td>{money(sum, currency)}</td>
                <td data-right>
                  {is_ready && may(payingRoutes.paymentFile) ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('payments.downloadOf', { name })}
                      leftSection={<IconDownload size={14} aria-hidden />}
                      onClick={() => void take(id, name)}
                    >
                      {t('payments.download')}
                    </Button>
                  ) : (
                    t(is_ready ? 'payments.ready' : 'payments.notReady')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
