// What was typed before the session ended, offered back.
import { Alert, Button, Group } from '@mantine/core';
import { dateTime } from '../../ui/format.ts';
import { IconInfoCircle } from '../../ui/icons.ts';
import type { KeptTyping } from './use-form.ts';

/** nothing where nothing was kept */
export const KeptTypingAlert = ({ kept }: { kept: KeptTyping | null }) => kept && <KeptWorkAlert {...kept} />;

export const KeptWorkAlert = ({ at, bringBack, forget }: KeptTyping) => (
  <Alert
    role="alert"
    mb="md"
    color="blue"
    icon={<IconInfoCircle size={18} aria-hidden />}
    title="You were signed out before this was saved"
  >
    What you had typed until {dateTime(at)} is kept in this window. Nothing of it has been saved.
    <Group gap="xs" mt="sm">
      <Button size="xs" onClick={bringBack}>
        Bring it back
      </Button>
      <Button size="xs" variant="default" onClick={forget}>
        Drop it
      </Button>
    </Group>
  </Alert>
);
