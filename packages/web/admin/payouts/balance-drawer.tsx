// One account in one currency: what stands on it, what holds for it, and the ledger's entries behind each of its amounts.
import { Anchor, Button, SegmentedControl } from '@mantine/core';
import { type BalanceRow, documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { billingTermsRoutes } from '@tributary/contract/billing/terms';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { calendarDay, money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { EntryTable } from './entry-table.tsx';
import { BALANCES, cycleWords, formWords } from './words.ts';

type Standing = 'pending' | 'unclaimed' | 'claimed';

export function BalanceDrawer({ id, tools }: DetailsProps<BalanceRow>) {
  const [owner = '', currency = ''] = id.split('.');
  return (
    <LoadedRecord
      of={[BALANCES, id]}
      load={async (context) => {
        const { rows } = await call(documentRoutes.billingBalances, { query: { owner, currency } }, context);
        return { balance: rows[0] };
      }}
    >
      {({ balance }) => (balance ? <Balance balance={balance} tools={tools} /> : <p>{t('payouts.noBalances')}</p>)}
    </LoadedRecord>
  );
}

function Balance({ balance, tools }: { balance: BalanceRow; tools: DetailsProps<BalanceRow>['tools'] }) {
  const [standing, setStanding] = useState<Standing>('unclaimed');
  const { owner, currency } = balance;
  const amount = (label: string, value: string, of: Standing) =>
    [
      label,
      <Button key={label} variant="subtle" size="compact-sm" ml={-8} onClick={() => setStanding(of)}>
        {money(value, currency)}
      </Button>,
    ] as const;
  return (
    <>
      <Facts
        facts={[
          [t('common.publisher'), `${owner.name} (${owner.number})`, 'wide'],
          amount(t('common.pending'), balance.pending, 'pending'),
          amount(t('common.approved'), balance.approved, 'unclaimed'),
          amount(t('common.hold'), balance.hold, 'unclaimed'),
          amount(t('payouts.disputed'), balance.disputed, 'unclaimed'),
          amount(t('payouts.available'), balance.available, 'unclaimed'),
          amount(t('payouts.inDocuments'), balance.billed, 'claimed'),
          [t('payouts.nextDue'), calendarDay(balance.next_due)],
          [t('payouts.method'), balance.method],
          [t('payouts.form'), formWords[balance.form]],
        ]}
      />
      <Terms id={owner.id} edit={() => tools.open('terms', balance)} />
      <Section title={t('payouts.entries')}>
        <SegmentedControl
          size="xs"
          mb="sm"
          aria-label={t('payouts.entries')}
          value={standing}
          onChange={(value) => setStanding(value as Standing)}
          data={[
            { value: 'pending', label: t('common.pending') },
            { value: 'unclaimed', label: t('payouts.inNoDocument') },
            { value: 'claimed', label: t('payouts.inDocuments') },
          ]}
        />
        <EntryTable
          of={`${owner.id}.${currency}.${standing}.${balance.approved}.${balance.pending}`}
          load={(page, context) =>
            call(entryRoutes.publisherEntries, { query: { owner: owner.id, currency, standing, ...page } }, context)
          }
        />
      </Section>
      <Anchor component={Link} to={`/am/affiliates/${owner.id}/statement?currency=${currency}`}>
        {t('payouts.wholeStatement')}
      </Anchor>
      <Anchor component={Link} to={`/am/affiliates/billing/documents?owner=${owner.id}`}>
        {t('payouts.itsDocuments')}
      </Anchor>
      <Anchor component={Link} to={`/am/affiliates/billing/payments/all?publisher=${owner.id}`}>
        {t('payouts.itsPayments')}
      </Anchor>
    </>
  );
}

/** what holds for it: its own terms before those of Settings › Payment */
function Terms({ id, edit }: { id: string; edit: () => void }) {
  const mayEdit = useMay()(billingTermsRoutes.savePublisherTerms);
  return (
    <Section title={t('payouts.terms')}>
      <LoadedRecord
        of={[`${BALANCES}-terms`, id]}
        load={(context) => call(billingTermsRoutes.publisherTerms, { params: { id } }, context)}
      >
        {({ in_force, cycle, net_days, hold_days, minimum }) => {
          const own = (text: string, value: unknown) => (value === null ? text : t('payouts.ownTerm', { text }));
          return (
            <>
              <Facts
                facts={[
                  [t('payment.cycle'), own(cycleWords[in_force.cycle], cycle)],
                  [t('payment.net'), own(t('payment.days', { count: in_force.net_days }), net_days)],
                  [t('payment.hold'), own(t('payment.days', { count: in_force.hold_days }), hold_days)],
                  [t('payment.minimum'), own(in_force.minimum, minimum)],
                ]}
              />
              {mayEdit && (
                <div>
                  <Button size="xs" variant="default" onClick={edit}>
                    {t('payouts.editTerms')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </LoadedRecord>
    </Section>
  );
}
