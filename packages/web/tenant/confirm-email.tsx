// Confirms an address with the link from the mail. It asks for a click: mail programs that look at links in advance must not
// confirm anything. The link stands in the URL's fragment, which no server and no log ever sees.
import { Button, Stack } from '@mantine/core';
import { profileRoutes } from '@tributary/contract/accounts/profile';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../kit/api/api.ts';
import { ApiError } from '../kit/api/api-error.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { PasswordField } from '../kit/form/password-field.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useT } from './words.ts';

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'refused' && error.failure.code === 'wrong_credentials';

export function Component() {
  const t = useT();
  const fragment = new URLSearchParams(useLocation().hash.slice(1));
  const link = fragment.get('link') ?? '';
  // a sign-up's link asks for its password; one that does not say so is told by the server
  const [asksPassword, askPassword] = useState(fragment.has('password'));
  const form = useForm(
    { password: '' },
    {
      sentences: {
        encryption: t('tryAgain'),
        decryption: t('unreadable'),
        network: t('network'),
        failed: t('tryAgain'),
      },
      check: ({ password }) =>
        asksPassword && !password.trim() ? { field: 'password', sentence: t('confirmPasswordRequired') } : null,
      send: async ({ password }) => {
        const body = { link, ...(asksPassword ? { password } : {}) };
        await call(profileRoutes.confirmEmail, { body }).catch((error: unknown) => {
          if (isRefused(error)) askPassword(true);
          throw error;
        });
        return { tone: 'success', text: t('confirmed') };
      },
    },
  );
  const isOver = !link || form.message?.tone === 'success';
  return (
    <SignInFrame
      title={t('confirmTitle')}
      purpose={isOver ? undefined : asksPassword ? t('confirmPasswordPurpose') : t('confirmPurpose')}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FormMessage message={link ? form.message : { tone: 'error', text: t('confirmExpired') }} />
          {!isOver && asksPassword && (
            <PasswordField
              label={t('password')}
              name="password"
              autoComplete="current-password"
              error={form.faulty === 'password'}
              value={form.values.password}
              onChange={(event) => form.set('password', event.currentTarget.value)}
            />
          )}
          {!isOver && (
            <Button type="submit" fullWidth h={40} disabled={form.busy}>
              {form.busy ? t('confirming') : t('confirm')}
            </Button>
          )}
          {!isOver && asksPassword && (
            <LinkButton to="/forgot-password" variant="subtle" fullWidth h={40}>
              {t('confirmNewPassword')}
            </LinkButton>
          )}
          <LinkButton to="/" variant={isOver ? 'filled' : 'subtle'} fullWidth h={40}>
            {t('backToLogin')}
          </LinkButton>
        </Stack>
      </form>
    </SignInFrame>
  );
}
