// Messages of the contact form: read, answered by mail, marked as handled.

import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { messageList, operatorRoutes } from '@tributary/contract/operator';
import type { ResultOf } from '@tributary/contract/route';
import { toast } from '../kit/dialogs/toast.tsx';
import { type DialogProps, resource, type Tools } from '../kit/resource/declaration.ts';
import { ResourcePage } from '../kit/resource/resource-page.tsx';
import { dateTime } from '../ui/format.ts';
import { IconCheck, IconEye } from '../ui/icons.ts';
import { t } from '../words/operator.ts';
import classes from './messages.module.css';
import { reporting } from './reporting.ts';
import { operate } from './session.ts';

type Message = ResultOf<typeof operatorRoutes.contactMessages>['rows'][number];

async function markHandled(message: Message, tools: Tools<Message>): Promise<void> {
  const done = await reporting(t('messages.theMessageWasNotMarked'), () =>
    operate(operatorRoutes.handleMessage, { params: { id: message.id } }),
  );
  if (done) toast.success(t('messages.markedAsHandled'));
  await tools.reload();
}

function ReadDialog({ row, close, tools }: DialogProps<Message>) {
  if (!row) return null;
  return (
    <Modal opened onClose={close} title={t('messages.messageFrom', { name: row.name })} size={560}>
      <Text size="sm" c="dimmed">
        {[row.company, dateTime(row.created_at)].filter(Boolean).join(' · ')}
      </Text>
      <p className={classes.text}>{row.message}</p>
      <Group justify="space-between" gap="xs">
        <Anchor href={`mailto:${encodeURIComponent(row.email)}`}>{row.email}</Anchor>
        {row.handled_at === null && (
          <Button onClick={() => void markHandled(row, tools).then(close)}>{t('messages.markAsHandled')}</Button>
        )}
      </Group>
    </Modal>
  );
}

const messages = resource(messageList, {
  name: 'operator-messages',
  title: t('common.messages'),
  countText: (total) => t('messages.messages', { count: total }),
  load: (query, { signal }) => operate(operatorRoutes.contactMessages, { query }, signal),
  nameOf: (message) => message.name,
  searchPlaceholder: t('messages.searchMessages'),
  defaultSort: '-created_at',
  columns: [
    {
      id: 'from',
      title: t('messages.from'),
      kind: 'person',
      fixed: true,
      value: ({ name, email }) => ({ name, email }),
    },
    {
      id: 'state',
      title: t('messages.state'),
      kind: 'status',
      value: ({ handled_at }) => (handled_at === null ? 'open' : 'handled'),
    },
    { id: 'company', title: t('messages.company'), kind: 'text', value: ({ company }) => company },
    { id: 'message', title: t('messages.message'), kind: 'text', value: ({ message }) => opening(message) },
    { id: 'created_at', title: t('messages.received') },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('messages.state'),
      options: [
        { value: 'open', label: t('messages.open') },
        { value: 'handled', label: t('messages.handled') },
      ],
    },
  ],
  rowActions: [
    {
      label: t('messages.read'),
      calls: null,
      icon: IconEye,
      when: () => true,
      run: (message, { open }) => open('read', message),
    },
    {
      label: t('messages.markAsHandled'),
      calls: operatorRoutes.handleMessage,
      icon: IconCheck,
      when: ({ handled_at }) => handled_at === null,
      run: markHandled,
    },
  ],
  dialogs: { read: (props) => <ReadDialog {...props} /> },
  texts: {
    loading: t('messages.loadingMessages'),
    emptyTitle: t('messages.noMessagesHere'),
    emptyText: t('messages.whatPeopleWriteInThe'),
  },
});

const OPENING = 80;
const opening = (message: string): string => {
  const line = message.replaceAll(/\s+/g, ' ');
  return line.length > OPENING ? `${line.slice(0, OPENING)}…` : line;
};

export default function Messages() {
  return <ResourcePage list={messages} />;
}
