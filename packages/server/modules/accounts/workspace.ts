// What the console's shell shows: plan and trial, quick search.
import { accountKinds, isGranted, sectionOfKind, type workspaceRoutes } from '@tributary/contract';
import { type Handlers, inTransaction } from '../../http/call.ts';
import { planOf } from '../tenancy/index.ts';
import { countPending, findPeople } from './people/people.repo.ts';

const FOUND = 10;

export const workspaceHandlers = (): Handlers<typeof workspaceRoutes> => ({
  workspace: inTransaction(async (_input, call, tx) => ({
    ...(await planOf(tx, call.tenant.id, call.clock.now())),
    read_only: call.tenant.access === 'read-only',
    pending: await countPending(tx),
  })),
  quickSearch: inTransaction(async ({ query }, call, tx) => {
    const grants = call.principal.team?.grants ?? {};
    const kinds = accountKinds.filter((kind) => isGranted(grants, sectionOfKind[kind], 'read'));
    const people = kinds.length > 0 ? await findPeople(tx, query.q, kinds, FOUND) : [];
    return {
      rows: people.map((row) => ({
        kind: row.type === 'advertiser' ? ('advertiser' as const) : ('publisher' as const),
        id: row.id,
        title: `${row.first_name} ${row.last_name}`,
        detail: `${row.email} · ${row.user_sequence_id}`,
      })),
    };
  }),
});
