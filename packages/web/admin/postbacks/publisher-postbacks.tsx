// Affiliate Postback: where publishers want to hear of their conversions.
import { Select, SimpleGrid } from '@mantine/core';
import { postbackLevels, postbackRoutes } from '@tributary/contract/postbacks';
import { call } from '../../kit/api.ts';
import { sentenceFor } from '../../kit/api-error.ts';
import { confirmDialog } from '../../kit/dialogs.tsx';
import type { Form } from '../../kit/form/use-form.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { answerText } from '../../kit/postbacks/delivery-words.ts';
import { type Postback, PostbackDialog, type PostbackValues } from '../../kit/postbacks/postback-form.tsx';
import { bodyOfRow, levelWords } from '../../kit/postbacks/postback-words.ts';
import { TestDialog } from '../../kit/postbacks/test-dialog.tsx';
import { reportError } from '../../kit/report-error.ts';
import { type DialogProps, type RowAction, resource, type Tools } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { toast } from '../../kit/toast.tsx';
import { count, words } from '../../ui/format.ts';
import { IconFlask, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '../../ui/icons.ts';
import { useGoals } from '../conversions/use-goals.ts';

function Scope({ form, row }: { form: Form<PostbackValues>; row: Postback | null }) {
  const { values, set, faulty } = form;
  const goals = useGoals(values.offer_id);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <RemoteSelect
        name="publisher_id"
        label="Publisher"
        required
        disabled={row !== null}
        error={faulty === 'publisher_id'}
        value={values.publisher_id}
        chosen={row && { value: row.publisher.id, label: `${row.publisher.name} (${row.publisher.number})` }}
        onChange={(id) => set('publisher_id', id)}
        of={['publisher']}
        load={loadChoices('publisher')}
      />
      <RemoteSelect
        name="offer_id"
        label="Offer"
        placeholder="All offers"
        clearable
        value={values.offer_id}
        chosen={row?.offer ? { value: row.offer.id, label: `${row.offer.name} (${row.offer.number})` } : null}
        onChange={(id) => {
          set('offer_id', id);
          set('goal_id', '');
        }}
        of={['offer']}
        load={loadChoices('offer')}
      />
      <Select
        name="goal_id"
        label="Goal"
        placeholder="All goals"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Goal' }}
        disabled={!values.offer_id}
        data={goals}
        value={values.goal_id || null}
        onChange={(id) => set('goal_id', id ?? '')}
      />
    </SimpleGrid>
  );
}

function EditDialog({ row, close, tools: { session, reload } }: DialogProps<Postback>) {
  return (
    <PostbackDialog
      row={row}
      close={close}
      scope={(form) => <Scope form={form} row={row} />}
      check={({ publisher_id }) =>
        publisher_id ? null : { field: 'publisher_id', sentence: 'Please choose a publisher' }
      }
      send={async (body) => {
        if (row) await call(postbackRoutes.editPublisherPostback, { params: { id: row.id }, body }, { session });
        else await call(postbackRoutes.addPublisherPostback, { body }, { session });
        toast.success('Postback saved.');
        close();
        await reload();
      }}
    />
  );
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

const turn = (on: boolean): RowAction<Postback> => ({
  label: on ? 'Switch on' : 'Switch off',
  icon: on ? IconPlayerPlay : IconPlayerPause,
  when: (row) => row.enabled !== on,
  run: (row, tools) =>
    act(
      call(
        postbackRoutes.editPublisherPostback,
        { params: { id: row.id }, body: { ...bodyOfRow(row), enabled: on } },
        { session: tools.session },
      ),
      on ? 'Postback switched on.' : 'Postback switched off.',
      tools,
    ),
});

const remove: RowAction<Postback> = {
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
    if (!sure) return;
    const { session } = tools;
    await act(
      call(postbackRoutes.removePublisherPostback, { params: { id: row.id } }, { session }),
      'Postback deleted.',
      tools,
    );
  },
};

const postbacks = resource<Postback>({
  name: 'publisher-postbacks',
  title: 'Affiliate Postback',
  countText: (total) => `${count(total)} ${total === 1 ? 'postback' : 'postbacks'}; the most specific one wins`,
  load: ({ level, enabled, ...query }, context) =>
    call(
      postbackRoutes.publisherPostbacks,
      {
        query: {
          ...query,
          level: postbackLevels.find((one) => one === level),
          enabled: enabled === '1' || enabled === '0' ? enabled : undefined,
        },
      },
      context,
    ),
  nameOf: (row) => `postback of ${row.publisher.name}`,
  searchPlaceholder: 'Search by publisher or address...',
  defaultSort: '-created_at',
  filters: [
    { kind: 'found', name: 'publisher_id', label: 'Publisher', of: 'publisher', load: loadChoices('publisher') },
    { kind: 'found', name: 'offer_id', label: 'Offer', of: 'offer', load: loadChoices('offer') },
    {
      kind: 'one',
      name: 'level',
      label: 'Level',
      options: postbackLevels.map((value) => ({ value, label: levelWords[value] })),
    },
    {
      kind: 'one',
      name: 'enabled',
      label: 'State',
      options: [
        { value: '1', label: 'On' },
        { value: '0', label: 'Off' },
      ],
    },
  ],
  columns: [
    {
      id: 'publisher',
      title: 'Publisher',
      kind: 'text',
      clip: true,
      value: ({ publisher }) => `${publisher.name} (${publisher.number})`,
      sortable: true,
      fixed: true,
    },
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
      value: ({ offer }) => (offer ? `${offer.name} (${offer.number})` : 'All offers'),
    },
    { id: 'goal', title: 'Goal', kind: 'text', value: (row) => row.goal?.name ?? 'All goals' },
    { id: 'url', title: 'Address', kind: 'text', clip: true, value: (row) => row.url },
    { id: 'statuses', title: 'Fires on', kind: 'tags', value: (row) => row.statuses.map(words) },
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
    {
      id: 'created_at',
      title: 'Created',
      kind: 'relative-date',
      value: (row) => row.created_at,
      sortable: true,
      hidden: true,
    },
  ],
  rowActions: [
    { label: 'Edit', icon: IconPencil, when: () => true, run: (row, { open }) => open('edit', row) },
    { label: 'Test', icon: IconFlask, when: () => true, run: (row, { open }) => open('test', row) },
    turn(true),
    turn(false),
    remove,
  ],
  add: { label: 'Add postback', dialog: 'edit' },
  dialogs: {
    edit: (props) => <EditDialog {...props} />,
    test: ({ row, close, tools: { session } }) =>
      row && (
        <TestDialog
          url={row.url}
          close={close}
          send={() => call(postbackRoutes.testPublisherPostback, { params: { id: row.id } }, { session })}
        />
      ),
  },
  texts: {
    loading: 'Loading postbacks...',
    emptyTitle: 'No postbacks here',
    emptyText: 'Add one so that a publisher’s own tracker hears of every conversion, or let publishers add theirs.',
  },
});

export default function AffiliatePostback() {
  return <ResourcePage list={postbacks} />;
}
