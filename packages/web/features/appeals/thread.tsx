// The thread of an appeal: what was said, what was attached, and a line to write while it is open.
import { Anchor, Button, Group, Textarea } from '@mantine/core';
import type { OwnAppeal } from '@tributary/contract/billing/appeals';
import { useState } from 'react';
import { Link } from 'react-router';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { byteSize, dateTime, EMPTY, money, words } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { Attach, readAttached } from './attach.tsx';
import { kindWords, stateWords } from './words.ts';

interface Message {
  id: string;
  at: number;
  author: string;
  author_name: string | null;
  text: string;
  files: { id: string; name: string; bytes: number }[];
}
export interface Written {
  text: string;
  files: { name: string; data: string }[];
}
interface ThreadProps {
  appeal: OwnAppeal & { messages: Message[] };
  /** absent where one may only read */
  write?: ((written: Written, context: CallContext) => Promise<unknown>) | undefined;
  file: (id: string, context: CallContext) => Promise<Blob>;
  reload: () => Promise<void>;
  /** where what it is about is shown */
  place?: (subject: OwnAppeal['subject']) => string;
}

function About({ subject, place }: Pick<ThreadProps, 'place'> & { subject: OwnAppeal['subject'] }) {
  const text = `${kindWords[subject.kind]}: ${subject.name}`;
  return place ? <Link to={place(subject)}>{text}</Link> : text;
}

export function Thread({ appeal, write, file, reload, place }: ThreadProps) {
  const { session } = useSession();
  const { subject } = appeal;
  const take = async (id: string, name: string) => {
    try {
      download(name, await file(id, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <>
      <Facts
        facts={[
          [t('appeals.about'), <About key="about" subject={subject} place={place} />, 'wide'],
          [t('appeals.state'), stateWords[appeal.state]],
          [t('appeals.standsNow'), words(subject.state)],
          [t('appeals.amount'), subject.amount === null ? EMPTY : money(subject.amount, subject.currency)],
          [t('appeals.due'), dateTime(appeal.due_at)],
          [t('appeals.decided'), appeal.decided_at === null ? EMPTY : dateTime(appeal.decided_at)],
          [t('appeals.decision'), appeal.decision ?? EMPTY, 'wide'],
        ]}
      />
      <Section title={t('appeals.thread')}>
        {appeal.messages.map((message) => (
          <article key={message.id}>
            <p>
              <strong>{message.author_name ?? words(message.author)}</strong> · {dateTime(message.at)}
            </p>
            <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</p>
            {message.files.map(({ id, name, bytes }) => (
              <p key={id}>
                <Anchor component="button" type="button" onClick={() => void take(id, name)}>
                  {name} ({byteSize(bytes)})
                </Anchor>
              </p>
            ))}
          </article>
        ))}
      </Section>
      {write && appeal.state === 'open' && <Answer write={write} reload={reload} />}
    </>
  );
}

function Answer({ write, reload }: { write: NonNullable<ThreadProps['write']>; reload: () => Promise<void> }) {
  const { session } = useSession();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    setFault(null);
    try {
      await write({ text, files: await readAttached(files) }, { session });
      setText('');
      setFiles([]);
      await reload();
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
      <Textarea
        label={t('appeals.answer')}
        autosize
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="space-between" align="flex-end" mt="xs" gap="xs">
        <Attach files={files} set={setFiles} />
        <Button disabled={busy || text.trim() === ''} onClick={() => void send()}>
          {t('appeals.send')}
        </Button>
      </Group>
    </div>
  );
}
