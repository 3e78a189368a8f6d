// Accounts to choose from, page by page as the server has them: found by name, address or company.
import { Checkbox, Pagination, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type AssignableAccount, teamRoutes } from '@tributary/contract/accounts/team';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { SearchBox } from '../../kit/resource/search-box.tsx';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import classes from './team.module.css';
import { TEAM } from './words.ts';

const PAGE = 10;
const kinds = ['', 'publisher', 'advertiser'] as const;
type Kind = (typeof kinds)[number];
const kindWords: Record<Kind, string> = {
  '': t('team.allKinds'),
  publisher: t('common.affiliates'),
  advertiser: t('common.advertisers'),
};

interface AccountPickerProps {
  /** whose assignments are shown */
  memberId: string;
  isChosen: (account: AssignableAccount) => boolean;
  toggle: (account: AssignableAccount) => void;
}

export function AccountPicker({ memberId, isChosen, toggle }: AccountPickerProps) {
  const { session } = useSession();
  const [kind, setKind] = useState<Kind>('');
  const [q, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const answer = useQuery({
    queryKey: [TEAM, 'accounts', session.token, memberId, kind, q, page],
    queryFn: ({ signal }) =>
      call(
        teamRoutes.assignableAccounts,
        { params: { id: memberId }, query: { kind: kind || undefined, q: q || undefined, page, page_size: PAGE } },
        { session, signal },
      ),
    placeholderData: keepPreviousData,
  });
  const fromStart =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPage(1);
    };
  const { rows = [], total = 0 } = answer.data ?? {};
  return (
    <div className={classes.picker}>
      <div className={classes.pickerTools}>
        <SearchBox placeholder={t('team.searchAccounts')} value={q} onChange={fromStart(setSearch)} />
        <SegmentedControl
          aria-label={t('team.kindOfAccount')}
          size="xs"
          value={kind}
          onChange={fromStart((value: string) => setKind(kinds.find((one) => one === value) ?? ''))}
          data={kinds.map((value) => ({ value, label: kindWords[value] }))}
        />
      </div>
      {answer.isPending ? (
        <Skeleton height={200} />
      ) : answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : rows.length === 0 ? (
        <p className={classes.empty}>{t('team.noAccountsFound')}</p>
      ) : (
        <ul className={classes.accounts}>
          {rows.map((account) => (
            <li key={account.id}>
              <Checkbox
                checked={isChosen(account)}
                onChange={() => toggle(account)}
                label={`${account.name} (${account.user_sequence_id})`}
                description={[kindWords[account.kind], account.company].filter(Boolean).join(' · ')}
              />
            </li>
          ))}
        </ul>
      )}
      {total > PAGE && (
        <Pagination
          size="xs"
          value={page}
          total={Math.ceil(total / PAGE)}
          onChange={setPage}
          getItemProps={(item) => ({ 'aria-label': t('team.page', { page: item }) })}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? t('team.nextPage') : t('team.pageBefore'),
          })}
        />
      )}
    </div>
  );
}
