// Blocks a portal until the user has replaced a password that someone else set.
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MIN_PASSWORD_LENGTH, signupMessages } from '@tributary/contract/messages';
import { sessionRoutes } from '@tributary/contract/sessions';
import { call } from '../api.ts';
import { FormMessage } from '../form/form-message.tsx';
import { PasswordField } from '../form/password-field.tsx';
import { useForm } from '../form/use-form.ts';
import { logout } from '../logout.ts';
import { toast } from '../toast.tsx';
import { sessionQueryKey, useSession } from './session-context.ts';

export function MustChangePassword() {
  const { session } = useSession();
  const queries = useQueryClient();
  const form = useForm(
    { current: '', wanted: '', repeated: '' },
    {
      check: ({ current, wanted, repeated }) => {
        if (!current) return { field: 'current', sentence: 'Your current password is required' };
        if (!wanted.trim()) return { field: 'wanted', sentence: signupMessages.password };
        if (wanted.length < MIN_PASSWORD_LENGTH) return { field: 'wanted', sentence: signupMessages.passwordLength };
        return wanted === repeated ? null : { field: 'repeated', sentence: 'The two passwords are not the same' };
      },
      send: async ({ current, wanted }) => {
        const body = { current_password: current, new_password: wanted };
        await call(sessionRoutes.changePassword, { body }, { session });
        toast.success('Password changed successfully!');
        await queries.invalidateQueries({ queryKey: sessionQueryKey(session) });
        return undefined;
      },
    },
  );
  const field = (name: 'current' | 'wanted' | 'repeated', label: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete={name === 'current' ? 'current-password' : 'new-password'}
      error={form.faulty === name}
      value={form.values[name]}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Choose a new password"
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <Text c="dimmed">Your password was set by someone else. Choose your own to go on.</Text>
          <FormMessage message={form.message} />
          {field('current', 'Current password')}
          {field('wanted', 'New password')}
          {field('repeated', 'Repeat new password')}
          <Group justify="space-between">
            <Button variant="subtle" color="gray" onClick={() => logout(session)}>
              Logout
            </Button>
            <Button type="submit" disabled={form.busy}>
              {form.busy ? 'Saving...' : 'Change password'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
