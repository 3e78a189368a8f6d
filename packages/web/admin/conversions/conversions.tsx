// Conversion Logs: every conversion with what it is worth, and the decisions about it.
import { type ConversionRow, conversionRoutes, conversionStatuses } from '@tributary/contract/conversions';
import { useState } from 'react';
import { call, callForText } from '../../kit/api.ts';
import { type LogAction, log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { namedFilter, wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { formDialog } from '../../kit/resource/form-dialog.tsx';
import type { Session } from '../../kit/session.ts';
import { count, dateTime, words } from '../../ui/format.ts';
import { IconEye, IconNote, IconPencil, IconSend } from '../../ui/icons.ts';
import { conversionTabs } from '../lots/words.ts';
import { AddConversionDialog } from './add-dialog.tsx';
import { amountsDialog, BulkAmountsDialog } from './amounts-dialog.tsx';
import { columns, kindWords } from './columns.ts';
import { ConversionDrawer } from './conversion-details.tsx';
import { bulkDecisions, decisions } from './decide.ts';
import { GoalFilter } from './goal-filter.tsx';
import { CONVERSIONS } from './paths.ts';
import { resend } from './resend.ts';

const noteDialog = formDialog<ConversionRow, { note: string }>({
  title: 'Note',
  form: (row) => ({
    fields: [{ name: 'note', label: 'Note', help: 'Only account managers see it.', kind: 'textarea' }],
    initial: { note: row?.note ?? '' },
    schema: conversionRoutes.noteConversion.body,
    submit: 'Save note',
    busy: 'Saving...',
  }),
  send: (body, row, context) => call(conversionRoutes.noteConversion, { params: { id: row?.id ?? '' }, body }, context),
  success: 'Note saved.',
});

const conversions = log<ConversionRow>({
  name: CONVERSIONS,
  title: 'Conversion Logs',
  purpose: 'Every conversion, newest first. Statuses and amounts are changed here.',
  load: (query, context) => call(conversionRoutes.conversions, { query }, context),
  exportCsv: (query, context) => callForText(conversionRoutes.exportConversions, { query }, context),
  columns,
  nameOf: (row) => `conversion of ${row.offer.name} at ${dateTime(row.at)}`,
  searchPlaceholder: 'Search by click, transaction, IP or source...',
  filters: [
    {
      kind: 'choices',
      name: 'status',
      label: 'Status',
      options: conversionStatuses.map((value) => ({ value, label: words(value) })),
    },
    wordFilter('waits_for', 'Waits for', { person: 'A decision', hold: 'The end of its hold' }),
    namedFilter('offer', 'Offer', (row) => row.offer),
    { kind: 'own', name: 'goal_id', label: 'Goal', Input: GoalFilter, nameIn: (row) => row.goal },
    namedFilter('publisher', 'Publisher', (row) => row.publisher),
    namedFilter('advertiser', 'Advertiser', (row) => row.advertiser),
    wordFilter('kind', 'Came by', kindWords),
  ],
  hasPeriod: true,
  rowActions: [
    { label: 'Details', icon: IconEye, when: () => true, run: (row, { show }) => show(row) },
    ...decisions,
    { label: 'Edit amounts', icon: IconPencil, when: () => true, run: (row, { open }) => open('amounts', row) },
    { label: 'Resend postback', icon: IconSend, when: () => true, run: resend },
    { label: 'Note', icon: IconNote, when: () => true, run: (row, { open }) => open('note', row) },
  ],
  selectedText: (many) => `${count(many)} ${many === 1 ? 'conversion' : 'conversions'} selected`,
  add: { label: 'Add conversion', dialog: 'add' },
  dialogs: { add: (props) => <AddConversionDialog {...props} />, amounts: amountsDialog, note: noteDialog },
  details: ConversionDrawer,
  detailsTitle: 'Conversion',
  empty: {
    title: 'No conversions yet',
    text: 'They appear here as soon as an advertiser’s postback or pixel reports one. The Postback screen has the snippets.',
  },
  nothingFound: 'No conversion fits the search, the filters and the period.',
});

interface Waiting {
  rows: readonly ConversionRow[];
  session: Session;
  done: (changed: boolean) => void;
}

export default function ConversionLogs() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const editAmounts: LogAction<ConversionRow> = {
    label: 'Edit amounts',
    icon: IconPencil,
    when: () => true,
    run: (rows, { session }) => new Promise((done) => setWaiting({ rows, session, done })),
  };
  return (
    <>
      <LogPage
        log={{ ...conversions, bulkActions: [...bulkDecisions, editAmounts] }}
        intro={<PageTabs label="Conversions" tabs={conversionTabs} />}
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
