// The statement of an affiliate's or an advertiser's account.
import { useQuery } from '@tanstack/react-query';
import { ledgerRoutes } from '@tributary/contract/conversions/ledger';
import { type StatementEntry, statementRoutes } from '@tributary/contract/conversions/statement';
import { proofRoutes } from '@tributary/contract/trust/proof';
import { useMemo } from 'react';
import { useParams } from 'react-router';
import { SignedStatement } from '../../features/proof/signed-statement.tsx';
import { call, callForBlob } from '../../kit/api/api.ts';
import { FailedToLoad, Loading } from '../../kit/shell/loading.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { type AccountStatement, fileOfAccount, StatementPage } from '../../kit/statement/statement-page.tsx';
import { t } from '../../words/admin.ts';
import { legWords } from './leg-words.ts';

const routesOf = {
  publisher: {
    balance: ledgerRoutes.publisherBalance,
    statement: statementRoutes.publisherStatement,
    file: statementRoutes.exportPublisherStatement,
    signed: proofRoutes.publisherSignedStatement,
    purpose: t('statement.whatWeOwe'),
  },
  advertiser: {
    balance: ledgerRoutes.advertiserSpend,
    statement: statementRoutes.advertiserStatement,
    file: statementRoutes.exportAdvertiserStatement,
    signed: proofRoutes.advertiserSignedStatement,
    purpose: t('statement.whatItOwes'),
  },
} as const;
type Kind = keyof typeof routesOf;

/** money that goes against the account's growth takes back what was booked, or pays it */
const kindOf =
  (kind: Kind) =>
  ({ leg, debit }: StatementEntry): string => {
    const isTakenBack = (leg === 'payout' || leg === 'revenue') && (debit !== null) === (kind === 'publisher');
    return isTakenBack ? t('statement.takenBack', { leg: legWords[leg] }) : legWords[leg];
  };

function subjectOf({ subject: { kind, id } }: StatementEntry): { text: string; to?: string } {
  const record = encodeURIComponent(id);
  switch (kind) {
    case 'conversion':
      return { text: t('statement.conversion'), to: `/am/reports/conversions?record=${record}` };
    case 'lot':
      return { text: t('statement.bookedDay'), to: `/am/reports/conversions/lots?record=${record}` };
    case 'document':
      return { text: t('statement.document') };
    case 'payment':
      return { text: t('statement.payment') };
    case 'deposit':
      return { text: t('statement.deposit') };
    case 'adjustment':
      return { text: t('statement.adjustment') };
    case 'referral':
      return { text: t('statement.referral') };
  }
}

const screenOf = (kind: Kind, id: string, currencies: readonly string[]): AccountStatement => {
  const { statement, file, purpose } = routesOf[kind];
  return {
    name: `statement-${kind}-${id}`,
    title: t('statement.statement'),
    purpose,
    currencies,
    load: (query, context) => call(statement, { params: { id }, query }, context),
    file: fileOfAccount(file, id),
    kindOf: kindOf(kind),
    subjectOf,
  };
};

export function AccountStatementScreen({ kind }: { kind: Kind }) {
  const { id = '' } = useParams();
  const { session } = useSession();
  const may = useMay();
  const balances = useQuery({
    queryKey: ['account-balance', session.token, kind, id],
    queryFn: ({ signal }) => call(routesOf[kind].balance, { params: { id } }, { session, signal }),
  });
  const { data } = balances;
  const statement = useMemo(
    () =>
      data &&
      screenOf(
        kind,
        id,
        data.rows.map(({ currency }) => currency),
      ),
    [kind, id, data],
  );
  if (balances.isError) return <FailedToLoad error={balances.error} retry={() => balances.refetch()} />;
  const { signed } = routesOf[kind];
  const signedOne = may(signed) && (
    <SignedStatement load={(query, context) => callForBlob(signed, { params: { id }, query }, context)} />
  );
  return statement ? <StatementPage statement={statement} intro={signedOne} /> : <Loading />;
}
