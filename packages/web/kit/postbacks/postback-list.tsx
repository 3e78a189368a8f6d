// A list of postbacks, for the account manager and for the publisher itself: the same columns, actions and dialogs; only
// the calls differ, and who is chosen in the form.
import type { ReactNode } from 'react';
import { words } from '../../ui/format.ts';
import { IconFlask, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '../../ui/icons.ts';
import { sentenceFor } from '../api-error.ts';
import { confirmDialog } from '../dialogs.tsx';
import type { Complaint, Form } from '../form/use-form.ts';
import { reportError } from '../report-error.ts';
import type { CallContext, DialogProps, Resource, RowAction, Tools } from '../resource/declaration.ts';
import type { Column } from '../table/column.ts';
import { toast } from '../toast.tsx';
import { answerText } from './delivery-words.ts';
import { bodyOfRow, type Postback, type PostbackBody, PostbackDialog, type PostbackValues } from './postback-form.tsx';
import { TestDialog, type TestResult } from './test-dialog.tsx';

export const levelWords: Record<Postback['level'], string> = {
  global: 'All offers',
  offer: 'One offer',
  goal: 'One goal',
};

export interface PostbackCalls {
  add: (body: PostbackBody, context: CallContext) => Promise<unknown>;
  edit: (id: string, body: PostbackBody, context: CallContext) => Promise<unknown>;
  remove: (id: string, context: CallContext) => Promise<unknown>;
  test: (id: string, context: CallContext) => Promise<TestResult>;
}

interface PostbackFormParts {
  scope: (form: Form<PostbackValues>, row: Postback | null) => ReactNode;
  check?: (values: PostbackValues) => Complaint<PostbackValues> | null;
}

async function act(attempt: Promise<unknown>, done: string, { reload }: Tools<Postback>): Promise<void> {
  try {
    await attempt;
    toast.success(done);
  } catch (error) {
    reportError(`Not done: ${done}`, error);
    toast.error(sentenceFor(error));
  }
  await reload();
}

const turn = (calls: PostbackCalls, on: boolean): RowAction<Postback> => ({
  label: on ? 'Switch on' : 'Switch off',
  icon: on ? IconPlayerPlay : IconPlayerPause,
  when: (row) => row.enabled !== on,
  run: (row, tools) =>
    act(
      calls.edit(row.id, { ...bodyOfRow(row), enabled: on }, tools),
      on ? 'Postback switched on.' : 'Postback switched off.',
      tools,
    ),
});

const removal = (calls: PostbackCalls): RowAction<Postback> => ({
  label: 'Delete',
  icon: IconTrash,
  danger: true,
  when: () => true,
  run: async (row, tools) => {
    const sure = await confirmDialog({
      title: `Delete this postback of ${row.publisher.name}?`,
      text: 'Conversions no longer call it, and calls that wait are cancelled. The log of past calls stays.',
      confirm: 'Delete',
      danger: true,
    });
    if (sure) await act(calls.remove(row.id, tools), 'Postback deleted.', tools);
  },
});

interface EditDialogProps extends DialogProps<Postback>, PostbackFormParts {
  calls: PostbackCalls;
}

const EditDialog = ({ row, close, tools, calls, scope, check }: EditDialogProps) => (
  <PostbackDialog
    row={row}
    close={close}
    scope={(form) => scope(form, row)}
    check={check}
    send={async (body) => {
      await (row ? calls.edit(row.id, body, tools) : calls.add(body, tools));
      toast.success('Postback saved.');
      close();
      await tools.reload();
    }}
  />
);

type Shared = Pick<Resource<Postback>, 'rowActions' | 'add' | 'dialogs' | 'nameOf'>;

export const postbackList = (calls: PostbackCalls, parts: PostbackFormParts): Shared => ({
  nameOf: (row) => `postback to ${new URL(row.url).host}`,
  rowActions: [
    { label: 'Edit', icon: IconPencil, when: () => true, run: (row, { open }) => open('edit', row) },
    { label: 'Test', icon: IconFlask, when: () => true, run: (row, { open }) => open('test', row) },
    turn(calls, true),
    turn(calls, false),
    removal(calls),
  ],
  add: { label: 'Add postback', dialog: 'edit' },
  dialogs: {
    edit: (props) => <EditDialog {...props} {...parts} calls={calls} />,
    test: ({ row, close, tools }) =>
      row && <TestDialog url={row.url} close={close} send={() => calls.test(row.id, tools)} />,
  },
});

export const postbackColumns: readonly Column<Postback>[] = [
  { id: 'url', title: 'Address', kind: 'text', clip: true, value: (row) => row.url, fixed: true },
  {
    id: 'state',
    title: 'State',
    kind: 'status',
    value: (row) => (row.enabled ? 'On' : row.disabled_reason ? 'Switched off' : 'Off'),
    tone: (row) => (row.enabled ? 'good' : row.disabled_reason ? 'bad' : 'neutral'),
  },
  { id: 'level', title: 'Level', kind: 'text', value: (row) => levelWords[row.level] },
  {
    id: 'offer',
    title: 'Offer',
    kind: 'text',
    clip: true,
    value: ({ offer }) => (offer ? `${offer.name} (${offer.number})` : 'All'),
  },
  { id: 'goal', title: 'Goal', kind: 'text', value: (row) => row.goal?.name ?? 'All' },
  { id: 'statuses', title: 'Fires on', kind: 'text', value: (row) => row.statuses.map(words).join(', ') },
  {
    id: 'last',
    title: 'Last answer',
    kind: 'text',
    clip: true,
    value: (row) => answerText(row.last_status, row.last_error),
  },
  { id: 'last_at', title: 'Last call', kind: 'relative-date', value: (row) => row.last_at, empty: 'Never' },
  {
    id: 'why',
    title: 'Why it is off',
    kind: 'text',
    clip: true,
    value: (row) => (row.enabled ? null : row.disabled_reason),
  },
  { id: 'method', title: 'Method', kind: 'text', value: (row) => row.method, hidden: true },
];
