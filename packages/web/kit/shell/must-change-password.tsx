// Blocks a portal until the user has replaced a password that someone else set.
import { Button, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { logout } from '../logout.ts';
import { PasswordForm } from '../profile/password-form.tsx';
import { useSession } from './session-context.ts';

export function MustChangePassword() {
  const { session } = useSession();
  const queries = useQueryClient();
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Choose a new password"
    >
      <Text c="dimmed" mb="md">
        Your password was set by someone else. Choose your own to go on.
      </Text>
      <PasswordForm
        // what the shell asked for meanwhile was refused, too
        changed={() => queries.resetQueries()}
        beside={
          <Button variant="subtle" color="gray" onClick={() => logout(session)}>
            Logout
          </Button>
        }
      />
    </Modal>
  );
}
