// Replay: received postbacks processed again after what was wrong has been put right.
import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { conversionRoutes } from '@tributary/contract/conversions/conversions';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { firstComplaint } from '../../kit/form/form-declaration.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { count } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { type ReceiptRow, refusedForSender } from './outcome.ts';

export interface Replay {
  rows: readonly ReceiptRow[];
  session: Session;
  /** whether any was queued */
  done: (queued: boolean) => void;
}

const fields = [
  { name: 'reason', label: t('common.reason'), kind: 'textarea' },
  { name: 'trust_sender', label: t('postbacks.sender'), kind: 'checkbox' },
] as const;

export function ReplayDialog({ rows, session, done }: Replay) {
  const ids = rows.map(({ id }) => id);
  const { body: schema } = conversionRoutes.replayReceipts;
  const form = useForm(
    { reason: '', trust_sender: false },
    {
      check: (values) => {
        const wrong = firstComplaint({ fields, schema }, { ...values, ids });
        return wrong && { field: 'reason', sentence: wrong.sentence };
      },
      send: async (values) => {
        const { queued, skipped } = await call(
          conversionRoutes.replayReceipts,
          { body: { ...values, ids } },
          { session },
        );
        const rest = skipped ? t('postbacks.skipped', { skipped: count(skipped) }) : '';
        toast.success(t('postbacks.postbacksAreProcessedAgain', { count: queued, rest }));
        done(true);
        return undefined;
      },
    },
  );
  const { values, set, faulty, busy } = form;
  const what = t('postbacks.postbacks', { count: rows.length });
  return (
    <FormModal opened onClose={() => done(false)} title={t('postbacks.replay2', { what })} size={480}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <Text>{t('postbacks.theyGoThroughAllChecks')}</Text>
          <Textarea
            name="reason"
            label={t('common.reason')}
            withAsterisk
            autosize
            minRows={2}
            data-autofocus
            error={faulty === 'reason'}
            value={values.reason}
            onChange={(event) => set('reason', event.currentTarget.value)}
          />
          {rows.some(refusedForSender) && (
            <Checkbox
              label={t('postbacks.iVouchForTheSender')}
              description={t('postbacks.alsoThoseRefusedForTheir')}
              checked={values.trust_sender}
              onChange={(event) => set('trust_sender', event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => done(false)}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={busy}>
              {busy ? t('postbacks.queueing') : t('postbacks.replay')}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
