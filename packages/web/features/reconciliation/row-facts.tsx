// One row whole: what their file says beside what we have, with the way to its trace.
import type { OwnReconciliationRow } from '@tributary/contract/trust/reconciliations';
import type { ReactNode } from 'react';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { dateTime, money, words } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';
import { choiceText } from './row-columns.ts';
import { findingTone, findingWords, outcomeWords } from './words.ts';

export function RowFacts({ row, ours, theirs }: { row: OwnReconciliationRow; ours?: ReactNode; theirs?: ReactNode }) {
  const said = (amount: string | null, currency: string | null) =>
    amount !== null && currency !== null ? money(amount, currency) : null;
  return (
    <>
      <StatusBadge status={findingWords[row.finding]} tone={findingTone(row.finding)} />
      {row.note && <p role="status">{saidByServer(row.note)}</p>}
      <Facts
        facts={[
          [t('validation.proposal'), choiceText(row)],
          [t('validation.outcome'), row.outcome && outcomeWords[row.outcome]],
          [t('validation.billed'), row.billed && t('validation.billedText'), 'wide'],
        ]}
      />
      <Section title={t('validation.theirs')}>
        <Facts
          facts={[
            [t('validation.line'), row.line],
            [t('validation.transactionId'), row.txn_id],
            [t('validation.clickId'), row.click_id, 'wide'],
            [t('validation.theirStatus'), row.said],
            [t('validation.theirTime'), row.at && dateTime(row.at)],
            [t('validation.theirAmount'), said(row.theirs, row.theirs_currency)],
            [t('validation.turned'), row.rate !== null && row.rate !== '1' && said(row.turned, row.ours_currency)],
            [t('validation.rate'), row.rate !== '1' && row.rate],
          ]}
        />
        {theirs}
      </Section>
      {row.conversion_id !== null && (
        <Section title={t('validation.ours')}>
          <Facts
            facts={[
              [t('validation.offer'), row.offer && `${row.offer.name} (${row.offer.number})`],
              [t('validation.ourStatus'), row.ours_status && words(row.ours_status)],
              [t('validation.ourTime'), row.ours_at && dateTime(row.ours_at)],
              [t('validation.ourAmount'), said(row.ours, row.ours_currency)],
            ]}
          />
          {ours}
        </Section>
      )}
    </>
  );
}
