// Asks for a link that sets a new password. It says the same whatever the address: nobody learns who has an account.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { sessionRoutes } from '@tributary/contract/accounts/sessions';
import { call } from '../kit/api/api.ts';
import { boot } from '../kit/boot.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { IconInbox } from '../ui/icons.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useT } from './words.ts';

export function Component() {
  const t = useT();
  const form = useForm(
    { email: '' },
    {
      sentences: {
        encryption: t('tryAgain'),
        decryption: t('unreadable'),
        network: t('network'),
        failed: t('tryAgain'),
      },
      send: async (values) => {
        await call(sessionRoutes.forgotPassword, { body: values });
        return { tone: 'success', text: t('linkSent') };
      },
    },
  );
  const sent = form.message?.tone === 'success';
  return (
    <SignInFrame title={t('forgotTitle')} purpose={t('forgotPurpose')}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message} />
          {sent && boot().localInbox && <LocalInboxHint />}
          <TextInput
            label={t('email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={form.values.email}
            onChange={(event) => form.set('email', event.currentTarget.value)}
          />
          <Button type="submit" fullWidth h={40} disabled={form.busy}>
            {form.busy ? t('sendingLink') : t('sendLink')}
          </Button>
          <LinkButton to="/" variant="subtle" fullWidth h={40}>
            {t('backToLogin')}
          </LinkButton>
        </Stack>
      </form>
    </SignInFrame>
  );
}

/** on a machine without a mail server, where the mail can be read */
function LocalInboxHint() {
  const t = useT();
  return (
    <Text c="dimmed" display="flex" style={{ gap: 8, alignItems: 'center' }}>
      <IconInbox size={18} aria-hidden />
      <span>
        {t('localMail')}{' '}
        <Anchor href="/inbox" inherit underline="always">
          {t('openInbox')}
        </Anchor>
      </span>
    </Text>
  );
}
