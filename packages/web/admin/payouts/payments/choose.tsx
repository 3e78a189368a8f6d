// A new batch begins with the documents that are approved: chosen one by one, or all that are due until a day. Nothing is reserved yet.

import { Button } from '@mantine/core';
import { type PayableRow, payableLog, payingRoutes } from '@tributary/contract/billing/paying';
import { useState } from 'react';
import { call, newIdempotencyKey } from '../../../kit/api/api.ts';
import { FormModal } from '../../../kit/dialogs/form-modal.tsx';
import { SchemaForm } from '../../../kit/form/schema-form.tsx';
import { log } from '../../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../../kit/log-page/log-page.tsx';
import { PageTabs } from '../../../kit/log-page/page-tabs.tsx';
import type { DialogProps } from '../../../kit/resource/declaration.ts';
import { workspaceToday } from '../../../kit/shell/workspace-day.ts';
import { calendarDay, EMPTY } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { currencyFilter, dayFilter } from '../../billing/filters.tsx';
import { documentPath, payoutTabs } from '../words.ts';
import { intoBatch } from './into-batch.ts';
import { enterRate, methodWords, PAYABLE, PAYMENTS_PATH, rateWords, standingText, standingTone } from './words.ts';

const numberOf = ({ number }: PayableRow): string => number;

function AllDue({ close, tools }: DialogProps<PayableRow>) {
  const [idempotencyKey] = useState(newIdempotencyKey);
  const title = t('payments.allDue');
  return (
    <FormModal opened onClose={close} title={title} size={560}>
      <SchemaForm
        form={{
          fields: [
            {
              name: 'due_until',
              label: t('payments.dueUntil'),
              help: t('payments.dueUntilHelp'),
              kind: 'date',
              required: true,
            },
            { name: 'note', label: t('common.note'), help: t('payments.noteHelp'), kind: 'text' },
          ],
          initial: { due_until: workspaceToday(), note: '' },
          schema: payingRoutes.createBatch.body,
          submit: t('payments.preview'),
          busy: t('payments.computing'),
        }}
        keep={{ as: title, dialog: title }}
        send={async (body) => {
          const { id } = await call(payingRoutes.createBatch, { body }, { session: tools.session, idempotencyKey });
          tools.go(`${PAYMENTS_PATH}/${id}`);
          return undefined;
        }}
        beside={
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}

const payable = log(payableLog, {
  name: PAYABLE,
  title: t('payments.newBatch'),
  purpose: t('payments.choosePurpose'),
  load: payingRoutes.payableDocuments,
  file: payingRoutes.exportPayable,
  searchPlaceholder: t('payouts.searchDocuments'),
  nameOf: ({ number, publisher }) => `${number} ${publisher.name}`,
  columns: [
    { id: 'number', title: t('payouts.document'), fixed: true, kind: 'link', value: numberOf, to: documentPath },
    { id: 'publisher', title: t('common.publisher') },
    {
      id: 'due_on',
      title: t('payouts.due'),
      kind: 'text',
      value: (row: PayableRow) => (row.due_on ? calendarDay(row.due_on) : EMPTY),
    },
    { id: 'blocked', title: t('payments.standing'), kind: 'status', value: standingText, tone: standingTone },
    { id: 'method', title: t('payouts.method'), words: methodWords },
    { id: 'mask', title: t('payments.paidTo'), hidden: true },
    { id: 'gross', title: t('payouts.total') },
    { id: 'waiting', title: t('payments.whatWaits'), hidden: true },
    { id: 'withheld', title: t('payouts.withheld') },
    { id: 'fee', title: t('payments.fee') },
    { id: 'pay', title: t('payments.arrives') },
    { id: 'rate', title: t('common.rate'), kind: 'text', value: rateWords, hidden: true },
  ],
  filters: [dayFilter('due_until', t('payments.dueUntil')), currencyFilter],
  rowActions: [enterRate()],
  bulkActions: [intoBatch<PayableRow>(() => true)],
  selectedText: (count) => t('payouts.selected', { count }),
  add: { label: t('payments.allDue'), calls: payingRoutes.createBatch, dialog: 'due' },
  dialogs: { due: (props) => <AllDue {...props} /> },
  empty: { title: t('payments.nothingDue'), text: t('payments.nothingDueText') },
  nothingFound: t('payouts.noDocumentFits'),
});

export default function Choose() {
  return <LogPage log={payable} intro={<PageTabs label={t('menu.affiliateBilling')} tabs={payoutTabs} />} />;
}
