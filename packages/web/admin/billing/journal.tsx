// The journal: every entry of the ledger with its two accounts, and as a file for the bookkeeper.
import { closingRoutes, journalLog } from '@tributary/contract/billing/closing';
import { statementLegs } from '@tributary/contract/conversions/statement';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { MonthInput } from '../../kit/resource/month-input.tsx';
import { reasonText } from '../../kit/statement/reason-text.ts';
import { shortMonth } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { legWords } from '../accounts/leg-words.ts';
import { currencyFilter } from './filters.tsx';
import { billingTabs } from './tabs.ts';
import { accountWords } from './words.ts';

const journal = log(journalLog, {
  name: 'journal',
  title: t('money.journal'),
  purpose: t('money.journalPurpose'),
  load: closingRoutes.journal,
  file: closingRoutes.exportJournal,
  columns: [
    { id: 'id', title: t('money.entry'), fixed: true },
    { id: 'at', title: t('common.time') },
    { id: 'debit', title: t('money.debit'), words: accountWords },
    { id: 'credit', title: t('money.credit'), words: accountWords },
    { id: 'amount', title: t('money.amount') },
    { id: 'account', title: t('money.account') },
    { id: 'leg', title: t('money.kind'), words: legWords },
    {
      id: 'period',
      title: t('money.period'),
      kind: 'text',
      value: (row) =>
        row.is_earlier ? t('money.earlierPeriod', { month: shortMonth(row.period) }) : shortMonth(row.period),
    },
    { id: 'reason', title: t('common.reason'), kind: 'text', value: (row) => reasonText(row.reason), clip: true },
    { id: 'subject', title: t('money.about'), clip: true, hidden: true },
  ],
  nameOf: (row) => t('money.entryNumber', { id: row.id }),
  searchPlaceholder: t('money.searchJournal'),
  filters: [
    wordFilter('on', t('money.ledgerAccount'), accountWords),
    wordFilter('standing', t('money.standing'), {
      unclaimed: t('money.onNoDocument'),
      pending: t('money.notDecided'),
    }),
    { kind: 'own', name: 'month', label: t('money.eventMonth'), Input: MonthInput },
    currencyFilter,
    { kind: 'flag', name: 'earlier', label: t('money.earlierOnly') },
    {
      kind: 'some',
      name: 'leg',
      label: t('money.kind'),
      options: statementLegs.map((value) => ({ value, label: legWords[value] })),
    },
  ],
  hasPeriod: true,
  empty: { title: t('money.noEntries'), text: t('money.noEntriesText') },
  nothingFound: t('money.noEntryFits'),
});

export default function Journal() {
  return <LogPage log={journal} intro={<PageTabs label={t('menu.billing')} tabs={billingTabs} />} />;
}
