// One account in one currency: what stands on it, what holds for it, and the ledger's entries behind each of its amounts.
import { Anchor, Button, Group } from '@mantine/core';
import { type BalanceRow, documentRoutes } from '@tributary/contract/billing/documents';
import { entryRoutes } from '@tributary/contract/billing/entries';
import { billingTermsRoutes, type TaxProfile } from '@tributary/contract/billing/terms';
import { countryName } from '@tributary/contract/countries';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, callForBlob } from '../../kit/api/api.ts';
import { download } from '../../kit/api/download.ts';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import classes from '../../kit/log-page/details.module.css';
import { Facts, LoadedRecord, Section } from '../../kit/log-page/details.tsx';
import type { DetailsProps } from '../../kit/log-page/log-declaration.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { calendarDay, money, shortDate } from '../../ui/format.ts';
import { IconDownload } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import { readersLanguage } from '../../words/words.ts';
import { EntryTable } from './entry-table.tsx';
import { PagedRows } from './paged-rows.tsx';
import { BALANCES, cycleWords, documentName, formWords, stateText } from './words.ts';

const standingWords = {
  pending: t('common.pending'),
  unclaimed: t('common.approved'),
  held: t('common.hold'),
  disputed: t('payouts.disputed'),
  available: t('payouts.available'),
  claimed: t('payouts.inDocuments'),
} as const;
type Standing = keyof typeof standingWords;
/** the figure that was clicked stands in the address */
const standingIn = (part: string): Standing => (Object.hasOwn(standingWords, part) ? (part as Standing) : 'unclaimed');

export function BalanceDrawer({ id, tools }: DetailsProps<BalanceRow>) {
  const [account = '', part = ''] = id.split(':');
  const [owner = '', currency = ''] = account.split('.');
  return (
    <LoadedRecord
      of={[BALANCES, account]}
      load={async (context) => {
        const { rows } = await call(documentRoutes.billingBalances, { query: { owner, currency } }, context);
        return { balance: rows[0] };
      }}
    >
      {({ balance }) =>
        balance ? (
          <Balance key={id} balance={balance} first={standingIn(part)} tools={tools} />
        ) : (
          <p>{t('payouts.noBalances')}</p>
        )
      }
    </LoadedRecord>
  );
}

interface BalanceProps {
  balance: BalanceRow;
  /** the amount whose entries are open at first */
  first: Standing;
  tools: DetailsProps<BalanceRow>['tools'];
}

function Balance({ balance, first, tools }: BalanceProps) {
  const [standing, setStanding] = useState<Standing>(first);
  const { owner, currency } = balance;
  const amount = (of: Standing, value: string) =>
    [
      standingWords[of],
      <Button
        key={of}
        variant={of === standing ? 'light' : 'subtle'}
        size="compact-sm"
        ml={-8}
        aria-pressed={of === standing}
        onClick={() => setStanding(of)}
      >
        {money(value, currency)}
      </Button>,
    ] as const;
  return (
    <>
      <Facts
        facts={[
          [t('common.publisher'), `${owner.name} (${owner.number})`, 'wide'],
          amount('pending', balance.pending),
          amount('unclaimed', balance.approved),
          amount('held', balance.hold),
          amount('disputed', balance.disputed),
          amount('available', balance.available),
          amount('claimed', balance.billed),
          [t('payouts.nextDue'), calendarDay(balance.next_due)],
          [t('payouts.method'), balance.method],
          [t('payouts.form'), formWords[balance.form]],
        ]}
      />
      <Section title={t('payouts.entriesOf', { what: standingWords[standing] })}>
        {standing === 'claimed' ? (
          <OpenDocuments owner={owner.id} currency={currency} />
        ) : (
          <EntryTable
            of={`${owner.id}.${currency}.${standing}.${balance.approved}.${balance.pending}`}
            load={(page, context) =>
              call(entryRoutes.publisherEntries, { query: { owner: owner.id, currency, standing, ...page } }, context)
            }
          />
        )}
      </Section>
      <Terms id={owner.id} edit={() => tools.open('terms', balance)} />
      <Tax id={owner.id} />
      <Group gap="md">
        <Anchor component={Link} to={`/am/affiliates/${owner.id}/statement?currency=${currency}`}>
          {t('payouts.wholeStatement')}
        </Anchor>
        <Anchor component={Link} to={`/am/affiliates/billing/documents?owner=${owner.id}`}>
          {t('payouts.itsDocuments')}
        </Anchor>
        <Anchor component={Link} to={`/am/affiliates/billing/payments/all?publisher=${owner.id}`}>
          {t('payouts.itsPayments')}
        </Anchor>
      </Group>
    </>
  );
}

/** what is left to pay of each is what the amount is the sum of */
const OpenDocuments = ({ owner, currency }: { owner: string; currency: string }) => (
  <PagedRows
    of={['billing-open-documents', `${owner}.${currency}`]}
    load={(page, context) =>
      call(documentRoutes.documents, { query: { owner, currency, open: '1', ...page } }, context)
    }
    empty={t('payouts.noDocuments')}
    more={t('payouts.olderDocuments')}
  >
    {(rows) => (
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('payouts.document')}</th>
            <th>{t('common.state')}</th>
            <th data-right>{t('payouts.total')}</th>
            <th data-right>{t('payouts.left')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <Anchor component={Link} to={`/am/affiliates/billing/documents?record=${row.id}`}>
                  {documentName(row)}
                </Anchor>
              </td>
              <td>{stateText(row)}</td>
              <td data-right>{money(row.total, currency)}</td>
              <td data-right>{money(row.open, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </PagedRows>
);

/** as the publisher has filled it in: what its documents and its taxes go by */
function Tax({ id }: { id: string }) {
  const { session } = useSession();
  const take = async (name: string) => {
    try {
      download(name, await callForBlob(billingTermsRoutes.publisherTaxForm, { params: { id } }, { session }));
    } catch (error) {
      toast.error(sentenceFor(error));
    }
  };
  return (
    <Section title={t('payouts.taxProfile')}>
      <LoadedRecord
        of={[`${BALANCES}-tax`, id]}
        load={(context) => call(billingTermsRoutes.publisherTaxProfile, { params: { id } }, context)}
      >
        {(profile) => (
          <>
            {profile.version === 0 && <p className={classes.saw}>{t('payouts.noTaxProfile')}</p>}
            <Facts
              facts={[
                [t('payment.legalName'), profile.legal_name],
                [t('payouts.party'), profile.version > 0 && partyWords[profile.party]],
                [t('common.country'), profile.country && countryName(profile.country, readersLanguage())],
                [t('payment.vatId'), profile.vat_id],
                [t('payouts.address'), addressOf(profile), 'wide'],
                [t('payouts.formWanted'), profile.form_wanted],
                [t('payouts.form'), [profile.form, formWords[profile.form_standing]].filter(Boolean).join(', ')],
                [t('payouts.formExpires'), profile.form_expires_on && calendarDay(profile.form_expires_on)],
                [t('payouts.selfBilling'), agreementOf(profile)],
              ]}
            />
            {profile.form_file && (
              <div>
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconDownload size={14} aria-hidden />}
                  onClick={() => void take(profile.form_file?.name ?? '')}
                >
                  {t('payouts.downloadForm')}
                </Button>
              </div>
            )}
          </>
        )}
      </LoadedRecord>
    </Section>
  );
}

const partyWords = { person: t('payouts.person'), business: t('payouts.business') } as const;
const addressOf = ({ street, house_number, postcode, town }: TaxProfile): string =>
  [`${street} ${house_number}`.trim(), `${postcode} ${town}`.trim()].filter(Boolean).join(', ');
const agreementOf = ({ agreement }: TaxProfile): string => {
  if (!agreement) return t('payouts.notAgreed');
  const day = shortDate(agreement.until);
  return agreement.in_force ? t('payouts.agreedUntil', { day }) : t('payouts.agreementEnded', { day });
};

/** what holds for it: its own terms before those of Settings › Payment */
function Terms({ id, edit }: { id: string; edit: () => void }) {
  const mayEdit = useMay()(billingTermsRoutes.savePublisherTerms);
  return (
    <Section title={t('payouts.terms')}>
      <LoadedRecord
        of={[BALANCES, `${id}:terms`]}
        load={(context) => call(billingTermsRoutes.publisherTerms, { params: { id } }, context)}
      >
        {({ in_force, cycle, net_days, hold_days, minimum, home_currency }) => {
          const own = (text: string, value: unknown) => (value === null ? text : t('payouts.ownTerm', { text }));
          return (
            <>
              <Facts
                facts={[
                  [t('payment.cycle'), own(cycleWords[in_force.cycle], cycle)],
                  [t('payment.net'), own(t('payment.days', { count: in_force.net_days }), net_days)],
                  [t('payment.hold'), own(t('payment.days', { count: in_force.hold_days }), hold_days)],
                  [t('payment.minimum'), own(money(in_force.minimum, home_currency), minimum)],
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
