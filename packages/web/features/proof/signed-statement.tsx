// A statement that its reader checks without us: of any period, as a file, from the screen on which the entries stand.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { VERIFY_PATH } from '@tributary/contract/trust/proof';
import { useState } from 'react';
import { download } from '../../kit/api/download.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { rangeOf, spanOf } from '../../kit/log-page/period.ts';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconShieldCheck } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

export interface StatementPeriod {
  from?: number;
  to?: number;
}
interface SignedStatementProps {
  load: (query: StatementPeriod, context: CallContext) => Promise<Blob>;
}

export function SignedStatement({ load }: SignedStatementProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Group gap="sm" mb="md">
      <Button variant="default" leftSection={<IconShieldCheck size={16} />} onClick={() => setOpened(true)}>
        {t('proof.signedStatement')}
      </Button>
      <Anchor href={VERIFY_PATH} target="_blank" size="sm">
        {t('proof.checkOne')}
      </Anchor>
      {opened && <SignedStatementDialog load={load} close={() => setOpened(false)} />}
    </Group>
  );
}

function SignedStatementDialog({ load, close }: SignedStatementProps & { close: () => void }) {
  const { session } = useSession();
  const [days, setDays] = useState({ from: '', to: '' });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    setFault(null);
    const span = spanOf(rangeOf(days.from, days.to));
    try {
      download(
        ['statement', days.from, days.to].filter(Boolean).join('-').concat('.json'),
        await load(span ?? {}, { session }),
      );
      close();
    } catch (error) {
      setFault(sentenceFor(error));
    }
    setBusy(false);
  };
  return (
    <FormModal opened onClose={close} title={t('proof.signedStatement')} size={520}>
      <Stack gap="sm">
        <FormMessage message={fault === null ? null : { tone: 'error', text: fault }} />
        <Text size="sm">{t('proof.whatItIs')}</Text>
        <Group grow>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              type="date"
              label={end === 'from' ? t('proof.from') : t('proof.to')}
              value={days[end]}
              onChange={(event) => setDays({ ...days, [end]: event.currentTarget.value })}
            />
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {t('proof.emptyIsAll')}
        </Text>
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button disabled={busy} onClick={() => void take()}>
          {busy ? t('proof.beingMade') : t('proof.download')}
        </Button>
      </Group>
    </FormModal>
  );
}
