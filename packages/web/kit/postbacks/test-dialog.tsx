// One call with sample values, and what answered.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { postbackRoutes } from '@tributary/contract/postbacks';
import type { ResultOf } from '@tributary/contract/route';
import { sentenceFor } from '../api-error.ts';
import { FormMessage } from '../form/form-message.tsx';
import { CopyLine } from '../inputs/copy-line.tsx';
import { Code, Facts } from '../log-page/details.tsx';
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
    <Modal opened onClose={close} title="Test postback" size={600}>
      <Stack gap="md">
        <CopyLine label="Address" text={url} />
        {test.isError && <FormMessage message={{ tone: 'error', text: sentenceFor(test.error) }} />}
        {test.data && <Result result={test.data} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button disabled={test.isPending} onClick={() => test.mutate()}>
            {test.isPending ? 'Calling...' : test.data ? 'Call again' : 'Call with sample values'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Result({ result: { url, status, body, error, latency_ms } }: { result: TestResult }) {
  const good = status !== null && status >= 200 && status < 300;
  const answer = answerText(status, error) ?? 'No answer';
  const text = good ? `${answer}: delivered.` : `${answer}: not delivered.`;
  return (
    <Stack gap="sm">
      <FormMessage message={{ tone: good ? 'success' : 'error', text }} />
      <CopyLine label="What was called" text={url} />
      <Facts facts={[['Latency', latency_ms !== null && `${latency_ms} ms`]]} />
      {body && <Code label="What answered">{body}</Code>}
    </Stack>
  );
}
