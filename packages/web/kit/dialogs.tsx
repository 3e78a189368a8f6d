// Dialogs asked for from code: an alert with one OK (the seeds' "an alert says"), and a confirmation that names the
// thing and the consequence. Both answer as promises; one host in the shell shows them, one after the other.
import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';

interface Question {
  id: number;
  title: string;
  text: string;
  confirm: string;
  cancel: string | null;
  danger: boolean;
  answer: (yes: boolean) => void;
}

let waiting: readonly Question[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const update = (questions: readonly Question[]) => {
  waiting = questions;
  for (const listener of listeners) listener();
};

const ask = (question: Omit<Question, 'id' | 'answer'>): Promise<boolean> =>
  new Promise((resolve) => {
    const id = nextId++;
    const answer = (yes: boolean) => {
      update(waiting.filter((other) => other.id !== id));
      resolve(yes);
    };
    update([...waiting, { ...question, id, answer }]);
  });

export const alertDialog = async (text: string, title = 'Notice'): Promise<void> => {
  await ask({ title, text, confirm: 'OK', cancel: null, danger: false });
};

export interface Confirmation {
  /** names the thing: "Delete Ana Ruiz?" */
  title: string;
  /** says the consequence */
  text: string;
  confirm: string;
  danger?: boolean;
}

export const confirmDialog = ({ danger = false, ...rest }: Confirmation): Promise<boolean> =>
  ask({ ...rest, cancel: 'Cancel', danger });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function DialogHost() {
  const question = useSyncExternalStore(subscribe, () => waiting[0]);
  if (!question) return null;
  const { id, title, text, confirm, cancel, danger, answer } = question;
  return (
    <Modal.Root key={id} opened onClose={() => answer(false)} centered size={420} closeOnClickOutside={cancel !== null}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content role="alertdialog">
        <Modal.Header>
          <Modal.Title fw={600}>{title}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          <Group justify="flex-end" gap="xs">
            {cancel !== null && (
              <Button variant="default" onClick={() => answer(false)} data-autofocus={danger || undefined}>
                {cancel}
              </Button>
            )}
            <Button
              color={danger ? 'red' : undefined}
              onClick={() => answer(true)}
              data-autofocus={!danger || undefined}
            >
              {confirm}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
