// The publisher's own postbacks: where its tracker wants to hear of conversions.
import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { postbackRoutes } from '@tributary/contract/postbacks';
import { call } from '../../kit/api.ts';
import type { Form } from '../../kit/form/use-form.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import type { Postback, PostbackValues } from '../../kit/postbacks/postback-form.tsx';
import { type PostbackCalls, postbackColumns, postbackList } from '../../kit/postbacks/postback-list.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { count } from '../../ui/format.ts';
import { conversionTabs } from '../conversions/tabs.ts';

const OWN = 'own-postbacks';

function Scope({ form: { values, set } }: { form: Form<PostbackValues> }) {
  const { session } = useSession();
  const own = useQuery({
    queryKey: [OWN, session.token, 'offers'],
    queryFn: ({ signal }) => call(postbackRoutes.ownPostbacks, {}, { session, signal }),
  });
  const offers = own.data?.offers ?? [];
  const goals = offers.find(({ id }) => id === values.offer_id)?.goals ?? [];
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <Select
        name="offer_id"
        label="Campaign"
        placeholder="All campaigns"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Campaign' }}
        data={offers.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        value={values.offer_id || null}
        onChange={(id) => {
          set('offer_id', id ?? '');
          set('goal_id', '');
        }}
      />
      <Select
        name="goal_id"
        label="Goal"
        placeholder="All goals"
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Goal' }}
        disabled={goals.length === 0}
        data={goals.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.goal_id || null}
        onChange={(id) => set('goal_id', id ?? '')}
      />
    </SimpleGrid>
  );
}

const calls: PostbackCalls = {
  add: (body, context) => call(postbackRoutes.addOwnPostback, { body }, context),
  edit: (id, body, context) => call(postbackRoutes.editOwnPostback, { params: { id }, body }, context),
  remove: (id, context) => call(postbackRoutes.removeOwnPostback, { params: { id } }, context),
  test: (id, context) => call(postbackRoutes.testOwnPostback, { params: { id } }, context),
};

const postbacks = resource<Postback>({
  ...postbackList(calls, { scope: (form) => <Scope form={form} /> }),
  name: OWN,
  title: 'Postbacks',
  countText: (total) =>
    total === 0 ? 'None yet' : `${count(total)} ${total === 1 ? 'postback' : 'postbacks'}; the most specific one fires`,
  // a publisher has a handful: the call gives all of them
  load: async ({ page, page_size }, context) => {
    const { rows } = await call(postbackRoutes.ownPostbacks, {}, context);
    return { rows: rows.slice((page - 1) * page_size, page * page_size), total: rows.length };
  },
  columns: postbackColumns,
  texts: {
    loading: 'Loading postbacks...',
    emptyTitle: 'No postbacks yet',
    emptyText: 'Add the address of your own tracker, and it hears of every conversion within seconds.',
  },
});

export default function PublisherPostbacks() {
  return <ResourcePage list={postbacks} intro={<PageTabs label="Conversions" tabs={conversionTabs} />} />;
}
