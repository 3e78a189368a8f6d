// A list of postbacks, for the account manager and for the publisher itself: the same columns, actions and dialogs; only
// the calls differ, and who is chosen in the form.
import { postbackList as listedPostbacks } from '@tributary/contract/conversions/postbacks';
import type { ReactNode } from 'react';
import { toast } from '../../kit/dialogs/toast.tsx';
import type { Complaint, Form } from '../../kit/form/use-form.ts';
import type { CallContext, DialogProps, Resource, RowAction } from '../../kit/resource/declaration.ts';
import { rowCall } from '../../kit/resource/row-call.ts';
import type { Callable } from '../../kit/shell/permissions.ts';
import { columnsOf } from '../../kit/table/list-columns.ts';
import { words } from '../../ui/format.ts';
import { IconFlask, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/kit.ts';
import { answerText } from './delivery-words.ts';
import { bodyOfRow, type Postback, type PostbackBody, PostbackDialog, type PostbackValues } from './postback-form.tsx';
import { TestDialog, type TestResult } from './test-dialog.tsx';

export const levelWords: Record<Postback['level'], string> = {
  global: t('postbacks.allOffers'),
  offer: t('postbacks.oneOffer'),
  goal: t('postbacks.oneGoal'),
};

export interface PostbackCalls {
  /** the routes behind them: a role may open some of them */
  routes: Record<'add' | 'edit' | 'remove' | 'test', Callable>;
  add: (body: PostbackBody, context: CallContext) => Promise<unknown>;
  edit: (id: string, body: PostbackBody, context: CallContext) => Promise<unknown>;
  remove: (id: string, context: CallContext) => Promise<unknown>;
  test: (id: string, context: CallContext) => Promise<TestResult>;
}

interface PostbackFormParts {
  scope: (form: Form<PostbackValues>, row: Postback | null) => ReactNode;
  check?: (values: PostbackValues) => Complaint<PostbackValues> | null;
}

const turn = (calls: PostbackCalls, on: boolean): RowAction<Postback> =>
  rowCall({
    label: on ? t('postbacks.switchOn') : t('postbacks.switchOff'),
    calls: calls.routes.edit,
    icon: on ? IconPlayerPlay : IconPlayerPause,
    when: (row) => row.enabled !== on,
    send: (row, context) => calls.edit(row.id, { ...bodyOfRow(row), enabled: on }, context),
    done: on ? t('postbacks.postbackSwitchedOn') : t('postbacks.postbackSwitchedOff'),
  });

const removal = (calls: PostbackCalls): RowAction<Postback> =>
  rowCall({
    label: t('common.delete'),
    calls: calls.routes.remove,
    icon: IconTrash,
    danger: true,
    ask: (row) => ({
      title: t('postbacks.deleteThisPostbackOf', { name: row.publisher.name }),
      text: t('postbacks.conversionsNoLongerCallIt'),
      confirm: t('common.delete'),
      danger: true,
    }),
    send: (row, context) => calls.remove(row.id, context),
    done: t('postbacks.postbackDeleted'),
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
      toast.success(t('postbacks.postbackSaved'));
      close();
      await tools.reload();
    }}
  />
);

type Shared = Pick<Resource<Postback>, 'rowActions' | 'add' | 'dialogs' | 'nameOf'>;

export const postbackList = (calls: PostbackCalls, parts: PostbackFormParts): Shared => ({
  nameOf: (row) => t('postbacks.postbackTo', { host: new URL(row.url).host }),
  rowActions: [
    {
      label: t('postbacks.edit'),
      calls: calls.routes.edit,
      icon: IconPencil,
      when: () => true,
      run: (row, { open }) => open('edit', row),
    },
    {
      label: t('postbacks.test'),
      calls: calls.routes.test,
      icon: IconFlask,
      when: () => true,
      run: (row, { open }) => open('test', row),
    },
    turn(calls, true),
    turn(calls, false),
    removal(calls),
  ],
  add: { label: t('postbacks.addPostback'), calls: calls.routes.add, dialog: 'edit' },
  dialogs: {
    edit: (props) => <EditDialog {...props} {...parts} calls={calls} />,
    test: ({ row, close, tools }) =>
      row && <TestDialog url={row.url} close={close} send={() => calls.test(row.id, tools)} />,
  },
});

export const postbackColumns = columnsOf(listedPostbacks, [
  { id: 'url', title: t('postbacks.address'), clip: true, fixed: true },
  {
    id: 'state',
    title: t('postbacks.state'),
    kind: 'status',
    value: (row) =>
      row.enabled ? t('common.on') : row.disabled_reason ? t('postbacks.switchedOff') : t('postbacks.off'),
    tone: (row) => (row.enabled ? 'good' : row.disabled_reason ? 'bad' : 'neutral'),
  },
  { id: 'level', title: t('postbacks.level'), words: levelWords },
  { id: 'offer', title: t('postbacks.offer'), empty: t('postbacks.all') },
  { id: 'goal', title: t('postbacks.goal'), empty: t('postbacks.all') },
  { id: 'statuses', title: t('postbacks.firesOn'), kind: 'text', value: (row) => row.statuses.map(words).join(', ') },
  {
    id: 'last',
    title: t('postbacks.lastAnswer'),
    kind: 'text',
    clip: true,
    value: (row) => answerText(row.last_status, row.last_error),
  },
  { id: 'last_at', title: t('postbacks.lastCall'), empty: t('common.never') },
  {
    id: 'why',
    title: t('postbacks.whyItIsOff'),
    kind: 'text',
    clip: true,
    value: (row) => (row.enabled ? null : row.disabled_reason),
  },
  { id: 'method', title: t('postbacks.method'), hidden: true },
]);
