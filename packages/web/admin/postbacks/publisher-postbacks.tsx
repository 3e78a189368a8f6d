// Affiliate Postback: where publishers want to hear of their conversions.
import { Select, SimpleGrid } from '@mantine/core';
import { postbackLevels, postbackRoutes, postbackList as wire } from '@tributary/contract/conversions/postbacks';
import type { Postback, PostbackValues } from '../../features/postbacks/postback-form.tsx';
import {
  levelWords,
  type PostbackCalls,
  postbackColumns,
  postbackList,
} from '../../features/postbacks/postback-list.tsx';
import { call } from '../../kit/api/api.ts';
import type { Form } from '../../kit/form/use-form.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import { loadChoices } from '../../kit/log-page/named-filter.ts';
import { resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { t } from '../../words/admin.ts';
import { useGoals } from '../conversions/use-goals.ts';

function Scope({ form, row }: { form: Form<PostbackValues>; row: Postback | null }) {
  const { values, set, faulty } = form;
  const goals = useGoals(values.offer_id);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <RemoteSelect
        name="publisher_id"
        label={t('common.publisher')}
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
        label={t('common.offer')}
        placeholder={t('postbacks.allOffers')}
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
        label={t('common.goal')}
        placeholder={t('postbacks.allGoals')}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clearGoal') }}
        disabled={!values.offer_id}
        data={goals}
        value={values.goal_id || null}
        onChange={(id) => set('goal_id', id ?? '')}
      />
    </SimpleGrid>
  );
}

const calls: PostbackCalls = {
  routes: {
    add: postbackRoutes.addPublisherPostback,
    edit: postbackRoutes.editPublisherPostback,
    remove: postbackRoutes.removePublisherPostback,
    test: postbackRoutes.testPublisherPostback,
  },
  add: (body, context) => call(postbackRoutes.addPublisherPostback, { body }, context),
  edit: (id, body, context) => call(postbackRoutes.editPublisherPostback, { params: { id }, body }, context),
  remove: (id, context) => call(postbackRoutes.removePublisherPostback, { params: { id } }, context),
  test: (id, context) => call(postbackRoutes.testPublisherPostback, { params: { id } }, context),
};

const postbacks = resource(wire, {
  ...postbackList(calls, {
    scope: (form, row) => <Scope form={form} row={row} />,
    check: ({ publisher_id }) =>
      publisher_id ? null : { field: 'publisher_id', sentence: t('common.pleaseChooseAPublisher') },
  }),
  name: 'publisher-postbacks',
  title: t('common.affiliatePostback'),
  countText: (total) =>
    total === 0 ? t('postbacks.noneYet') : t('postbacks.postbacksTheMostSpecificOne', { count: total }),
  load: postbackRoutes.publisherPostbacks,
  nameOf: (row) => t('postbacks.postbackOf', { name: row.publisher.name }),
  searchPlaceholder: t('postbacks.searchByPublisherOrAddress'),
  defaultSort: '-created_at',
  filters: [
    {
      kind: 'found',
      name: 'publisher_id',
      label: t('common.publisher'),
      of: 'publisher',
      load: loadChoices('publisher'),
    },
    { kind: 'found', name: 'offer_id', label: t('common.offer'), of: 'offer', load: loadChoices('offer') },
    {
      kind: 'one',
      name: 'level',
      label: t('postbacks.level'),
      options: postbackLevels.map((value) => ({ value, label: levelWords[value] })),
    },
    {
      kind: 'one',
      name: 'enabled',
      label: t('common.state'),
      options: [
        { value: '1', label: t('postbacks.on') },
        { value: '0', label: t('postbacks.off') },
      ],
    },
    {
      kind: 'one',
      name: 'failing',
      label: t('postbacks.deliveries'),
      options: [{ value: '1', label: t('postbacks.failing') }],
    },
  ],
  columns: [
    { id: 'publisher', title: t('common.publisher'), fixed: true },
    ...postbackColumns,
    { id: 'created_at', title: t('common.created'), hidden: true },
  ],
  texts: {
    loading: t('postbacks.loadingPostbacks'),
    emptyTitle: t('postbacks.noPostbacksHere'),
    emptyText: t('postbacks.addOneSoThatA'),
  },
});

export default function AffiliatePostback() {
  return <ResourcePage list={postbacks} />;
}
