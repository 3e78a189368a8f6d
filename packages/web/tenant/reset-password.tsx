// Sets a new password with the one-use link from the mail. The link stands in the URL's fragment, which no server and
// no log ever sees.
import { Button, Stack } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { MIN_PASSWORD_LENGTH } from '@tributary/contract/messages';
import { useLocation } from 'react-router';
import { call } from '../kit/api/api.ts';
import { ApiError } from '../kit/api/api-error.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { PasswordField } from '../kit/form/password-field.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useT } from './words.ts';

export function Component() {
  const t = useT();
  const given = new URLSearchParams(useLocation().hash.slice(1));
  const invitation = given.get('invitation');
  const link = invitation ?? given.get('link') ?? '';
  const title = invitation === null ? t('resetTitle') : t('inviteTitle');
  const form = useForm(
    { password: '', repeated: '' },
    {
      sentences: {
        encryption: t('tryAgain'),
        decryption: t('unreadable'),
        network: t('network'),
        failed: t('tryAgain'),
      },
      check: ({ password, repeated }) => {
        if (!password.trim()) return { field: 'password', sentence: t('passwordRequired') };
        if (password.length < MIN_PASSWORD_LENGTH) return { field: 'password', sentence: t('passwordLength') };
        return password === repeated ? null : { field: 'repeated', sentence: t('passwordsDiffer') };
      },
      send: async ({ password }) => {
        try {
          await call(sessionRoutes.resetPassword, { body: { link, password } });
        } catch (error) {
          const failure = error instanceof ApiError ? error.failure : null;
          const expired = failure?.kind === 'refused' && failure.code === 'link_expired';
          if (expired && invitation !== null) return { tone: 'error', text: t('inviteExpired') };
          throw error;
        }
        return { tone: 'success', text: t('passwordSet') };
      },
    },
  );
  const field = (name: 'password' | 'repeated', label: string) => (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      error={form.faulty === name}
      description={name === 'password' ? t('passwordHelp') : undefined}
      value={form.values[name]}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );

  if (!link) {
    return (
      <SignInFrame title={t('resetTitle')}>
        <Stack gap="md">
          <FormMessage message={{ tone: 'error', text: t('linkMissing') }} />
          <LinkButton to="/forgot-password" fullWidth h={40}>
            {t('askForLink')}
          </LinkButton>
        </Stack>
      </SignInFrame>
    );
  }
  if (form.message?.tone === 'success') {
    return (
      <SignInFrame title={title}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <LinkButton to="/" fullWidth h={40}>
            {t('backToLogin')}
          </LinkButton>
        </Stack>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={title} purpose={invitation === null ? undefined : t('invitePurpose')}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FormMessage message={form.message} />
          {field('password', t('newPassword'))}
          {field('repeated', t('repeatPassword'))}
          <Button type="submit" fullWidth h={40} disabled={form.busy}>
            {form.busy ? t('settingPassword') : invitation === null ? t('setPassword') : t('acceptInvitation')}
          </Button>
          <LinkButton to="/" variant="subtle" fullWidth h={40}>
            {t('backToLogin')}
          </LinkButton>
        </Stack>
      </form>
    </SignInFrame>
  );
}
