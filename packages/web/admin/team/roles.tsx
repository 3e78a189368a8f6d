// Employee › Roles: what each role opens, whose rows it sees and what it hides, and who holds it.
import { NativeSelect, Skeleton } from '@mantine/core';
import type { RoleRecord } from '@tributary/contract/accounts/role-routes';
import { useSearchParams } from 'react-router';
import { PageTabs } from '../../kit/log-page/page-tabs.tsx';
import { useTitle } from '../../kit/pages/use-title.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/admin.ts';
import { RolePanel } from './role-panel.tsx';
import classes from './team.module.css';
import { useRoles } from './use-roles.ts';
import { roleName, teamTabs } from './words.ts';

export default function Roles() {
  useTitle(t('team.roles'));
  const answer = useRoles();
  const [search, setSearch] = useSearchParams();
  const rows = answer.data?.rows ?? [];
  const role = rows.find(({ id }) => id === search.get('role')) ?? rows[0];
  const choose = (id: string) => {
    if (id !== role?.id) setSearch(id ? { role: id } : {});
  };
  return (
    <>
      <PageHeader title={t('team.roles')} note={t('team.rolesNote')} />
      <PageTabs label={t('team.title')} tabs={teamTabs} />
      {role ? (
        <div className={classes.roles}>
          <RoleChoice rows={rows} chosen={role.id} choose={choose} />
          <RolePanel key={`${role.id}/${role.version}`} role={role} choose={choose} />
        </div>
      ) : answer.isError ? (
        <FailedToLoad error={answer.error} retry={() => answer.refetch()} />
      ) : (
        <Skeleton height={420} />
      )}
    </>
  );
}

interface RoleChoiceProps {
  rows: readonly RoleRecord[];
  chosen: string;
  choose: (id: string) => void;
}

/** a list at the side; on a phone a select */
function RoleChoice({ rows, chosen, choose }: RoleChoiceProps) {
  return (
    <>
      <NativeSelect
        className={classes.roleSelect}
        label={t('team.role')}
        value={chosen}
        data={rows.map((role) => ({ value: role.id, label: roleName(role) }))}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <nav className={classes.roleList} aria-label={t('team.roles')}>
        {rows.map((role) => (
          <button
            key={role.id}
            type="button"
            className={classes.roleButton}
            aria-current={role.id === chosen || undefined}
            onClick={() => choose(role.id)}
          >
            <span>{roleName(role)}</span>
            <span className={classes.dim}>{t('team.holders', { count: role.holders })}</span>
          </button>
        ))}
      </nav>
    </>
  );
}
