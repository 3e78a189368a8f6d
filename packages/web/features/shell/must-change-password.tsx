// Blocks a portal until the user has replaced a password that someone else set.
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../../kit/api/logout.ts';
import { HeldModal } from '../../kit/dialogs/held-modal.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import { PasswordForm } from '../profile/password-form.tsx';

export function MustChangePassword() {
  const { session } = useSession();
  const queries = useQueryClient();
  return (
    <HeldModal title={t('shell.chooseANewPassword')}>
      <Text c="dimmed" mb="md">
        {t('shell.yourPasswordWasSetBy')}
      </Text>
      <PasswordForm
        // what the shell asked for meanwhile was refused, too
        changed={() => queries.resetQueries()}
        beside={
          <Button variant="subtle" color="gray" onClick={() => logout(session)}>
            {t('shell.logout')}
          </Button>
        }
      />
    </HeldModal>
  );
}
