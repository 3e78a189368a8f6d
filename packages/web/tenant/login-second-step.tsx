// The second step of signing in: a code of the app, a recovery code, or a passkey of this host.
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { SecondStep } from '@tributary/contract/accounts/factors';
import { useState } from 'react';
import type { z } from 'zod';
import { ApiError } from '../kit/api/api-error.ts';
import { FormMessage } from '../kit/form/form-message.tsx';
import { type FormMessage as Message, useForm } from '../kit/form/use-form.ts';
import { type FailureSentences, sentenceFor } from '../kit/language/sentence-for.ts';
import { IconKey } from '../ui/icons.ts';
import type { LoginValues } from './login.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useT } from './words.ts';

export type AskedStep = z.output<typeof SecondStep>;
type Proof = Pick<LoginValues, 'code' | 'passkey'>;

/** what the sign-in still needs, where that is all it needs */
export function askedIn(error: unknown): AskedStep | null {
  if (!(error instanceof ApiError) || error.failure.kind !== 'refused') return null;
  return SecondStep.safeParse(error.failure.beside).data ?? null;
}

interface SecondStepProps {
  asked: AskedStep;
  sentences: FailureSentences;
  leaving: boolean;
  send: (proof: Proof) => Promise<Message>;
  back: () => void;
}

export function SecondStepForm({ asked, sentences, leaving, send, back }: SecondStepProps) {
  const t = useT();
  const [question, setQuestion] = useState(asked.passkey);
  const [way, setWay] = useState<'code' | 'recovery' | 'passkey'>(asked.need);
  const [said, setSaid] = useState<Message | null>(null);
  const form = useForm(
    { code: '' },
    {
      sentences,
      check: ({ code }) => (code.trim() ? null : { field: 'code', sentence: t('codeMissing') }),
      send: ({ code }) => {
        setSaid(null);
        return send({ code });
      },
    },
  );
  const askForPasskey = async () => {
    setSaid(null);
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      // a question is answered once: the next one comes by sending none
      const asking = question ?? (await askAgain());
      if (!asking) return;
      setQuestion(undefined);
      const answer = await startAuthentication({ optionsJSON: asking });
      setSaid(await send({ passkey: answer }));
    } catch (error) {
      const text = error instanceof ApiError ? sentenceFor(error, sentences) : t('passkeyFailed');
      setSaid({ tone: 'error', text });
    }
  };
  const askAgain = async () => {
    try {
      setSaid(await send({}));
      return undefined;
    } catch (error) {
      const again = askedIn(error)?.passkey;
      if (!again) throw error;
      return again;
    }
  };
  const choose = (next: typeof way) => {
    setWay(next);
    setSaid(null);
    form.reset();
  };
  const purpose = { code: t('secondPurpose'), recovery: t('recoveryPurpose'), passkey: t('passkeyPurpose') }[way];
  const busy = form.busy || leaving;
  return (
    <SignInFrame title={t('secondTitle')} purpose={purpose}>
      <form onSubmit={form.onSubmit}>
        <Stack gap="md">
          <FormMessage message={form.message ?? said} />
          {way !== 'passkey' && (
            <TextInput
              // another way is another field: it takes the focus
              key={way}
              label={way === 'code' ? t('code') : t('recoveryCode')}
              name="code"
              autoFocus
              autoComplete="one-time-code"
              inputMode={way === 'code' ? 'numeric' : 'text'}
              spellCheck={false}
              maxLength={64}
              value={form.values.code}
              onChange={(event) => form.set('code', event.currentTarget.value)}
            />
          )}
          {way === 'passkey' ? (
            <Button
              fullWidth
              h={40}
              autoFocus
              disabled={busy}
              leftSection={<IconKey size={16} aria-hidden />}
              onClick={() => void askForPasskey()}
            >
              {t('usePasskey')}
            </Button>
          ) : (
            <Button type="submit" fullWidth h={40} disabled={busy}>
              {form.busy ? t('confirmingCode') : t('confirmCode')}
            </Button>
          )}
          {way === 'recovery' && (
            <Text size="sm" c="dimmed">
              {t('noRecoveryLeft')}
            </Text>
          )}
        </Stack>
      </form>
      <Stack gap="xs" mt="lg" align="center">
        {way !== 'passkey' && asked.passkey && (
          <Anchor component="button" type="button" onClick={() => choose('passkey')}>
            {t('usePasskey')}
          </Anchor>
        )}
        {way !== 'code' && asked.need === 'code' && (
          <Anchor component="button" type="button" onClick={() => choose('code')}>
            {t('useApp')}
          </Anchor>
        )}
        {way !== 'recovery' && (
          <Anchor component="button" type="button" onClick={() => choose('recovery')}>
            {t('useRecovery')}
          </Anchor>
        )}
        <Anchor component="button" type="button" c="dimmed" onClick={back}>
          {t('backToPassword')}
        </Anchor>
      </Stack>
    </SignInFrame>
  );
}
