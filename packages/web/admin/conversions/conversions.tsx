// Conversion Logs: every conversion with what it is worth, and the decisions about it.
import {
  type ConversionRow,
  conversionLog,
  conversionRoutes,
  conversionStatuses,
} from '@tributary/contract/conversions/conversions';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import type { Session } from '../../kit/api/session.ts';
import { type LogAction, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import { dateTime, words } from '../../ui/format.ts';
import { IconEye, IconPencil } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { explainDialogs } from '../explain/explained.tsx';
import { conversionTabs } from '../lots/words.ts';
import { conversionActions } from './actions.ts';
import { AddConversionDialog } from './add-dialog.tsx';
import { amountsDialog, BulkAmountsDialog } from './amounts-dialog.tsx';
import { columns, kindWords } from './columns.ts';
import { ConversionDrawer } from './conversion-details.tsx';
import { bulkDecisions } from './decide.ts';
import { GoalFilter } from './goal-filter.tsx';
import { CONVERSIONS } from './paths.ts';

const noteDialog = formDialog<ConversionRow, { note: string }>({
  title: t('common.note'),
  form: (row) => ({
    fields: [
      {
        name: 'note',
        label: t('common.note'),
        help: t('conversions.onlyAccountManagersSeeIt'),
        kind: 'textarea',
      },
    ],
    initial: { note: row?.note ?? '' },
    schema: conversionRoutes.noteConversion.body,
    submit: t('conversions.saveNote'),
    busy: t('common.saving'),
  }),
  send: (body, row, context) => call(conversionRoutes.noteConversion, { params: { id: row?.id ?? '' }, body }, context),
  success: t('conversions.noteSaved'),
});

const conversions = log(conversionLog, {
  name: CONVERSIONS,
  title: t('common.conversionLogs'),
  purpose: t('conversions.everyConversionNewestFirstStatuses'),
  load: conversionRoutes.conversions,
  file: conversionRoutes.exportConversions,
  columns,
  nameOf: (row) => t('conversions.conversionOfAt', { name: row.offer.name, at: dateTime(row.at) }),
  searchPlaceholder: t('conversions.searchByClickTransactionIp'),
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: t('common.status'),
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
    wordFilter('waits_for', t('conversions.waitsFor'), {
      person: 'A decision',
      hold: t('conversions.theEndOfItsHold'),
    }),
    namedFilter('offer', t('common.offer'), (row) => row.offer),
    { kind: 'own', name: 'goal_id', label: t('common.goal'), Input: GoalFilter, nameIn: (row) => row.goal },
    namedFilter('publisher', t('common.publisher'), (row) => row.publisher),
    namedFilter('advertiser', t('common.advertiser'), (row) => row.advertiser),
    wordFilter('kind', t('common.cameBy'), kindWords),
  ],
  hasPeriod: true,
  rowActions: [
    { label: t('common.details'), calls: null, icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...conversionActions,
  ],
  selectedText: (many) => t('conversions.conversionsSelected', { count: many }),
  add: { label: t('conversions.addConversion'), calls: conversionRoutes.addConversion, dialog: 'add' },
  dialogs: {
    ...explainDialogs,
    add: (props) => <AddConversionDialog {...props} />,
    amounts: amountsDialog,
    note: noteDialog,
  },
  details: ConversionDrawer,
  detailsTitle: t('common.conversion'),
  empty: {
    title: t('conversions.noConversionsYet'),
    text: t('conversions.theyAppearHereAsSoon'),
  },
  nothingFound: t('conversions.noConversionFitsTheSearch'),
});

interface Waiting {
  rows: readonly ConversionRow[];
  session: Session;
  done: (changed: boolean) => void;
}

export default function ConversionLogs() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const editAmounts: LogAction<ConversionRow> = {
    label: t('conversions.editAmounts'),
    calls: conversionRoutes.adjustConversions,
    icon: IconPencil,
    when: () => true,
    run: (rows, { session }) => new Promise((done) => setWaiting({ rows, session, done })),
  };
  return (
    <>
      <LogPage
        log={{ ...conversions, bulkActions: [...bulkDecisions, editAmounts] }}
        intro={<PageTabs label={t('common.conversions')} tabs={conversionTabs} />}
      />
      {waiting && (
        <BulkAmountsDialog
          {...waiting}
          close={(changed) => {
            waiting.done(changed);
            setWaiting(null);
          }}
        />
      )}
    </>
  );
}
