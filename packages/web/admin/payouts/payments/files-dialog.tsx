// Makes the files of an approved batch; a bank is told the day of execution.

import { Button } from '@mantine/core';
import { type Batch, payingRoutes } from '@tributary/contract/billing/paying';
import { call } from '../../../kit/api/api.ts';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { useSession } from '../../../kit/shell/session-context.ts';
import { moveDay, workspaceToday } from '../../../kit/shell/workspace-day.ts';
import { t } from '../../../words/admin.ts';

export interface BatchDialogProps {
  batch: Batch;
  close: () => void;
  reload: () => Promise<void>;
}

export function FilesDialog({ batch, close, reload }: BatchDialogProps) {
  const { session } = useSession();
  return (
    <FormModal opened onClose={close} title={t('payments.makeFiles')} size={480}>
      <SchemaForm
        form={{
          fields: [
            {
              name: 'execute_on',
              label: t('payments.executeOn'),
              help: t('payments.executeOnHelp'),
              kind: 'date',
              required: true,
            },
          ],
          initial: { execute_on: moveDay(workspaceToday(), 1) },
          schema: payingRoutes.makeBatchFiles.body,
          submit: t('payments.makeFiles'),
          busy: t('payouts.starting'),
        }}
        send={async (body) => {
          await call(payingRoutes.makeBatchFiles, { params: { id: batch.id }, body }, { session });
          close();
          toast.success(t('payments.filesBegun'));
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
