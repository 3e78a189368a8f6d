// Appeals of publishers and disputes of advertisers, for account managers: one screen used twice.
import { Button, Group } from '@mantine/core';
import { type Appeal, AppealDecision, appealList, appealRoutes } from '@tributary/contract/billing/appeals';
import { Thread } from '../../features/appeals/thread.tsx';
import { kindWords, stateTones, stateWords } from '../../features/appeals/words.ts';
import { call, callForBlob } from '../../kit/api/api.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type PageTab, PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { type DetailsProps, resource } from '../../kit/resource/declaration.ts';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { ResourcePage } from '../../kit/resource/resource-page.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { dateTime, shortDate } from '../../ui/format.ts';
import { IconCheck, IconEye } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { currencyFilter } from './filters.tsx';

const routesOf = {
  publisher: {
    all: appealRoutes.appeals,
    file: appealRoutes.exportAppeals,
    one: appealRoutes.appeal,
    attached: appealRoutes.appealFile,
    answer: appealRoutes.answerAppeal,
    decide: appealRoutes.decideAppeal,
  },
  advertiser: {
    all: appealRoutes.disputes,
    file: appealRoutes.exportDisputes,
    one: appealRoutes.dispute,
    attached: appealRoutes.disputeFile,
    answer: appealRoutes.answerDispute,
    decide: appealRoutes.decideDispute,
  },
} as const;

interface DecisionValues {
  outcome: string;
  amount: string;
  text: string;
}
/** neither answer is chosen beforehand */
const DecisionForm = AppealDecision.pick({ outcome: true, text: true });
const outcomes = ['uphold', 'overturn', 'partly'] as const;
const outcomeWords = {
  uphold: t('money.uphold'),
  overturn: t('money.overturn'),
  partly: t('money.partly'),
} as const;

type Side = keyof typeof routesOf;
const names: Record<Side, string> = { publisher: 'appeals', advertiser: 'disputes' };
const titles: Record<Side, string> = { publisher: t('money.appeals'), advertiser: t('money.disputes') };

function Details({ side, id, tools }: DetailsProps<Appeal> & { side: Side }) {
  const may = useMay();
  const routes = routesOf[side];
  return (
    <LoadedRecord of={[names[side], id]} load={(context) => call(routes.one, { params: { id } }, context)}>
      {(appeal) => (
        <>
          {appeal.state === 'open' && may(routes.decide) && (
            <Group>
              <Button
                size="xs"
                leftSection={<IconCheck size={14} aria-hidden />}
                onClick={() => tools.open('decide', appeal)}
              >
                {t('money.decide')}
              </Button>
            </Group>
          )}
          <Thread
            appeal={appeal}
            write={
              may(routes.answer) ? (body, context) => call(routes.answer, { params: { id }, body }, context) : undefined
            }
            file={(file, context) => callForBlob(routes.attached, { params: { id, file } }, context)}
            reload={tools.reload}
          />
        </>
      )}
    </LoadedRecord>
  );
}
const detailsOf = {
  publisher: (props: DetailsProps<Appeal>) => <Details side="publisher" {...props} />,
  advertiser: (props: DetailsProps<Appeal>) => <Details side="advertiser" {...props} />,
} as const;

export function appealsOf(side: Side) {
  const routes = routesOf[side];
  const decide = formDialog<Appeal, DecisionValues>({
    title: (row) => t('money.decideAbout', { name: row?.subject.name ?? '' }),
    form: (row) => ({
      fields: [
        {
          name: 'outcome',
          label: t('money.outcome'),
          kind: 'select',
          required: true,
          help: side === 'publisher' ? t('money.overturnHelp') : t('money.overturnDisputeHelp'),
          options: outcomes.map((value) => ({ value, label: outcomeWords[value] })),
        },
        { name: 'amount', label: t('money.amountIfPartly'), kind: 'text' },
        { name: 'text', label: t('common.reason'), kind: 'textarea', required: true },
      ],
      initial: {
        outcome: '',
        amount: (row?.subject.kind === 'conversion' && row.subject.amount) || '',
        text: '',
      },
      schema: DecisionForm,
      submit: t('money.decide'),
      busy: t('common.saving'),
    }),
    send: ({ outcome, amount, text }, row, context) => {
      if (!row) return Promise.resolve(false);
      const chosen = AppealDecision.shape.outcome.parse(outcome);
      const body = { outcome: chosen, text, version: row.version, amount: chosen === 'partly' ? amount : null };
      return call(routes.decide, { params: { id: row.id }, body }, context);
    },
    success: t('money.decided'),
  });

  return resource(appealList, {
    name: names[side],
    title: titles[side],
    countText: (count) => t('money.appealsCount', { count }),
    load: routes.all,
    file: routes.file,
    nameOf: (row) => `${row.subject.name}, ${dateTime(row.created_at)}`,
    searchPlaceholder: t('money.searchAppeals'),
    defaultSort: '-created_at',
    columns: [
      { id: 'subject', title: t('money.about'), clip: true, fixed: true, opens: true },
      { id: 'owner', title: side === 'publisher' ? t('common.publisher') : t('common.advertiser') },
      { id: 'kind', title: t('money.kind'), words: kindWords, hidden: true },
      { id: 'state', title: t('common.state'), words: stateWords, tones: stateTones },
      { id: 'amount', title: t('money.amount') },
      { id: 'reason', title: t('common.reason'), clip: true },
      { id: 'created_at', title: t('money.opened'), kind: 'text', value: (row) => shortDate(row.created_at) },
      { id: 'due_at', title: t('money.due'), kind: 'text', value: (row) => shortDate(row.due_at) },
      { id: 'decision', title: t('money.decision'), clip: true, hidden: true },
    ],
    filters: [
      {
        kind: 'choices',
        name: 'state',
        label: t('common.state'),
        options: Object.entries(stateWords).map(([value, label]) => ({ value, label })),
      },
      { kind: 'flag', name: 'overdue', label: t('money.overdue') },
      currencyFilter,
    ],
    rowActions: [
      { label: t('money.look'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
      {
        label: t('money.decide'),
        calls: routes.decide,
        icon: IconCheck,
        when: (row) => row.state === 'open',
        run: (row, { open }) => open('decide', row),
      },
    ],
    dialogs: { decide },
    details: detailsOf[side],
    detailsTitle: titles[side],
    texts: { loading: t('money.loading'), emptyTitle: t('money.noAppeals'), emptyText: t('money.noAppealsText') },
  });
}

interface AppealsPageProps {
  side: Side;
  list: ReturnType<typeof appealsOf>;
  tabs: readonly PageTab[];
}
export const AppealsPage = ({ side, list, tabs }: AppealsPageProps) => (
  <ResourcePage list={list} intro={<PageTabs label={titles[side]} tabs={tabs} />} />
);
