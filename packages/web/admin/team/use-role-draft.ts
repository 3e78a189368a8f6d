// A role while it is being changed: saved with the version that was read, so that nobody overwrites a colleague's change.
import { type RoleRecord, roleRoutes } from '@tributary/contract/accounts/role-routes';
import { useRef, useState } from 'react';
import { call } from '../../kit/api/api.ts';
import { queryClient } from '../../kit/api/query-client.ts';
import { confirmDialog } from '../../kit/dialogs/dialogs.tsx';
import { toast } from '../../kit/dialogs/toast.tsx';
import { sentenceFor } from '../../kit/language/sentence-for.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { t } from '../../words/admin.ts';
import { ROLES, roleName } from './words.ts';

export type RoleDraft = Pick<RoleRecord, 'name' | 'sections' | 'scope' | 'hidden'>;

const draftOf = ({ name, sections, scope, hidden }: RoleRecord): RoleDraft => ({ name, sections, scope, hidden });
/** the same whatever was clicked on the way */
const written = ({ name, sections, scope, hidden }: RoleDraft): string =>
  JSON.stringify([
    name,
    Object.entries(sections)
      .filter(([, need]) => need)
      .sort(),
    scope,
    [...hidden].sort(),
  ]);

export const reloadRoles = () => queryClient.invalidateQueries({ queryKey: [ROLES] });

export function useRoleDraft(role: RoleRecord, choose: (id: string) => void) {
  const { session } = useSession();
  const [draft, setDraft] = useState(draftOf(role));
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const deleted = useRef(false);
  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      toast.success(done);
      await reloadRoles();
    } catch (error) {
      setFault(sentenceFor(error));
    } finally {
      setBusy(false);
    }
  };
  const changed = written(draft) !== written(draftOf(role));
  return {
    draft,
    fault,
    busy,
    changed,
    isUnsaved: () => changed && !deleted.current,
    set: (change: Partial<RoleDraft>) => {
      setDraft((before) => ({ ...before, ...change }));
      setFault(null);
    },
    reset: () => setDraft(draftOf(role)),
    save: () =>
      attempt(
        () =>
          call(
            roleRoutes.editRole,
            { params: { id: role.id }, body: { ...draft, version: role.version } },
            { session },
          ),
        t('team.roleSaved'),
      ),
    remove: async () => {
      const question = {
        title: t('team.deleteOf', { name: roleName(role) }),
        text: t('team.deleteText'),
        confirm: t('team.deleteRole'),
        danger: true,
      };
      if (!(await confirmDialog(question))) return;
      await attempt(async () => {
        await call(roleRoutes.deleteRole, { params: { id: role.id } }, { session });
        deleted.current = true;
        choose('');
      }, t('team.roleDeleted'));
    },
  };
}
