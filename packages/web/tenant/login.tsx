// The tenant's login page (seed 000, sections 2.3, 4 and 8).
import { Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/sessions';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../kit/api.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { PasswordField } from '../kit/form/password-field.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { useTexts } from '../kit/language.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { homeOfType, storeLogin } from '../kit/session.ts';
import classes from './login.module.css';
import { SignInFrame } from './sign-in-frame.tsx';
import { texts } from './texts.ts';

/** long enough to read the success message */
const REDIRECT_AFTER_MS = 700;

export function Login() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const form = useForm(
    { email: '', password: '', rememberMe: false },
    {
      sentences: {
        encryption: t.loginEncryption,
        decryption: t.loginDecryption,
        network: t.network,
        failed: t.loginFailed,
      },
      send: async (values) => {
        const reply = await call(sessionRoutes.login, { body: values });
        storeLogin(reply);
        setLeaving(true);
        setTimeout(() => navigate(homeOfType(reply.type)), REDIRECT_AFTER_MS);
        return { tone: 'success', text: t.loginSuccess };
      },
    },
  );
  return (
    <SignInFrame title={t.loginTitle} purpose={t.loginPurpose}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          <TextInput
            label={t.email}
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={form.values.email}
            onChange={(event) => form.set('email', event.currentTarget.value)}
          />
          <PasswordField
            label={t.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            showLabel={t.show}
            hideLabel={t.hide}
            value={form.values.password}
            onChange={(event) => form.set('password', event.currentTarget.value)}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={t.remember}
              name="rememberMe"
              checked={form.values.rememberMe}
              onChange={(event) => form.set('rememberMe', event.currentTarget.checked)}
            />
            <Anchor component={Link} to="/forgot-password">
              {t.forgot}
            </Anchor>
          </Group>
          <Button type="submit" fullWidth h={40} disabled={form.busy || leaving}>
            {form.busy ? t.loggingIn : t.logIn}
          </Button>
        </Stack>
      </form>
      <p className={classes.divider}>{t.newHere}</p>
      <Stack gap="xs">
        <LinkButton to="/publisher-signup" variant="default" fullWidth h={40}>
          {t.publisherSignup}
        </LinkButton>
        <LinkButton to="/advertiser-signup" variant="default" fullWidth h={40}>
          {t.advertiserSignup}
        </LinkButton>
      </Stack>
    </SignInFrame>
  );
}
