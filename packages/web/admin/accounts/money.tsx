// What stands on an account, and the way to its statement, for those whose role opens it.
import { useQuery } from '@tanstack/react-query';
import { ledgerRoutes } from '@tributary/contract/conversions/ledger';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { Facts, Section } from '../../kit/log-page/details.tsx';
import { useMay } from '../../kit/shell/permissions.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { money } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';

const paths = { publisher: '/am/affiliates', advertiser: '/am/advertisers' } as const;

export function Money({ words: { kind }, account: { id } }: Pick<PartProps, 'words' | 'account'>) {
  const { session } = useSession();
  const route = kind === 'publisher' ? ledgerRoutes.publisherBalance : ledgerRoutes.advertiserSpend;
  const mayRead = useMay()(route);
  const { data } = useQuery({
    queryKey: ['account-balance', session.token, kind, id],
    queryFn: ({ signal }) => call(route, { params: { id } }, { session, signal }),
    enabled: mayRead,
  });
  if (!mayRead || !data) return null;
  return (
    <Section title={t('accounts.balance')}>
      {data.rows.length === 0 ? (
        <p className={classes.empty}>{t('accounts.nothingBooked')}</p>
      ) : (
        <>
          <Facts
            facts={data.rows.flatMap(({ currency, approved, pending }) => [
              [t('accounts.approvedIn', { currency }), money(approved, currency)] as const,
              [t('accounts.waitingIn', { currency }), money(pending, currency)] as const,
            ])}
          />
          <Link className={classes.more} to={`${paths[kind]}/${id}/statement`}>
            {t('accounts.openTheStatement')}
          </Link>
        </>
      )}
    </Section>
  );
}
