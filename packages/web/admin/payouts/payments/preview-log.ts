// What a batch would pay, row by row, what is held back and why, and which rows are no longer as they were previewed.
import { batchRowLog, payingRoutes } from '@tributary/contract/billing/paying';
import type { z } from 'zod';
import { call } from '../../../kit/api/api.ts';
import { type Log, log } from '../../../kit/log-page/log-declaration.ts';
import { wordFilter } from '../../../kit/log-page/named-filter.ts';
import { calendarDay, EMPTY } from '../../../ui/format.ts';
import { t } from '../../../words/admin.ts';
import { documentPath } from '../words.ts';
import { batchName, enterRate, methodWords, PAYMENTS, rateWords, standingText, standingTone } from './words.ts';

type PreviewRow = z.output<typeof batchRowLog.row>;

/** names the query cache */
export const previewName = (id: string): string => `${PAYMENTS}-preview-${id}`;

export const previewOf = (batch: { id: string; number: number }): Log<PreviewRow> =>
  log(batchRowLog, {
    name: previewName(batch.id),
    title: batchName(batch),
    purpose: t('payments.previewPurpose'),
    searchPlaceholder: t('payouts.searchDocuments'),
    load: ({ limit, after, q, part }, context) =>
      call(
        payingRoutes.batchRows,
        {
          params: { id: batch.id },
          query: {
            limit,
            ...(after === undefined ? {} : { after }),
            ...(q === undefined ? {} : { q }),
            ...(part === 'paid' || part === 'held' ? { part } : {}),
          },
        },
        context,
      ),
    nameOf: ({ number, publisher }) => `${number} ${publisher.name}`,
    columns: [
      {
        id: 'number',
        title: t('payouts.document'),
        fixed: true,
        kind: 'link',
        value: ({ number }) => number,
        to: documentPath,
      },
      { id: 'publisher', title: t('common.publisher') },
      {
        id: 'blocked',
        title: t('payments.standing'),
        kind: 'status',
        value: (row) => (row.is_changed ? t('payments.changed') : standingText(row)),
        tone: (row) => (row.is_changed ? 'bad' : standingTone(row)),
      },
      { id: 'method', title: t('payouts.method'), words: methodWords },
      { id: 'mask', title: t('payments.paidTo') },
      {
        id: 'name_in_file',
        title: t('payments.nameInFile'),
        kind: 'text',
        value: (row) => row.name_in_file ?? EMPTY,
      },
      { id: 'gross', title: t('payouts.total') },
      { id: 'waiting', title: t('payments.whatWaits'), hidden: true },
      { id: 'withheld', title: t('payouts.withheld') },
      { id: 'fee', title: t('payments.fee') },
      { id: 'pay', title: t('payments.arrives') },
      { id: 'rate', title: t('common.rate'), kind: 'text', value: rateWords },
      {
        id: 'due_on',
        title: t('payouts.due'),
        kind: 'text',
        value: (row) => (row.due_on ? calendarDay(row.due_on) : EMPTY),
      },
    ],
    filters: [
      wordFilter('part', t('payments.standing'), { paid: t('payments.willBePaid'), held: t('payments.heldBack') }),
    ],
    rowActions: [enterRate()],
    empty: { title: t('payments.noPayments'), text: t('payments.noPaymentsText') },
    nothingFound: t('payments.noPaymentFits'),
  });
