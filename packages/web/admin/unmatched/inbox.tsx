// Advertiser Postback Logs › Inbox: postbacks that became nothing, why, what they may be worth, and the way to make them good.
import { Anchor, Group, Progress, Text } from '@mantine/core';
import {
  type UnmatchedDetails,
  type UnmatchedGroup,
  unmatchedCauses,
  unmatchedList,
  unmatchedRoutes,
} from '@tributary/contract/trust/unmatched';
import { Link } from 'react-router';
import { outcomeText } from '../../features/postbacks/receipt-words.ts';
import { call } from '../../kit/api/api.ts';
import { CopyIcon } from '../../kit/inputs/copy-line.tsx';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, type RowAction, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { count, dateTime, money } from '../../ui/format.ts';
import { IconBan, IconEye, IconRefresh, IconSearch, IconX } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { explainPath, receivedTabs } from '../explain/paths.ts';
import { FixForm } from './fix-form.tsx';
import { causeWords, replayWords, stateTones, stateWords, textFor, whyWords } from './words.ts';

const NAME = 'unmatched';
const isMoving = ({ replay }: UnmatchedGroup): boolean => replay === 'running' || replay === 'stopping';

const replay: RowAction<UnmatchedGroup> = {
  label: t('unmatched.replay'),
  calls: unmatchedRoutes.replayUnmatched,
  icon: IconRefresh,
  when: (row) => !isMoving(row) && row.cause !== 'unfilled' && row.matched < row.calls,
  run: (row, { open }) => open('replay', row),
};
const stop = rowCall<UnmatchedGroup>({
  label: t('unmatched.stop'),
  calls: unmatchedRoutes.stopUnmatched,
  icon: IconX,
  when: ({ replay: state }) => state === 'running',
  send: ({ id }, context) => call(unmatchedRoutes.stopUnmatched, { params: { id }, body: {} }, context),
  done: t('unmatched.stopAsked'),
});
const ignore: RowAction<UnmatchedGroup> = {
  label: t('unmatched.ignore'),
  calls: unmatchedRoutes.ignoreUnmatched,
  icon: IconBan,
  when: ({ state }) => state !== 'ignored',
  run: (row, { open }) => open('ignore', row),
};
const reopen: RowAction<UnmatchedGroup> = {
  label: t('unmatched.reopen'),
  calls: unmatchedRoutes.ignoreUnmatched,
  icon: IconEye,
  when: ({ state }) => state !== 'open',
  run: (row, { open }) => open('reopen', row),
};

function Replayed({ replayed }: { replayed: NonNullable<UnmatchedDetails['replayed']> }) {
  const { state, total, done, recorded, duplicate, refused, at } = replayed;
  return (
    <Section title={t('unmatched.lastReplay')}>
      <p role="status">{replayWords[state]}</p>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={t('unmatched.progress')} />
      <Facts
        facts={[
          [t('unmatched.began'), dateTime(at)],
          [t('unmatched.decided'), t('unmatched.ofTotal', { done: count(done), total: count(total) })],
          [t('unmatched.recorded'), count(recorded)],
          [t('unmatched.duplicate'), count(duplicate)],
          [t('unmatched.refused'), count(refused)],
        ]}
      />
    </Section>
  );
}

const Details = ({ id, tools }: DetailsProps<UnmatchedGroup>) => (
  <LoadedRecord
    of={[NAME, id]}
    load={(context) => call(unmatchedRoutes.unmatchedGroup, { params: { id } }, context)}
    isMoving={isMoving}
  >
    {(group) => {
      const text = textFor(group);
      return (
        <>
          <Group gap="xs">
            <StatusBadge status={stateWords[group.state]} tone={stateTones[group.state]} />
            <VerbButtons<UnmatchedGroup> row={group} actions={[replay, stop, ignore, reopen]} tools={tools} />
          </Group>
          <Section title={causeWords[group.cause]}>
            <p>{whyWords[group.cause]}</p>
            {group.unproven > 0 && <p>{t('unmatched.unproven', { count: group.unproven })}</p>}
          </Section>
          <Facts
            facts={[
              [t('unmatched.outcome'), said(outcomeText(group))],
              [t('unmatched.advertiser'), group.advertiser && `${group.advertiser.name} (${group.advertiser.number})`],
              [t('unmatched.calls'), count(group.calls)],
              [t('unmatched.matched'), count(group.matched)],
              [t('unmatched.stake'), group.stake && money(group.stake, group.currency)],
              [t('unmatched.network'), group.network],
              [t('unmatched.first'), dateTime(group.first_at)],
              [t('unmatched.last'), dateTime(group.last_at)],
              [t('unmatched.names'), group.names.join(', '), 'wide'],
              [t('unmatched.reason'), group.reason, 'wide'],
              [
                t('unmatched.sample'),
                <Anchor key="sample" component={Link} to={explainPath(group.sample_id)}>
                  {t('unmatched.explainSample')}
                </Anchor>,
                'wide',
              ],
            ]}
          />
          {group.replayed && <Replayed replayed={group.replayed} />}
          <FixForm key={`${group.id} ${group.state}`} group={group} reload={tools.reload} />
          {text !== null && (
            <Section title={t('unmatched.textTitle')}>
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <Text size="sm">{text}</Text>
                <CopyIcon text={text} label={t('unmatched.copyText')} />
              </Group>
            </Section>
          )}
        </>
      );
    }}
  </LoadedRecord>
);

const stateForm = (ignored: boolean) =>
  formDialog<UnmatchedGroup, { reason: string }>({
    title: ignored ? t('unmatched.ignoreTitle') : t('unmatched.reopenTitle'),
    form: () => ({
      fields: [{ name: 'reason', label: t('common.reason'), kind: 'textarea', required: true }],
      initial: { reason: '' },
      schema: unmatchedRoutes.ignoreUnmatched.body.omit({ ignored: true }),
      submit: ignored ? t('unmatched.ignore') : t('unmatched.reopen'),
      busy: t('unmatched.saving'),
    }),
    send: ({ reason }, row, context) =>
      call(unmatchedRoutes.ignoreUnmatched, { params: { id: row?.id ?? '' }, body: { ignored, reason } }, context),
    success: ignored ? t('unmatched.ignoredDone') : t('unmatched.reopenedDone'),
  });

const inbox = resource(unmatchedList, {
  name: NAME,
  title: t('unmatched.title'),
  countText: (many) => t('unmatched.groups', { count: many }),
  load: unmatchedRoutes.unmatched,
  file: unmatchedRoutes.exportUnmatched,
  nameOf: (row) => said(outcomeText(row)),
  searchPlaceholder: t('unmatched.search'),
  defaultSort: '-last_at',
  isMoving,
  columns: [
    {
      id: 'outcome',
      title: t('unmatched.outcome'),
      kind: 'text',
      value: (row) => said(outcomeText(row)),
      fixed: true,
      opens: true,
    },
    { id: 'cause', title: t('unmatched.cause'), kind: 'text', value: (row) => causeWords[row.cause] },
    { id: 'advertiser', title: t('unmatched.advertiser') },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'calls', title: t('unmatched.calls') },
    { id: 'matched', title: t('unmatched.matched'), hidden: true },
    { id: 'stake', title: t('unmatched.stake') },
    { id: 'last_at', title: t('unmatched.last') },
    { id: 'first_at', title: t('unmatched.first'), hidden: true },
    { id: 'network', title: t('unmatched.network'), hidden: true },
    { id: 'names', title: t('unmatched.names'), hidden: true },
    {
      id: 'sample',
      title: t('unmatched.sample'),
      kind: 'link',
      clip: true,
      value: (row) => row.sample_id,
      to: (row) => explainPath(row.sample_id),
      hidden: true,
    },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'some',
      name: 'cause',
      label: t('unmatched.cause'),
      options: unmatchedCauses.map((value) => ({ value, label: causeWords[value] })),
    },
    namedFilter('advertiser', t('unmatched.advertiser'), (row: UnmatchedGroup) => row.advertiser),
  ],
  rowActions: [
    { label: t('unmatched.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    {
      label: t('unmatched.explainSample'),
      calls: null,
      icon: IconSearch,
      when: () => true,
      run: (row, { go }) => go(explainPath(row.sample_id)),
    },
    replay,
    stop,
    ignore,
    reopen,
  ],
  dialogs: {
    replay: formDialog<UnmatchedGroup, { reason: string; trust_sender: boolean }>({
      title: t('unmatched.replayTitle'),
      form: () => ({
        fields: [
          { name: 'reason', label: t('common.reason'), kind: 'textarea', required: true },
          {
            name: 'trust_sender',
            label: t('unmatched.vouch'),
            kind: 'checkbox',
            help: t('unmatched.vouchHelp'),
          },
        ],
        initial: { reason: '', trust_sender: false },
        schema: unmatchedRoutes.replayUnmatched.body,
        submit: t('unmatched.replay'),
        busy: t('unmatched.starting'),
      }),
      send: (body, row, context) =>
        call(unmatchedRoutes.replayUnmatched, { params: { id: row?.id ?? '' }, body }, context),
      success: t('unmatched.started'),
    }),
    ignore: stateForm(true),
    reopen: stateForm(false),
  },
  details: Details,
  detailsTitle: t('unmatched.detailsTitle'),
  texts: { loading: t('unmatched.loading'), emptyTitle: t('unmatched.none'), emptyText: t('unmatched.noneText') },
});

export default function Inbox() {
  return <ResourcePage list={inbox} intro={<PageTabs label={t('unmatched.title')} tabs={receivedTabs} />} />;
}
