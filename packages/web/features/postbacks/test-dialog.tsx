// One call with sample values, and what answered.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { postbackRoutes } from '@tributary/contract/conversions/postbacks';
import type { ResultOf } from '@tributary/contract/route';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { CopyLine } from '../../kit/inputs/copy-line.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Code, Facts } from '../../kit/log-page/details.tsx';
import { t } from '../../words/kit.ts';
import { answerText } from './delivery-words.ts';

export type TestResult = ResultOf<typeof postbackRoutes.testOwnPostback>;

interface TestDialogProps {
  url: string;
  close: () => void;
  send: () => Promise<TestResult>;
}

export function TestDialog({ url, close, send }: TestDialogProps) {
  const test = useMutation({ mutationFn: send });
  return (
    <Modal opened onClose={close} title={t('postbacks.testPostback')} size={600}>
      <Stack gap="md">
        <CopyLine label={t('postbacks.address')} text={url} />
        {test.isError && <FormMessage message={{ tone: 'error', text: sentenceFor(test.error) }} />}
        {test.data && <Result result={test.data} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('postbacks.close')}
          </Button>
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending
              ? t('postbacks.calling')
              : test.data
                ? t('postbacks.callAgain')
                : t('postbacks.callWithSampleValues')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Result({ result: { url, status, body, error, latency_ms } }: { result: TestResult }) {
  const good = status !== null && status >= 200 && status < 300;
  const answer = answerText(status, error) ?? t('postbacks.noAnswer');
  const text = good ? `${answer}: delivered.` : t('postbacks.notDelivered', { answer });
  return (
    <Stack gap="sm">
      <FormMessage message={{ tone: good ? 'success' : 'error', text }} />
      <CopyLine label={t('postbacks.whatWasCalled')} text={url} />
      <Facts facts={[[t('postbacks.latency'), latency_ms !== null && `${latency_ms} ms`]]} />
      {body && <Code label={t('postbacks.whatAnswered')}>{body}</Code>}
    </Stack>
  );
}
