// Another role for somebody of the team: one of those that the reader's own reaches.
import { Button, Skeleton } from '@mantine/core';
import type { RoleRecord } from '@tributary/contract/accounts/role-routes';
import { type TeamMember, teamRoutes } from '@tributary/contract/accounts/team';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import type { DialogProps } from '../../kit/resource/declaration.ts';
import { FailedToLoad } from '../../kit/shell/loading.tsx';
import { t } from '../../words/admin.ts';
import { useRoles } from './use-roles.ts';
import { memberName, roleName, scopeText } from './words.ts';

export const roleOptions = (roles: readonly RoleRecord[]) =>
  roles
    .filter(({ within_reach }) => within_reach)
    .map((role) => ({ value: role.id, label: `${roleName(role)} · ${scopeText(role.scope)}` }));

export function RoleDialog({ row, close, tools }: DialogProps<TeamMember>) {
  const roles = useRoles();
  if (!row) return null;
  const send = async ({ role_id }: { role_id: string }) => {
    await call(teamRoutes.setMemberRole, { params: { id: row.id }, body: { role_id } }, tools);
    close();
    toast.success(t('team.roleChanged'));
    void tools.reload();
    return undefined;
  };
  return (
    <FormModal opened onClose={close} title={t('team.roleOf', { name: memberName(row) })} size={480}>
      {roles.data ? (
        <SchemaForm
          form={{
            fields: [
              {
                name: 'role_id',
                label: t('team.role'),
                help: t('team.roleHelp'),
                kind: 'select',
                required: true,
                options: roleOptions(roles.data.rows),
              },
            ],
            initial: { role_id: row.role.id },
            schema: teamRoutes.setMemberRole.body,
            submit: t('common.save'),
            busy: t('common.saving'),
          }}
          send={send}
          beside={
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
          }
        />
      ) : roles.isError ? (
        <FailedToLoad error={roles.error} retry={() => roles.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </FormModal>
  );
}
