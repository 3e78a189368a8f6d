// Fires the publisher's postbacks for a conversion again, as it stands now.
import type { ConversionRow } from '@tributary/contract/conversions';
import { postbackRoutes } from '@tributary/contract/postbacks';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import { reportError } from '../../kit/report-error.ts';
import type { Tools } from '../../kit/resource/declaration.ts';
import { toast } from '../../kit/toast.tsx';

export async function resend(row: ConversionRow, { session, reload }: Tools<ConversionRow>): Promise<void> {
  const sure = await confirmDialog({
    title: 'Resend the postback?',
    text: `${row.publisher.name} is called again with the status this conversion has now. Their system may count it twice.`,
    confirm: 'Resend',
  });
  if (!sure) return;
  try {
    const { queued } = await call(postbackRoutes.resendConversion, { params: { id: row.id } }, { session });
    if (queued > 0) toast.success('Postback queued.');
    else toast.error('The publisher has no postback for this offer and status.');
  } catch (error) {
    reportError('Resend failed', error);
    toast.error(sentenceFor(error));
  }
  await reload();
}
