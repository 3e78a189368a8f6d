// Chosen documents become a batch, and its preview opens.
import { payingRoutes } from '@tributary/contract/billing/paying';
import { call, newIdempotencyKey } from '../../../kit/api/api.ts';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../../kit/language/sentence-for.ts';
import type { LogAction } from '../../../kit/log-page/log-declaration.ts';
import { IconSend } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import { PAYMENTS_PATH } from './words.ts';

export const intoBatch = <Row extends { id: string }>(when: (row: Row) => boolean): LogAction<Row> => ({
  label: t('payments.intoBatch'),
  calls: payingRoutes.createBatch,
  icon: IconSend,
  when,
  run: async (rows, { session, go }) => {
    try {
      const documents = rows.filter(when).map(({ id }) => id);
      const context = { session, idempotencyKey: newIdempotencyKey() };
      const { id } = await call(payingRoutes.createBatch, { body: { documents } }, context);
      go(`${PAYMENTS_PATH}/${id}`);
      return true;
    } catch (error) {
      toast.error(sentenceFor(error));
      return false;
    }
  },
});
