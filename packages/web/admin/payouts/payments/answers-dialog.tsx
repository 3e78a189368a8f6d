// What the bank or service has answered: its pain.002, or lines of reference, paid | failed | returned, code. All of it or nothing.
import { Anchor, Button, FileInput, Group, Textarea } from '@mantine/core';
import { MAX_ANSWER_BYTES, payingRoutes } from '@tributary/contract/billing/paying';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../kit/api/api.ts';
import { download } from '../../../kit/api/download.ts';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { toast } from '../../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../../kit/form/form-message.tsx';
import { useForm } from '../../../kit/form/use-form.ts';
import { useSession } from '../../../kit/shell/session-context.ts';
import { byteSize } from '../../../ui/format.ts';
import { IconUpload } from '../../../ui/icons.ts';
import { t } from '../../../words/admin.ts';
import type { BatchDialogProps } from './files-dialog.tsx';

/** its heading is the one that is known; the references are those in the files that were made */
const SAMPLE = 'reference,state,code\nP1-1-1-3f9a2c,paid,\nP1-2-1-7be410,failed,AC04\nP1-3-1-c05d88,returned,AC06\n';

export function AnswersDialog({ batch, close, reload }: BatchDialogProps) {
  const { session } = useSession();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [file, setFile] = useState<File | null>(null);
  const { values, set, message, busy, onSubmit } = useForm(
    { lines: '' },
    {
      check: ({ lines }) => {
        if (!file && lines.trim() === '') return { field: 'lines', sentence: t('payments.noAnswer') };
        if (file && file.size > MAX_ANSWER_BYTES)
          return { field: 'lines', sentence: t('payments.tooLarge', { size: byteSize(MAX_ANSWER_BYTES) }) };
        return null;
      },
      send: async ({ lines }) => {
        const content = file ? await file.text() : lines;
        const { paid, failed, returned, unchanged } = await call(
          payingRoutes.importAnswers,
          { params: { id: batch.id }, body: { content } },
          { session, idempotencyKey },
        );
        close();
        toast.success(t('payments.answersTaken', { paid, failed, returned, unchanged }));
        await reload();
        return undefined;
      },
    },
  );
  return (
    <FormModal opened onClose={close} title={t('payments.importAnswers')} size={560}>
      <form onSubmit={onSubmit}>
        <FormMessage message={message} />
        <FileInput
          label={t('payments.answerFile')}
          description={t('payments.answerFileHelp')}
          placeholder={t('payments.chooseFile')}
          accept=".xml,.csv,.txt"
          clearable
          leftSection={<IconUpload size={16} aria-hidden />}
          value={file}
          onChange={setFile}
        />
        <Textarea
          mt="md"
          name="lines"
          label={t('payments.answerLines')}
          description={t('payments.answerLinesHelp')}
          placeholder={t('payments.answerExample')}
          autosize
          minRows={3}
          maxRows={12}
          disabled={file !== null}
          value={values.lines}
          onChange={(event) => set('lines', event.currentTarget.value)}
        />
        <Anchor
          component="button"
          type="button"
          size="sm"
          mt="xs"
          onClick={() => download('answers.csv', new Blob([SAMPLE]))}
        >
          {t('payments.answerSample')}
        </Anchor>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={busy}>
            {busy ? t('common.saving') : t('payments.importAnswers')}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
