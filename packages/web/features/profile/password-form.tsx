// A new password for oneself: in the settings, and before anything else where someone else set the present one.

import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { MIN_PASSWORD_LENGTH, signupMessages } from '@tributary/contract/messages';
import { type ReactNode, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { FormDeclaration } from '../../kit/form/form-declaration.ts';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';

interface Values {
  current: string;
  wanted: string;
  repeated: string;
  suspend: boolean;
}

const form: FormDeclaration<Values> = {
  fields: [
    { name: 'current', label: t('profile.currentPassword'), kind: 'password', autoComplete: 'current-password' },
    { name: 'wanted', label: t('profile.newPassword'), kind: 'password', autoComplete: 'new-password' },
    { name: 'repeated', label: t('profile.repeatNewPassword'), kind: 'password', autoComplete: 'new-password' },
    { name: 'suspend', label: t('profile.suspendMyApiKeysAs'), kind: 'checkbox' },
  ],
  initial: { current: '', wanted: '', repeated: '', suspend: false },
  check: ({ current, wanted, repeated }) => {
    if (!current) return { field: 'current', sentence: t('profile.yourCurrentPasswordIsRequired') };
    if (!wanted.trim()) return { field: 'wanted', sentence: saidByServer(signupMessages.password) };
    if (wanted.length < MIN_PASSWORD_LENGTH)
      return { field: 'wanted', sentence: saidByServer(signupMessages.passwordLength) };
    return wanted === repeated ? null : { field: 'repeated', sentence: t('profile.theTwoPasswordsAreNot') };
  },
  submit: t('profile.changePassword'),
  busy: t('common.saving'),
};

export function PasswordForm({ changed, beside }: { changed: () => void | Promise<void>; beside?: ReactNode }) {
  const { session } = useSession();
  const [round, setRound] = useState(0);
  const send = async ({ current, wanted, suspend }: Values) => {
    const body = { current_password: current, new_password: wanted, suspend_api_keys: suspend };
    await call(sessionRoutes.changePassword, { body }, { session });
    toast.success(t('profile.passwordChangedSuccessfully'));
    await changed();
    // an empty form again
    setRound((before) => before + 1);
    return undefined;
  };
  return <SchemaForm key={round} form={form} send={send} beside={beside} />;
}
