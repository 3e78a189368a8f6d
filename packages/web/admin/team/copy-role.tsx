// A role of one's own begins as a copy: it asks for the name, the rest is changed on the page.
import { Button } from '@mantine/core';
import { CreateRoleBody, type RoleRecord, roleRoutes } from '@tributary/contract/accounts/role-routes';
import { call } from '../../kit/api/api.ts';
import { FormModal } from '../../kit/dialogs/form-modal.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { SchemaForm } from '../../kit/form/schema-form.tsx';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { reloadRoles } from './use-role-draft.ts';
import { roleName } from './words.ts';

interface CopyRoleProps {
  role: RoleRecord;
  close: () => void;
  choose: (id: string) => void;
}

export function CopyRole({ role, close, choose }: CopyRoleProps) {
  const { session } = useSession();
  return (
    <FormModal opened onClose={close} title={t('team.copyOf', { name: roleName(role) })} size={420}>
      <SchemaForm
        form={{
          fields: [{ name: 'name', label: t('team.roleName'), help: t('team.copyHelp'), kind: 'text', required: true }],
          initial: { name: '' },
          schema: CreateRoleBody.pick({ name: true }),
          submit: t('team.makeCopy'),
          busy: t('common.saving'),
        }}
        send={async ({ name }) => {
          const { id } = await call(roleRoutes.createRole, { body: { copy_of: role.id, name } }, { session });
          await reloadRoles();
          close();
          choose(id);
          toast.success(t('team.roleMade'));
          return undefined;
        }}
        beside={
          <Button variant="default" onClick={close}>
            {t('common.cancel')}
          </Button>
        }
      />
    </FormModal>
  );
}
