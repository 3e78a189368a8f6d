// Reports / Logs › Test Reports: every test of the last 90 days, with its chain; and once more.
import { type TestRun, testerRoutes, testRunList } from '@tributary/contract/trust/testers';
import { call } from '../../kit/api/api.ts';
import { namedFilter } from '../../kit/log-page/named-filter.ts';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { rowCall } from '../../kit/resource/row-call.ts';
import { VerbButtons } from '../../kit/resource/verb-buttons.tsx';
import { IconEye, IconRefresh } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { deviceWords, kindWords, optionsOf, resultWords, stateTones, stateWords } from './paths.ts';
import { RunView, TESTS } from './run-view.tsx';

const rerun = rowCall<TestRun>({
  label: t('testers.again'),
  calls: testerRoutes.rerunTest,
  icon: IconRefresh,
  when: ({ state }) => state !== 'running',
  send: ({ id }, context) => call(testerRoutes.rerunTest, { params: { id }, body: {} }, context),
  done: t('testers.started'),
});

const Details = ({ id, tools }: DetailsProps<TestRun>) => (
  <RunView id={id} actions={(run) => <VerbButtons<TestRun> row={run} actions={[rerun]} tools={tools} />} />
);

const reports = resource(testRunList, {
  name: TESTS,
  title: t('menu.testReports'),
  countText: (many) => t('testers.tests', { count: many }),
  load: testerRoutes.testRuns,
  file: testerRoutes.exportTestRuns,
  nameOf: ({ target, kind }) => target || kindWords[kind],
  searchPlaceholder: t('testers.search'),
  defaultSort: '-at',
  isMoving: ({ state }) => state === 'running',
  columns: [
    { id: 'at', title: t('common.time'), fixed: true, opens: true },
    { id: 'kind', title: t('testers.kindOf'), kind: 'text', value: ({ kind }) => kindWords[kind] },
    { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
    {
      id: 'result',
      title: t('testers.resultTitle'),
      kind: 'text',
      value: ({ result }) => result && resultWords[result],
    },
    { id: 'target', title: t('testers.target') },
    { id: 'offer', title: t('common.offer') },
    { id: 'publisher', title: t('testers.affiliate') },
    { id: 'country', title: t('common.country') },
    {
      id: 'device',
      title: t('testers.device'),
      kind: 'text',
      value: ({ device }) => deviceWords[device],
      hidden: true,
    },
    { id: 'hops', title: t('testers.hops') },
    { id: 'took_ms', title: t('testers.milliseconds') },
    { id: 'by', title: t('testers.by') },
  ],
  filters: [
    { kind: 'choices', name: 'kind', label: t('testers.kindOf'), options: optionsOf(kindWords) },
    { kind: 'choices', name: 'state', label: t('common.state'), options: optionsOf(stateWords) },
    namedFilter('offer', t('common.offer'), ({ offer }) => offer),
    namedFilter('publisher', t('testers.affiliate'), ({ publisher }) => publisher),
  ],
  rowActions: [
    { label: t('testers.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    rerun,
  ],
  details: Details,
  detailsTitle: t('testers.detailsTitle'),
  texts: { loading: t('testers.loading'), emptyTitle: t('testers.none'), emptyText: t('testers.noneText') },
});

export default function TestReports() {
  return <ResourcePage list={reports} />;
}
