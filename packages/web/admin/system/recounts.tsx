// Settings › System › Recounts: every day counted again, what differs, and the way to mend a day's rollups.
import { Group } from '@mantine/core';
import {
  type Recount,
  type RecountDetails,
  type RecountPart,
  recountList,
  recountRoutes,
} from '@tributary/contract/trust/recounts';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { calendarDay, count, dateTime, duration, EMPTY } from '../../ui/format.ts';
import { IconEye, IconRefresh, IconTool } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import classes from './system.module.css';
import { systemTabs } from './tabs.ts';

const NAME = 'recounts';
const stateWords = {
  agrees: t('recounts.agrees'),
  differs: t('recounts.differs'),
  waiting: t('recounts.waiting'),
} as const;
const stateTones = { agrees: 'good', differs: 'bad', waiting: 'neutral' } as const;
const waitWords = {
  turn: t('recounts.waitsForTurn'),
  rollups: t('recounts.waitsForRollups'),
  rebuild: t('recounts.waitsForRebuild'),
} as const;
const partWords = {
  trackers: t('recounts.trackers'),
  clicks: t('recounts.clicks'),
  conversions: t('recounts.conversions'),
  receipts: t('recounts.receipts'),
  lots: t('recounts.lots'),
  usage: t('recounts.usage'),
  ledger: t('recounts.ledger'),
  documents: t('recounts.documents'),
} as const satisfies Record<RecountPart, string>;

const isMoving = ({ state }: Recount): boolean => state === 'waiting';
const yesterday = (): string => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

const again = rowCall<Recount>({
  label: t('recounts.again'),
  calls: recountRoutes.startRecount,
  icon: IconRefresh,
  when: (row) => !isMoving(row),
  send: ({ day }, context) => call(recountRoutes.startRecount, { body: { day } }, context),
  done: t('recounts.started'),
});
const rebuild = rowCall<Recount>({
  label: t('recounts.rebuild'),
  calls: recountRoutes.rebuildDay,
  icon: IconTool,
  danger: true,
  when: ({ state }) => state === 'differs',
  ask: ({ day }) => ({
    title: t('recounts.rebuildAsk', { day: calendarDay(day) }),
    text: t('recounts.rebuildText'),
    confirm: t('recounts.rebuild'),
    danger: true,
  }),
  send: ({ day }, context) => call(recountRoutes.rebuildDay, { params: { day }, body: {} }, context),
  done: t('recounts.rebuildStarted'),
});

function Part({ part }: { part: RecountDetails['parts'][number] }) {
  // a role that hides sums gets empty ones
  const findings = part.findings.filter((finding) => finding !== '');
  return (
    <Section title={partWords[part.part]}>
      <p>
        {part.differences === 0
          ? t('recounts.countedNoDifference', { counted: count(part.counted) })
          : t('recounts.countedDifferences', { counted: count(part.counted), differences: count(part.differences) })}
      </p>
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      )}
      {findings.length > 0 && part.differences > findings.length && (
        <p>{t('recounts.moreFindings', { more: count(part.differences - findings.length) })}</p>
      )}
    </Section>
  );
}

const Details = ({ id, tools }: DetailsProps<Recount>) => (
  <LoadedRecord
    of={[NAME, id]}
    load={(context) => call(recountRoutes.recount, { params: { day: id } }, context)}
    isMoving={isMoving}
  >
    {(row) => (
      <>
        <Group gap="xs">
          <StatusBadge status={stateWords[row.state]} tone={stateTones[row.state]} />
          {!row.rows_removed && <VerbButtons<Recount> row={row} actions={[again, rebuild]} tools={tools} />}
        </Group>
        {row.waits_for && <p role="status">{waitWords[row.waits_for]}</p>}
        <Facts
          facts={[
            [t('recounts.day'), calendarDay(row.day)],
            [t('recounts.at'), row.at === null ? EMPTY : dateTime(row.at)],
            [t('recounts.took'), row.at === null ? EMPTY : duration(row.took_ms / 1_000)],
            [t('recounts.counted'), count(row.counted)],
          ]}
        />
        {row.rows_removed && <p>{t('recounts.rowsRemoved')}</p>}
        {row.parts.map((part) => (
          <Part key={part.part} part={part} />
        ))}
      </>
    )}
  </LoadedRecord>
);

const recounts = resource(recountList, {
  name: NAME,
  title: t('recounts.title'),
  countText: (many) => t('recounts.days', { count: many }),
  load: recountRoutes.recounts,
  file: recountRoutes.exportRecounts,
  nameOf: ({ day }) => calendarDay(day),
  searchPlaceholder: t('recounts.search'),
  defaultSort: '-day',
  isMoving,
  columns: [
    {
      id: 'day',
      title: t('recounts.day'),
      kind: 'text',
      value: ({ day }) => calendarDay(day),
      fixed: true,
      opens: true,
    },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    { id: 'counted', title: t('recounts.counted') },
    { id: 'differences', title: t('recounts.differences') },
    { id: 'at', title: t('recounts.at') },
  ],
  filters: [
    {
      kind: 'choices',
      name: 'state',
      label: t('common.state'),
      options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
    },
  ],
  rowActions: [
    { label: t('recounts.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    again,
    rebuild,
  ],
  add: { label: t('recounts.countADay'), calls: recountRoutes.startRecount, dialog: 'start' },
  dialogs: {
    start: formDialog<Recount, { day: string }, Recount>({
      title: t('recounts.countADay'),
      form: () => ({
        fields: [
          { name: 'day', label: t('recounts.day'), kind: 'date', required: true, help: t('recounts.countHelp') },
        ],
        initial: { day: yesterday() },
        schema: recountRoutes.startRecount.body,
        submit: t('recounts.again'),
        busy: t('recounts.starting'),
      }),
      send: (body, _row, context) => call(recountRoutes.startRecount, { body }, context),
      success: t('recounts.started'),
    }),
  },
  details: Details,
  detailsTitle: t('recounts.detailsTitle'),
  texts: { loading: t('recounts.loading'), emptyTitle: t('recounts.none'), emptyText: t('recounts.noneText') },
});

export default function Recounts() {
  return <ResourcePage list={recounts} intro={<PageTabs label={t('common.system')} tabs={systemTabs} />} />;
}
