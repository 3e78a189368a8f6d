// Confirms an address with the link from the mail. It asks for a click: mail programs that look at links in advance must not
// confirm anything. The link stands in the URL's fragment, which no server and no log ever sees.
import { Button, Stack } from '@mantine/core';
import { profileRoutes } from '@tributary/contract/profile';
import { useLocation } from 'react-router';
import { call } from '../kit/api.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { useTexts } from '../kit/language.ts';
import { LinkButton } from '../kit/link-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { texts } from './texts.ts';

export function Component() {
  const t = useTexts(texts);
  const link = new URLSearchParams(useLocation().hash.slice(1)).get('link') ?? '';
  const form = useForm(
    {},
    {
      sentences: { encryption: t.tryAgain, decryption: t.unreadable, network: t.network, failed: t.tryAgain },
      send: async () => {
        await call(profileRoutes.confirmEmail, { body: { link } });
        return { tone: 'success', text: t.confirmed };
      },
    },
  );
  const isOver = !link || form.message?.tone === 'success';
  return (
    <SignInFrame title={t.confirmTitle} purpose={isOver ? undefined : t.confirmPurpose}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <FormMessage message={link ? form.message : { tone: 'error', text: t.confirmExpired }} />
          {!isOver && (
            <Button type="submit" fullWidth h={40} disabled={form.busy}>
              {form.busy ? t.confirming : t.confirm}
            </Button>
          )}
          <LinkButton to="/" variant={isOver ? 'filled' : 'subtle'} fullWidth h={40}>
            {t.backToLogin}
          </LinkButton>
        </Stack>
      </form>
    </SignInFrame>
  );
}
