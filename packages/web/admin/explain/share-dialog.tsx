// A link for the publisher or the advertiser of a thread; its address is shown this once.
import { Button, Group, Modal, NumberInput, Select, Stack, Text } from '@mantine/core';
import { explainRoutes, shareDays } from '@tributary/contract/trust/explain';
import { type ShareSide, shareSides } from '@tributary/contract/trust/explain-words';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/explain.ts';

const isSide = (value: string | null): value is ShareSide => shareSides.some((side) => side === value);

export function ShareDialog({ id, close }: { id: string; close: () => void }) {
  const { session } = useSession();
  const [made, setMade] = useState<{ url: string; ends_at: number } | null>(null);
  const form = useForm<{ side: ShareSide; days: number }>(
    { side: 'publisher', days: shareDays.usual },
    {
      check: () => null,
      send: async (values) => {
        setMade(await call(explainRoutes.shareExplanation, { body: { id, ...values } }, { session }));
        return undefined;
      },
    },
  );
  return (
    <Modal opened onClose={close} title={t('shareTitle')} centered>
      {made ? (
        <Stack gap="md">
          <Text size="sm">{t('linkMade', { day: dateTime(made.ends_at) })}</Text>
          <CopyLine label={t('linkTitle')} text={made.url} />
        </Stack>
      ) : (
        <form onSubmit={form.onSubmit}>
          <Stack gap="md">
            <FormMessage message={form.message} />
            <Text size="sm">{t('shareText')}</Text>
            <Select
              label={t('with')}
              data={shareSides.map((side) => ({ value: side, label: t(`side.${side}`) }))}
              allowDeselect={false}
              value={form.values.side}
              onChange={(side) => isSide(side) && form.set('side', side)}
            />
            <NumberInput
              label={t('days')}
              description={t('daysHelp')}
              min={shareDays.least}
              max={shareDays.most}
              allowDecimal={false}
              value={form.values.days}
              onChange={(days) => form.set('days', Number(days))}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={form.busy}>
                {t('makeLink')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
