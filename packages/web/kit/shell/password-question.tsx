// Asks for the password before a call that hands out a secret, and lets the call go on. It asks twelve hours after the last
// time at the earliest: a browser left open for weeks opens no doors.
import { Button, Modal, Text } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/sessions';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import type { FormDeclaration } from '../form/form-declaration.ts';
import { SchemaForm } from '../form/schema-form.tsx';
import { setPasswordQuestion } from '../password-again.ts';
import { useSession } from './session-context.ts';

const form: FormDeclaration<{ password: string }> = {
  fields: [{ name: 'password', label: 'Password', kind: 'password', autoComplete: 'current-password' }],
  initial: { password: '' },
  check: ({ password }) => (password ? null : { field: 'password', sentence: 'Password is required' }),
  submit: 'Continue',
  busy: 'Checking...',
};

export function PasswordQuestion() {
  const { session } = useSession();
  const [answer, setAnswer] = useState<{ give: (confirmed: boolean) => void } | null>(null);
  useEffect(() => {
    setPasswordQuestion(() => new Promise((give) => setAnswer({ give })));
    return () => setPasswordQuestion(null);
  }, []);
  if (!answer) return null;
  const close = (confirmed: boolean) => {
    setAnswer(null);
    answer.give(confirmed);
  };
  return (
    <Modal opened onClose={() => close(false)} title="Enter your password" centered size={420} zIndex={400}>
      <Text c="dimmed" mb="md">
        This hands out a secret, so we make sure that it is you.
      </Text>
      <SchemaForm
        form={form}
        send={async (body) => {
          await call(sessionRoutes.confirmPassword, { body }, { session });
          close(true);
          return undefined;
        }}
        beside={
          <Button variant="default" onClick={() => close(false)}>
            Cancel
          </Button>
        }
      />
    </Modal>
  );
}
