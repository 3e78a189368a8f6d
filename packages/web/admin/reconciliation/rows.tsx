// The rows of a reconciliation for account managers: looked at, chosen one by one or many at once, each with the ways to its traces.
import {
  choicesOf,
  type ReconciliationChoice,
  type ReconciliationDetails,
  type ReconciliationRow,
  reconciliationChoices,
  reconciliationRoutes,
  reconciliationRowLog,
} from '@tributary/contract/trust/reconciliations';
import { Link } from 'react-router';
import { rowsName } from '../../features/reconciliation/reconciliation-page.tsx';
import { asked, rowColumns, rowFilters, rowName } from '../../features/reconciliation/row-columns.ts';
import { RowFacts } from '../../features/reconciliation/row-facts.tsx';
import { choiceWords } from '../../features/reconciliation/words.ts';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { Facts, LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, type Log, type LogAction, log } from '../../kit/log-page/log-declaration.ts';
import type { RowAction } from '../../kit/resource/declaration.ts';
import { type Icon, IconBan, IconCheck, IconEye, IconHandStop, IconPencil, IconPlus, IconX } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { t as say } from '../../words/kit.ts';
import { explainPath } from '../explain/paths.ts';

const icons: Record<ReconciliationChoice, Icon> = {
  approve: IconCheck,
  adjust: IconPencil,
  reject: IconBan,
  add: IconPlus,
  ask: IconHandStop,
  none: IconX,
};
const may = (choice: ReconciliationChoice) => (row: ReconciliationRow) =>
  choicesOf[row.finding].includes(choice) &&
  row.choice !== choice &&
  (choice !== 'add' || (row.click_id !== null && row.offer !== null));

async function choose(
  id: string,
  rows: readonly ReconciliationRow[],
  choice: ReconciliationChoice,
  session: Session,
): Promise<boolean> {
  try {
    const body = { rows: rows.map((row) => row.id), choice };
    const { changed } = await call(
      reconciliationRoutes.chooseReconciliationRows,
      { params: { id }, body },
      { session },
    );
    toast.success(say('validation.chosen', { count: changed, choice: choiceWords[choice] }));
    return true;
  } catch (error) {
    toast.error(sentenceFor(error));
    return false;
  }
}

/** found by its place: a row has no address of its own */
const Details =
  (id: string) =>
  ({ id: place }: DetailsProps<ReconciliationRow>) => (
    <LoadedRecord
      of={[rowsName(id), place]}
      load={async (context) => {
        const after = Number(place) - 1;
        const query = { limit: 1, ...(after > 0 ? { after: String(after) } : {}) };
        const { rows } = await call(reconciliationRoutes.reconciliationRows, { params: { id }, query }, context);
        return rows[0] ?? null;
      }}
    >
      {(row) =>
        row && (
          <RowFacts
            row={row}
            ours={
              <>
                <Facts
                  facts={[[t('common.publisher'), row.publisher && `${row.publisher.name} (${row.publisher.number})`]]}
                />
                <Link to={explainPath(row.conversion_id ?? '')}>{say('validation.explainConversion')}</Link>
              </>
            }
            theirs={
              <>
                <Facts facts={[[say('validation.p1'), row.p1]]} />
                {row.conversion_id === null && row.click_id !== null && (
                  <Link to={explainPath(row.click_id)}>{say('validation.explainClick')}</Link>
                )}{' '}
                {row.receipt_id !== null && (
                  <Link to={explainPath(row.receipt_id)}>{say('validation.explainCall')}</Link>
                )}{' '}
                {row.suggested_id !== null && (
                  <Link to={explainPath(row.suggested_id)}>{say('validation.explainSuggested')}</Link>
                )}
              </>
            }
          />
        )
      }
    </LoadedRecord>
  );

export const rowsOf = ({ id, file_name, state }: ReconciliationDetails): Log<ReconciliationRow> =>
  log(reconciliationRowLog, {
    name: rowsName(id),
    title: file_name,
    purpose: say('validation.rowsPurpose'),
    load: (query, context) =>
      call(reconciliationRoutes.reconciliationRows, { params: { id }, query: asked(query) }, context),
    file: reconciliationRoutes.exportReconciliationRows,
    within: { id },
    nameOf: rowName,
    searchPlaceholder: say('validation.searchRows'),
    columns: [
      ...rowColumns,
      { id: 'publisher', title: t('common.publisher') },
      { id: 'p1', title: say('validation.p1'), hidden: true },
    ],
    filters: [...rowFilters],
    rowActions: [
      {
        label: say('validation.look'),
        calls: null,
        icon: IconEye,
        when: () => true,
        run: (row, { show }) => show(row),
      },
      ...(state === 'open'
        ? reconciliationChoices.map(
            (choice): RowAction<ReconciliationRow> => ({
              label: choiceWords[choice],
              calls: reconciliationRoutes.chooseReconciliationRows,
              icon: icons[choice],
              when: may(choice),
              run: async (row, { session, reload }) => {
                if (await choose(id, [row], choice, session)) await reload();
              },
            }),
          )
        : []),
    ],
    bulkActions:
      state === 'open'
        ? reconciliationChoices.map(
            (choice): LogAction<ReconciliationRow> => ({
              label: choiceWords[choice],
              calls: reconciliationRoutes.chooseReconciliationRows,
              icon: icons[choice],
              when: may(choice),
              run: (rows, { session }) => choose(id, rows.filter(may(choice)), choice, session),
            }),
          )
        : [],
    selectedText: (many) => say('validation.selected', { count: many }),
    details: Details(id),
    detailsTitle: say('validation.row'),
    empty: { title: say('validation.noRows'), text: say('validation.noRowsText') },
    nothingFound: say('validation.noRowFits'),
  });
