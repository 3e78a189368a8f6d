// An invitation: who, in which role, and in charge of which accounts from the start.
import { Button, Group, Skeleton } from '@mantine/core';
import type { RoleRecord } from '@tributary/contract/accounts/role-routes';
import { InviteBody, type TeamMember, teamRoutes } from '@tributary/contract/accounts/team';
import { useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { FieldInput } from '../../kit/form/field-input.tsx';
import { type Field, firstComplaint } from '../../kit/form/form-declaration.ts';
import { FormMessage } from '../../kit/form/form-message.tsx';
import formClasses from '../../kit/form/schema-form.module.css';
import { useForm } from '../../kit/form/use-form.ts';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { AccountPicker } from './account-picker.tsx';
import { roleOptions } from './role-dialog.tsx';
import classes from './team.module.css';
import { useRoles } from './use-roles.ts';

interface Invited {
  first_name: string;
  last_name: string;
  email: string;
  role_id: string;
}

const fieldsFor = (roles: readonly RoleRecord[]): readonly Field<Invited>[] => [
  { name: 'first_name', label: t('accounts.firstName'), kind: 'text', required: true, half: true },
  { name: 'last_name', label: t('accounts.lastName'), kind: 'text', required: true, half: true },
  { name: 'email', label: t('accounts.email'), kind: 'email', required: true },
  { name: 'role_id', label: t('team.role'), kind: 'select', required: true, options: roleOptions(roles) },
];

export function InviteDialog({ close, tools }: DialogProps<TeamMember>) {
  const roles = useRoles();
  return (
    <FormModal opened onClose={close} title={t('team.invite')} size={560}>
      {roles.data ? (
        <InviteForm roles={roles.data.rows} close={close} tools={tools} />
      ) : roles.isError ? (
        <FailedToLoad error={roles.error} retry={() => roles.refetch()} />
      ) : (
        <Skeleton height={260} />
      )}
    </FormModal>
  );
}

interface InviteFormProps extends Pick<DialogProps<TeamMember>, 'close' | 'tools'> {
  roles: readonly RoleRecord[];
}

function InviteForm({ roles, close, tools }: InviteFormProps) {
  const { user } = useSession();
  const fields = fieldsFor(roles);
  const [accounts, setAccounts] = useState<ReadonlySet<string>>(new Set());
  const form = useForm<Invited>(
    { first_name: '', last_name: '', email: '', role_id: '' },
    {
      check: (values) => firstComplaint({ fields, schema: InviteBody }, values),
      send: async (values) => {
        await call(teamRoutes.inviteMember, { body: { ...values, account_ids: [...accounts] } }, tools);
        close();
        toast.success(t('team.invitationSent'));
        void tools.reload();
        return undefined;
      },
    },
  );
  const toggle = (id: string) => {
    const next = new Set(accounts);
    if (!next.delete(id)) next.add(id);
    setAccounts(next);
  };
  return (
    <form onSubmit={form.onSubmit} className={formClasses.form} noValidate>
      <FormMessage message={form.message} />
      <div className={formClasses.fields}>
        {fields.map((field) => (
          <div key={field.name} data-half={field.half || undefined}>
            <FieldInput
              field={field}
              value={form.values[field.name]}
              set={(value) => form.set(field.name, typeof value === 'string' ? value : '')}
              faulty={form.faulty === field.name}
              nativeRequired={false}
            />
          </div>
        ))}
      </div>
      <details className={classes.more}>
        <summary>{t('team.accountsChosen', { count: accounts.size })}</summary>
        <AccountPicker memberId={user.id} isChosen={({ id }) => accounts.has(id)} toggle={({ id }) => toggle(id)} />
      </details>
      <p className={classes.help}>{t('team.inviteHelp')}</p>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={form.busy}>
          {form.busy ? t('team.sending') : t('team.sendInvitation')}
        </Button>
      </Group>
    </form>
  );
}
