// What was typed before the session ended, offered back.
import { Alert, Button, Group } from '@mantine/core';
import { dateTime } from '../../ui/format.ts';
import { IconInfoCircle } from '../../ui/icons.ts';
import { t } from '../../words/base.ts';
import type { KeptTyping } from './use-form.ts';

/** nothing where nothing was kept */
export const KeptTypingAlert = ({ kept }: { kept: KeptTyping | null }) => kept && <KeptWorkAlert {...kept} />;

export const KeptWorkAlert = ({ at, bringBack, forget }: KeptTyping) => (
  <Alert role="alert" mb="md" color="blue" icon={<IconInfoCircle size={18} aria-hidden />} title={t('keptWork.title')}>
    {t('keptWork.text', { time: dateTime(at) })}
    <Group gap="xs" mt="sm">
      <Button size="xs" onClick={bringBack}>
        {t('keptWork.bringBack')}
      </Button>
      <Button size="xs" variant="default" onClick={forget}>
        {t('keptWork.drop')}
      </Button>
    </Group>
  </Alert>
);
