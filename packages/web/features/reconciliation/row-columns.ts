// The columns and filters that rows of a reconciliation have on both sides.
import type { OwnReconciliationRow } from '@tributary/contract/trust/reconciliations';
import type { Filter } from '../../kit/resource/declaration.ts';
import type { ColumnKind } from '../../kit/table/column.ts';
import { count, EMPTY, words } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import { choiceWords, codeWords, findingTone, findingWords, outcomeWords } from './words.ts';

type Shown = ColumnKind<OwnReconciliationRow> & {
  id: string;
  title: string;
  fixed?: boolean;
  hidden?: boolean;
  opens?: boolean;
};

export const choiceText = ({ choice, code }: Pick<OwnReconciliationRow, 'choice' | 'code'>): string =>
  choice === 'reject' && code !== null ? `${choiceWords.reject}: ${codeWords[code]}` : choiceWords[choice];
const amount = (value: string | null, currency: string | null) =>
  value !== null && currency !== null ? { amount: value, currency } : null;

export const rowColumns: readonly Shown[] = [
  {
    id: 'line',
    title: t('validation.line'),
    kind: 'text',
    value: ({ line }) => (line === null ? t('validation.notInFile') : count(line)),
    fixed: true,
    opens: true,
  },
  {
    id: 'finding',
    title: t('validation.case'),
    kind: 'status',
    value: ({ finding }) => findingWords[finding],
    tone: ({ finding }) => findingTone(finding),
  },
  { id: 'choice', title: t('validation.proposal'), kind: 'text', value: choiceText },
  {
    id: 'key',
    title: t('validation.key'),
    kind: 'text',
    clip: true,
    value: ({ txn_id, click_id }) => txn_id ?? click_id ?? EMPTY,
  },
  { id: 'said', title: t('validation.theirStatus'), kind: 'text', value: ({ said }) => said },
  {
    id: 'ours_status',
    title: t('validation.ourStatus'),
    kind: 'text',
    value: ({ ours_status }) => ours_status && words(ours_status),
  },
  {
    id: 'theirs',
    title: t('validation.theirAmount'),
    kind: 'money',
    value: ({ theirs, theirs_currency }) => amount(theirs, theirs_currency),
  },
  {
    id: 'ours',
    title: t('validation.ourAmount'),
    kind: 'money',
    value: ({ ours, ours_currency }) => amount(ours, ours_currency),
  },
  {
    id: 'rate',
    title: t('validation.rate'),
    kind: 'text',
    value: ({ rate }) => (rate === '1' ? null : rate),
    hidden: true,
  },
  { id: 'at', title: t('validation.theirTime'), kind: 'date', value: ({ at }) => at, hidden: true },
  { id: 'ours_at', title: t('validation.ourTime'), kind: 'date', value: ({ ours_at }) => ours_at, hidden: true },
  {
    id: 'outcome',
    title: t('validation.outcome'),
    kind: 'text',
    value: ({ outcome }) => outcome && outcomeWords[outcome],
  },
  {
    id: 'note',
    title: t('validation.note'),
    kind: 'text',
    clip: true,
    value: ({ note }) => note && saidByServer(note),
  },
];

const some = <Name extends string>(
  name: Name,
  label: string,
  named: Readonly<Record<string, string>>,
): Filter<Name> => ({
  kind: 'some',
  name,
  label,
  options: Object.entries(named).map(([value, text]) => ({ value, label: text })),
});
export const rowFilters = [
  some('finding', t('validation.case'), findingWords),
  some('choice', t('validation.proposal'), choiceWords),
  some('outcome', t('validation.outcome'), outcomeWords),
] as const;
export const rowName = ({ line, txn_id, click_id }: OwnReconciliationRow): string =>
  line === null ? (txn_id ?? click_id ?? EMPTY) : t('validation.lineNumber', { line: count(line) });
/** what is asked of a list beside its filters' own names */
export const asked = ({ limit, after, ...rest }: Record<string, string | number | undefined>) => ({
  ...(limit === undefined ? {} : { limit: Number(limit) }),
  ...(after === undefined ? {} : { after: String(after) }),
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
});
