// Dialogs asked for from code: an alert with one OK (the specification's "an alert says"), and a confirmation that names the
// thing and the consequence. Both answer as promises; one host in the shell shows them, one after the other.
import { Box, Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react';
import { t } from '../../words/kit.ts';
import { FormMessage } from '../form/form-message.tsx';

interface Question {
  id: number;
  title: string;
  text: string;
  details?: ReactNode;
  confirm: string;
  cancel: string | null;
  danger: boolean;
  /** the label of a text asked for; null where none is */
  reason: string | null;
  demand?: ReasonDemand;
  send?: SendReason;
  answer: (yes: boolean, reason?: string) => void;
}

let waiting: readonly Question[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const update = (questions: readonly Question[]) => {
  waiting = questions;
  for (const listener of listeners) listener();
};

/** what was written where a reason is asked for, else empty; null for "Cancel" */
const ask = (question: Omit<Question, 'id' | 'answer'>): Promise<string | null> =>
  new Promise((resolve) => {
    const id = nextId++;
    const answer = (yes: boolean, reason = '') => {
      update(waiting.filter((other) => other.id !== id));
      resolve(yes ? reason : null);
    };
    update([...waiting, { ...question, id, answer }]);
  });

export const alertDialog = async (text: string, title = t('dialogs.notice')): Promise<void> => {
  await ask({ title, text, confirm: 'OK', cancel: null, danger: false, reason: null });
};

export interface Confirmation {
  /** names the thing: "Delete Ana Ruiz?" */
  title: string;
  /** says the consequence */
  text: string;
  /** what it is about, where a sentence is not enough */
  details?: ReactNode;
  confirm: string;
  danger?: boolean;
}

export const confirmDialog = async ({ danger = false, ...rest }: Confirmation): Promise<boolean> =>
  (await ask({ ...rest, cancel: t('common.cancel'), danger, reason: null })) !== null;

/** a reason that must be given, with the usual ones to choose from */
interface ReasonDemand {
  /** where it is no reason that is asked for */
  label?: string;
  maxLength: number;
  usual: readonly string[];
}

/** The sentence of what went wrong, or null. The dialog stays open with it, and what was written stays written. */
type SendReason = (reason: string) => Promise<string | null>;

/** the reason, which may be empty unless it is demanded; null where the reader thought better of it */
export const reasonDialog = (
  { danger = false, ...rest }: Confirmation,
  demand?: ReasonDemand,
  send?: SendReason,
): Promise<string | null> =>
  ask({ ...rest, cancel: t('common.cancel'), danger, reason: demand?.label ?? t('dialogs.reason'), demand, send });

/** the library fixes the role to `dialog`; its root is drawn by us to say what this one is */
const asAlertDialog = {
  renderRoot: (props: ComponentProps<'section'>) => <section {...props} role="alertdialog" />,
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function DialogHost() {
  const question = useSyncExternalStore(subscribe, () => waiting[0]);
  return question ? <QuestionDialog key={question.id} question={question} /> : null;
}

function QuestionDialog({ question }: { question: Question }) {
  const { title, text, details, confirm, cancel, danger, reason, demand, send, answer } = question;
  const [written, setWritten] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const accept = async () => {
    setBusy(true);
    const sentence = (await send?.(written.trim())) ?? null;
    setBusy(false);
    setFault(sentence);
    if (sentence === null) answer(true, written.trim());
  };
  const calm = danger && reason === null;
  const isWritten = written.trim() !== '';
  return (
    <Modal.Root
      opened
      onClose={() => answer(false)}
      centered
      size={details ? 640 : 420}
      // what was written goes by Cancel only
      closeOnEscape={!isWritten}
      closeOnClickOutside={cancel !== null && !isWritten}
    >
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content {...asAlertDialog}>
        <Modal.Header>
          <Modal.Title fw={600}>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          {details}
          {reason !== null && (
            <Textarea
              label={reason}
              withAsterisk={demand !== undefined}
              autosize
              minRows={3}
              maxLength={demand?.maxLength ?? 1000}
              mb={demand ? 'xs' : 'lg'}
              data-autofocus
              value={written}
              onChange={(event) => setWritten(event.currentTarget.value)}
            />
          )}
          {demand && (
            <Group gap={6} mb="lg">
              {demand.usual.map((one) => (
                <Button key={one} size="compact-xs" variant="default" onClick={() => setWritten(one)}>
                  {one}
                </Button>
              ))}
            </Group>
          )}
          {fault !== null && (
            <Box mb="md">
              <FormMessage message={{ tone: 'error', text: fault }} />
            </Box>
          )}
          <Group justify="flex-end" gap="xs">
            {cancel !== null && (
              <Button variant="default" onClick={() => answer(false)} data-autofocus={calm || undefined}>
                {cancel}
              </Button>
            )}
            <Button
              color={danger ? 'red' : undefined}
              disabled={busy || (demand !== undefined && written.trim() === '')}
              onClick={() => void accept()}
              data-autofocus={(!danger && reason === null) || undefined}
            >
              {confirm}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
