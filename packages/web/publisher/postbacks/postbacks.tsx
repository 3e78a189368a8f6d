// The publisher's own postbacks: where its tracker wants to hear of conversions.
import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { postbackRoutes, postbackList as wire } from '@tributary/contract/conversions/postbacks';
import type { PostbackValues } from '../../features/postbacks/postback-form.tsx';
import { type PostbackCalls, postbackColumns, postbackList } from '../../features/postbacks/postback-list.tsx';
import { call } from '../../kit/api/api.ts';
import type { Form } from '../../kit/form/use-form.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/publisher.ts';
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
        label={t('common.campaign')}
        placeholder={t('postbacks.allCampaigns')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('postbacks.clearCampaign') }}
        data={offers.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
        value={values.offer_id || null}
        onChange={(id) => {
          set('offer_id', id ?? '');
          set('goal_id', '');
        }}
      />
      <Select
        name="goal_id"
        label={t('common.goal')}
        placeholder={t('postbacks.allGoals')}
        clearable
        clearButtonProps={{ 'aria-label': t('postbacks.clearGoal') }}
        disabled={goals.length === 0}
        data={goals.map(({ id, name }) => ({ value: id, label: name }))}
        value={values.goal_id || null}
        onChange={(id) => set('goal_id', id ?? '')}
      />
    </SimpleGrid>
  );
}

const calls: PostbackCalls = {
  routes: {
    add: postbackRoutes.addOwnPostback,
    edit: postbackRoutes.editOwnPostback,
    remove: postbackRoutes.removeOwnPostback,
    test: postbackRoutes.testOwnPostback,
  },
  add: (body, context) => call(postbackRoutes.addOwnPostback, { body }, context),
  edit: (id, body, context) => call(postbackRoutes.editOwnPostback, { params: { id }, body }, context),
  remove: (id, context) => call(postbackRoutes.removeOwnPostback, { params: { id } }, context),
  test: (id, context) => call(postbackRoutes.testOwnPostback, { params: { id } }, context),
};

const postbacks = resource(wire, {
  ...postbackList(calls, { scope: (form) => <Scope form={form} /> }),
  name: OWN,
  title: t('common.postbacks'),
  countText: (total) =>
    total === 0 ? t('postbacks.noneYet') : t('postbacks.postbacksTheMostSpecificOne', { count: total }),
  // a publisher has a handful: the call gives all of them
  load: async ({ page, page_size }, context) => {
    const { rows } = await call(postbackRoutes.ownPostbacks, {}, context);
    return { rows: rows.slice((page - 1) * page_size, page * page_size), total: rows.length };
  },
  columns: postbackColumns,
  texts: {
    loading: t('postbacks.loadingPostbacks'),
    emptyTitle: t('postbacks.noPostbacksYet'),
    emptyText: t('postbacks.addTheAddressOfYour'),
  },
});

export default function PublisherPostbacks() {
  return <ResourcePage list={postbacks} intro={<PageTabs label={t('common.conversions')} tabs={conversionTabs} />} />;
}
