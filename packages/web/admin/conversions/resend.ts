// Fires the publisher's postbacks for a conversion again, as it stands now.
import type { ConversionRow } from '@tributary/contract/conversions/conversions';
import { postbackRoutes } from '@tributary/contract/conversions/postbacks';
import { call } from '../../kit/api/api.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { reportError } from '../../kit/pages/report-error.ts';
import type { Tools } from '../../kit/resource/declaration.ts';
import { t } from '../../words/admin.ts';

export async function resend(row: ConversionRow, { session, reload }: Tools<ConversionRow>): Promise<void> {
  const sure = await confirmDialog({
    title: t('conversions.resendThePostback'),
    text: t('conversions.isCalledAgainWithThe', { name: row.publisher.name }),
    confirm: t('common.resend'),
  });
  if (!sure) return;
  try {
    const { queued } = await call(postbackRoutes.resendConversion, { params: { id: row.id } }, { session });
    if (queued > 0) toast.success(t('common.postbackQueued'));
    else toast.error(t('conversions.thePublisherHasNoPostback'));
  } catch (error) {
    reportError('Resend failed', error);
    toast.error(sentenceFor(error));
  }
  await reload();
}
