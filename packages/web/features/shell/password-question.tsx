// Asks for the password before a call that hands out a secret, and lets the call go on. It asks twelve hours after the last
// time at the earliest: a browser left open for weeks opens no doors.
import { Button, Modal, Text } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { useEffect, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { setPasswordQuestion } from '../../kit/dialogs/password-again.ts';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';

const form: FormDeclaration<{ password: string }> = {
  fields: [{ name: 'password', label: t('common.password'), kind: 'password', autoComplete: 'current-password' }],
  initial: { password: '' },
  check: ({ password }) => (password ? null : { field: 'password', sentence: t('shell.passwordIsRequired') }),
  submit: t('shell.continue'),
  busy: t('shell.checking'),
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
    <Modal opened onClose={() => close(false)} title={t('shell.enterYourPassword')} centered size={420} zIndex={400}>
      <Text c="dimmed" mb="md">
        {t('shell.thisHandsOutASecret')}
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
            {t('common.cancel')}
          </Button>
        }
      />
    </Modal>
  );
}
