// Setting up an authenticator app: the picture to scan, the key to type instead, and the first code, which makes it count.
import { Button, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import { call } from '../../kit/api/api.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/kit.ts';
import classes from './security.module.css';

interface TotpSetUpProps {
  close: () => void;
  confirmed: (codes: readonly string[]) => void;
}

export function TotpSetUp({ close, confirmed }: TotpSetUpProps) {
  const { session } = useSession();
  const begun = useQuery({
    queryKey: ['totp-set-up', session.token],
    queryFn: async () => {
      const offer = await call(twoFactorRoutes.beginTotp, {}, { session });
      const { toDataURL } = await import('qrcode');
      return { ...offer, picture: await toDataURL(offer.uri, { margin: 2, width: 400 }) };
    },
    // a secret is shown once, and another question makes another secret
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const form = useForm(
    { code: '' },
    {
      check: ({ code }) => (code.trim() ? null : { field: 'code', sentence: t('security.codeMissing') }),
      send: async ({ code }) => {
        const { recovery_codes } = await call(twoFactorRoutes.confirmTotp, { body: { code } }, { session });
        confirmed(recovery_codes);
        return undefined;
      },
    },
  );
  return (
    <Modal opened onClose={close} title={t('security.setUpApp')} centered>
      {begun.isPending && <Skeleton height={320} />}
      {begun.isError && <FailedToLoad error={begun.error} retry={() => begun.refetch()} />}
      {begun.data && (
        <form onSubmit={form.onSubmit}>
          <Stack gap="md">
            <Text size="sm">{t('security.scanThis')}</Text>
            <img className={classes.qr} src={begun.data.picture} alt={t('security.qrOfTheKey')} />
            <CopyLine label={t('security.orTypeTheKey')} text={begun.data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
            <FormMessage message={form.message} />
            <TextInput
              label={t('security.codeOfTheApp')}
              name="code"
              data-autofocus
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={64}
              value={form.values.code}
              onChange={(event) => form.set('code', event.currentTarget.value)}
            />
            <Button type="submit" disabled={form.busy}>
              {form.busy ? t('shell.checking') : t('security.turnOn')}
            </Button>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
