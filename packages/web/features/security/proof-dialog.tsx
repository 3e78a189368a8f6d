// Before a factor is taken away or codes are made anew: the password, and a factor that is on.
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { twoFactorRoutes } from '@tributary/contract/accounts/two-factor';
import type { ArgsOf } from '@tributary/contract/route';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { ApiError } from '../../kit/api/api-error.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { PasswordField } from '../../kit/form/password-field.tsx';
import { type FormMessage as Message, useForm } from '../../kit/form/use-form.ts';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { IconKey } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';

export type Proof = ArgsOf<typeof twoFactorRoutes.endTotp>['body'];

interface ProofDialogProps {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  /** whether a passkey of this host can be asked for */
  hasPasskey: boolean;
  send: (proof: Proof) => Promise<unknown>;
  close: () => void;
}

export function ProofDialog({ title, text, confirm, danger, hasPasskey, send, close }: ProofDialogProps) {
  const { session } = useSession();
  const [said, setSaid] = useState<Message | null>(null);
  const form = useForm(
    { password: '', code: '' },
    {
      check: ({ password, code }) => {
        if (!password) return { field: 'password', sentence: t('shell.passwordIsRequired') };
        return code.trim() ? null : { field: 'code', sentence: t('security.codeMissing') };
      },
      send: async (proof) => {
        setSaid(null);
        await send(proof);
        return undefined;
      },
    },
  );
  const byPasskey = async () => {
    const { password } = form.values;
    if (!password) return setSaid({ tone: 'error', text: t('shell.passwordIsRequired') });
    try {
      const question = await call(twoFactorRoutes.askPasskey, {}, { session });
      const { startAuthentication } = await import('@simplewebauthn/browser');
      await send({ password, passkey: await startAuthentication({ optionsJSON: question }) });
    } catch (error) {
      const sentence = error instanceof ApiError ? sentenceFor(error) : t('security.passkeyNotUsed');
      setSaid({ tone: 'error', text: sentence });
    }
  };
  return (
    <Modal opened onClose={close} title={title} centered size={440}>
      <Text mb="md">{text}</Text>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message ?? said} />
          <PasswordField
            label={t('common.password')}
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={form.values.password}
            onChange={(event) => form.set('password', event.currentTarget.value)}
          />
          <TextInput
            label={t('security.codeOrRecoveryCode')}
            name="code"
            autoComplete="one-time-code"
            maxLength={64}
            value={form.values.code}
            onChange={(event) => form.set('code', event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            {hasPasskey && (
              <Button
                variant="default"
                mr="auto"
                leftSection={<IconKey size={16} aria-hidden />}
                disabled={form.busy}
                onClick={() => void byPasskey()}
              >
                {t('security.usePasskey')}
              </Button>
            )}
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color={danger ? 'red' : undefined} disabled={form.busy}>
              {form.busy ? t('shell.checking') : confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
