// One of the advertiser's own files: what was found in it, and what its account manager has made of it.
import {
  type OwnReconciliationRow,
  ownReconciliationRowLog,
  reconciliationRoutes,
} from '@tributary/contract/trust/reconciliations';
import { useMemo } from 'react';
import { ReconciliationPanel, type ShownReconciliation } from '../../features/reconciliation/panel.tsx';
import { ReconciliationPage, rowsName } from '../../features/reconciliation/reconciliation-page.tsx';
import { asked, rowColumns, rowFilters, rowName } from '../../features/reconciliation/row-columns.ts';
import { RowFacts } from '../../features/reconciliation/row-facts.tsx';
import { call } from '../../kit/api/api.ts';
import { LoadedRecord } from '../../kit/log-page/details.tsx';
import { type DetailsProps, type Log, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { IconEye } from '../../ui/icons.ts';
import { t } from '../../words/advertiser.ts';
import { t as say } from '../../words/kit.ts';
import { conversionTabs } from './tabs.ts';

const Details =
  (id: string) =>
  ({ id: place }: DetailsProps<OwnReconciliationRow>) => (
    <LoadedRecord
      of={[rowsName(id), place]}
      load={async (context) => {
        const after = Number(place) - 1;
        const query = { limit: 1, ...(after > 0 ? { after: String(after) } : {}) };
        const { rows } = await call(reconciliationRoutes.ownReconciliationRows, { params: { id }, query }, context);
        return rows[0] ?? null;
      }}
    >
      {(row) => row && <RowFacts row={row} />}
    </LoadedRecord>
  );

const rowsOf = ({ id, file_name }: Pick<ShownReconciliation, 'id' | 'file_name'>): Log<OwnReconciliationRow> =>
  log(ownReconciliationRowLog, {
    name: rowsName(id),
    title: file_name,
    purpose: say('validation.rowsPurpose'),
    load: (query, context) =>
      call(reconciliationRoutes.ownReconciliationRows, { params: { id }, query: asked(query) }, context),
    file: reconciliationRoutes.exportOwnReconciliationRows,
    within: { id },
    nameOf: rowName,
    searchPlaceholder: say('validation.searchRows'),
    columns: rowColumns,
    filters: [...rowFilters],
    rowActions: [
      {
        label: say('validation.look'),
        calls: null,
        icon: IconEye,
        when: () => true,
        run: (row, { show }) => show(row),
      },
    ],
    details: Details(id),
    detailsTitle: say('validation.row'),
    empty: { title: say('validation.noRows'), text: say('validation.noRowsText') },
    nothingFound: say('validation.noRowFits'),
  });

export default function OwnValidationPage() {
  return (
    <ReconciliationPage
      load={(id, context) => call(reconciliationRoutes.ownReconciliation, { params: { id } }, context)}
    >
      {(one, reload) => <Shown key={one.id} one={one} reload={reload} />}
    </ReconciliationPage>
  );
}

function Shown({ one, reload }: { one: ShownReconciliation; reload: () => Promise<void> }) {
  const { id, file_name } = one;
  const rows = useMemo(() => rowsOf({ id, file_name }), [id, file_name]);
  return (
    <LogPage
      log={rows}
      intro={
        <>
          <PageTabs label={t('common.conversionReport')} tabs={conversionTabs} />
          <ReconciliationPanel one={one} steps={[]} reload={reload} />
        </>
      }
    />
  );
}
