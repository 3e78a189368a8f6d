// Every entry on a partner's own account, newest first, with what it is about and the document that it stands in. One screen for both
// portals.
import { type BillingEntry, entryLog, entryRoutes } from '@tributary/contract/billing/entries';
import type { Side } from '@tributary/contract/billing/money';
import { isCurrency } from '@tributary/contract/tracker/receipt-rules';
import { proofRoutes } from '@tributary/contract/trust/proof';
import { callForBlob } from '../../kit/api/api.ts';
import { log } from '../../kit/log-page/log-declaration.ts';
import { LogPage } from '../../kit/log-page/log-page.tsx';
import { wordFilter } from '../../kit/log-page/named-filter.ts';
import { type PageTab, PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { reasonText } from '../../kit/statement/reason-text.ts';
import { EMPTY } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { SignedStatement } from '../proof/signed-statement.tsx';
import { ownLeg } from './own-legs.ts';
import { documentPlace, subjectPlace } from './own-places.ts';

const screens = {
  publisher: {
    load: entryRoutes.ownPublisherEntries,
    file: entryRoutes.exportOwnPublisherEntries,
    purpose: t('documents.statementOfPublisher'),
    accounts: {
      payable: t('documents.payable'),
      in_transit: t('documents.inTransit'),
      tax_withheld: t('documents.withholding'),
    },
  },
  advertiser: {
    load: entryRoutes.ownAdvertiserEntries,
    file: entryRoutes.exportOwnAdvertiserEntries,
    purpose: t('documents.statementOfAdvertiser'),
    accounts: { receivable: t('documents.receivable'), prepaid: t('documents.prepaid') },
  },
} as const;
const standings = {
  pending: t('documents.pending'),
  posted: t('documents.booked'),
  claimed: t('documents.inDocument'),
  unclaimed: t('documents.inNone'),
} as const;

export const ownStatement = (side: Side, title: string) => {
  const { load, file, purpose, accounts } = screens[side];
  return log(entryLog, {
    name: `own-statement-${side}`,
    title,
    purpose,
    load,
    file,
    columns: [
      { id: 'at', title: t('documents.time'), fixed: true },
      {
        id: 'what',
        title: t('documents.what'),
        kind: 'link',
        value: (row: BillingEntry) => ownLeg(row),
        to: (row: BillingEntry) => subjectPlace(side, row.subject),
      },
      {
        id: 'reason',
        title: t('documents.reason'),
        kind: 'text',
        value: (row) => reasonText(row.reason),
        clip: true,
      },
      { id: 'amount', title: t('documents.amount') },
      {
        id: 'document',
        title: t('documents.document'),
        kind: 'link',
        value: (row: BillingEntry) => row.document?.number ?? EMPTY,
        to: (row: BillingEntry) => (row.document?.number ? documentPlace(side, row.document.id) : undefined),
      },
      { id: 'id', title: t('documents.entry'), hidden: true },
    ],
    nameOf: (row) => ownLeg(row),
    filters: [
      wordFilter<'account', string>('account', t('documents.account'), accounts),
      wordFilter('standing', t('documents.standing'), standings),
      {
        kind: 'one',
        name: 'currency',
        label: t('documents.currency'),
        options: Intl.supportedValuesOf('currency')
          .filter(isCurrency)
          .map((value) => ({ value, label: value })),
      },
    ],
    empty: { title: t('documents.noEntries'), text: t('documents.noEntriesText') },
    nothingFound: t('documents.nothingFits'),
  });
};

const signed = {
  publisher: proofRoutes.ownPublisherSignedStatement,
  advertiser: proofRoutes.ownAdvertiserSignedStatement,
} as const;

interface OwnStatementPageProps {
  side: Side;
  list: ReturnType<typeof ownStatement>;
  label: string;
  tabs: readonly PageTab[];
}
export const OwnStatementPage = ({ side, list, label, tabs }: OwnStatementPageProps) => (
  <LogPage
    log={list}
    intro={
      <>
        <PageTabs label={label} tabs={tabs} />
        <SignedStatement load={(query, context) => callForBlob(signed[side], { query }, context)} />
      </>
    }
  />
);
