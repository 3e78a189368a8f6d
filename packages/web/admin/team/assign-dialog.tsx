// The accounts that somebody of the team is in charge of; others stay in charge beside him.
import { Button, Group } from '@mantine/core';
import { type AssignableAccount, type TeamMember, teamRoutes } from '@tributary/contract/accounts/team';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { t } from '../../words/admin.ts';
import { AccountPicker } from './account-picker.tsx';
import classes from './team.module.css';
import { memberName } from './words.ts';

export function AssignDialog({ row, close, tools }: DialogProps<TeamMember>) {
  /** what is to be other than it is, over all pages: account → in charge or not */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!row) return null;
  const isChosen = ({ id, assigned }: AssignableAccount) => changed.get(id) ?? assigned;
  const toggle = (account: AssignableAccount) => {
    const next = new Map(changed);
    const wanted = !isChosen(account);
    if (wanted === account.assigned) next.delete(account.id);
    else next.set(account.id, wanted);
    setChanged(next);
    setFault(null);
  };
  const those = (wanted: boolean) => [...changed].filter(([, to]) => to === wanted).map(([id]) => id);
  const save = async () => {
    setBusy(true);
    try {
      const body = { assign: those(true), unassign: those(false) };
      await call(teamRoutes.assignAccounts, { params: { id: row.id }, body }, tools);
      close();
      toast.success(t('team.accountsChanged'));
      await tools.reload();
    } catch (error) {
      setFault(sentenceFor(error));
      setBusy(false);
    }
  };
  return (
    <FormModal opened onClose={close} title={t('team.accountsOf', { name: memberName(row) })} size={560}>
      <p className={classes.help}>{t('team.accountsHelp')}</p>
      {fault !== null && <FormMessage message={{ tone: 'error', text: fault }} />}
      <AccountPicker memberId={row.id} isChosen={isChosen} toggle={toggle} />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button disabled={busy || changed.size === 0} onClick={() => void save()}>
          {busy ? t('common.saving') : t('team.saveChanges', { count: changed.size })}
        </Button>
      </Group>
    </FormModal>
  );
}
