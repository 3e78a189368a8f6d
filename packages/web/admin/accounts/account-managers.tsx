// Who of the team is in charge of an account; whoever may assign accounts adds colleagues and takes them away here, too.
import { CloseButton } from '@mantine/core';
import { teamRoutes } from '@tributary/contract/accounts/team';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../kit/api/api.ts';
import { RemoteSelect } from '../../kit/inputs/remote-select.tsx';
import type { CallContext } from '../../kit/resource/declaration.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { fullName } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { roleName } from '../team/words.ts';
import classes from './details.module.css';
import type { PartProps } from './details.tsx';
import { savePart } from './save-part.ts';

const MOST_FOUND = 20;

export function AccountManagers({ account, tools }: PartProps) {
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const { in_charge: inCharge } = account;
  const mayChange = account.may_assign && account.deleted_at === null;
  const change = async (memberId: string, charge: 'assign' | 'unassign') => {
    setBusy(true);
    const body = { assign: [], unassign: [], [charge]: [account.id] };
    const sent = call(teamRoutes.assignAccounts, { params: { id: memberId }, body }, tools);
    await savePart(sent, t('accounts.managersChanged'), tools);
    setBusy(false);
  };
  const colleagues = async (q: string, context: CallContext) => {
    const query = { state: 'active,invited', q: q || undefined, page: 1, page_size: MOST_FOUND };
    const { rows } = await call(teamRoutes.team, { query }, context);
    return rows
      .filter(({ id, within_reach }) => within_reach && !inCharge.some((one) => one.id === id))
      .map((row) => ({ value: row.id, label: `${fullName(row.first_name, row.last_name)} · ${roleName(row.role)}` }));
  };
  return (
    <>
      {inCharge.length === 0 ? (
        <p className={classes.empty}>{t('accounts.nobodyInCharge')}</p>
      ) : (
        <ul className={classes.people}>
          {inCharge.map(({ id, name, within_reach }) => (
            <li key={id}>
              {may(teamRoutes.member) ? <Link to={`/am/team?record=${id}`}>{name}</Link> : name}
              {mayChange && within_reach && (
                <CloseButton
                  size="sm"
                  disabled={busy}
                  aria-label={t('accounts.takeAway', { name })}
                  onClick={() => void change(id, 'unassign')}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <RemoteSelect
          // a fresh one after each choice: what was typed is done with
          key={inCharge.map(({ id }) => id).join()}
          name="manager"
          label={t('accounts.putInCharge')}
          hideLabel
          placeholder={t('accounts.putInCharge')}
          disabled={busy}
          value=""
          onChange={(id) => void (id && change(id, 'assign'))}
          of={['colleagues', account.id, ...inCharge.map(({ id }) => id)]}
          load={colleagues}
        />
      )}
    </>
  );
}
