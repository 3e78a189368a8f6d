// The tenant's login page (the specification, Signing in and up). Where a second factor is on, it is asked for in a second step.
import { Alert, Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { type SignedOutReason, signedOutReasons } from '@tributary/contract/messages';
import type { ArgsOf } from '@tributary/contract/route';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { call } from '../kit/api/api.ts';
import { homeOfType, type PlaceLeft, readSignedOut, storeLogin } from '../kit/api/session.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { PasswordField } from '../kit/form/password-field.tsx';
import { type FormMessage as Message, useForm } from '../kit/form/use-form.ts';
import { meetLanguage } from '../kit/language/own-language.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { IconInfoCircle } from '../ui/icons.ts';
import classes from './login.module.css';
import { type AskedStep, askedIn, SecondStepForm } from './login-second-step.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { choseLanguage, reasonWords, useT } from './words.ts';

/** long enough to read the success message */
const REDIRECT_AFTER_MS = 700;

const isPlaceLeft = (state: unknown): state is PlaceLeft =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string';

function SignedOutNotice({ why }: { why: string }) {
  const t = useT();
  const known = (Object.keys(signedOutReasons) as SignedOutReason[]).find((one) => signedOutReasons[one] === why);
  return (
    <Alert role="status" icon={<IconInfoCircle size={18} aria-hidden />} title={t('signedOut')} variant="default">
      {known ? t(reasonWords[known]) : t('signedOutUnknown')} {t('signedOutBack')}
    </Alert>
  );
}

export type LoginValues = ArgsOf<typeof sessionRoutes.login>['body'];

/** signs in and leads on; what is said meanwhile */
function useSignIn(): { signIn: (values: LoginValues) => Promise<Message>; leaving: boolean } {
  const t = useT();
  const navigate = useNavigate();
  const location: { state: unknown } = useLocation();
  const [signedOut] = useState(readSignedOut);
  const [leaving, setLeaving] = useState(false);
  const signIn = async (values: LoginValues): Promise<Message> => {
    const reply = await call(sessionRoutes.login, { body: values });
    // only whoever left the place is led back to it
    const isSame = signedOut?.user === reply.user.id && signedOut.role === reply.type;
    const back = isSame && isPlaceLeft(location.state) ? location.state.from : homeOfType(reply.type);
    storeLogin(reply);
    setLeaving(true);
    // until the password is changed the profile is closed
    const met = reply.must_change_password
      ? null
      : meetLanguage({ role: reply.type, token: reply.token, user: reply.user }, choseLanguage());
    setTimeout(() => void Promise.resolve(met).then(() => navigate(back)), REDIRECT_AFTER_MS);
    return { tone: 'success', text: t('loginSuccess') };
  };
  return { signIn, leaving };
}

export function Login() {
  const t = useT();
  const { signIn, leaving } = useSignIn();
  const [signedOut] = useState(readSignedOut);
  const [second, setSecond] = useState<AskedStep | null>(null);
  const sentences = {
    encryption: t('loginEncryption'),
    decryption: t('loginDecryption'),
    network: t('network'),
    failed: t('loginFailed'),
  };
  const form = useForm(
    { email: '', password: '', rememberMe: false },
    {
      sentences,
      send: async (values) => {
        try {
          return await signIn(values);
        } catch (error) {
          const asked = askedIn(error);
          if (!asked) throw error;
          setSecond(asked);
          return undefined;
        }
      },
    },
  );
  if (second) {
    return (
      <SecondStepForm
        asked={second}
        sentences={sentences}
        leaving={leaving}
        send={(proof) => signIn({ ...form.values, ...proof })}
        back={() => setSecond(null)}
      />
    );
  }
  return (
    <SignInFrame title={t('loginTitle')} purpose={t('loginPurpose')}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          {form.message ? <FormMessage message={form.message} /> : signedOut && <SignedOutNotice why={signedOut.why} />}
          <TextInput
            label={t('email')}
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
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={form.values.password}
            onChange={(event) => form.set('password', event.currentTarget.value)}
          />
          <Group justify="space-between" gap="xs">
            <Checkbox
              label={t('remember')}
              name="rememberMe"
              checked={form.values.rememberMe}
              onChange={(event) => form.set('rememberMe', event.currentTarget.checked)}
            />
            <Anchor component={Link} to="/forgot-password">
              {t('forgot')}
            </Anchor>
          </Group>
          <Button type="submit" fullWidth h={40} disabled={form.busy || leaving}>
            {form.busy ? t('loggingIn') : t('logIn')}
          </Button>
        </Stack>
      </form>
      <p className={classes.divider}>{t('newHere')}</p>
      <Stack gap="xs">
        <LinkButton to="/publisher-signup" variant="default" fullWidth h={40}>
          {t('publisherSignup')}
        </LinkButton>
        <LinkButton to="/advertiser-signup" variant="default" fullWidth h={40}>
          {t('advertiserSignup')}
        </LinkButton>
      </Stack>
    </SignInFrame>
  );
}
