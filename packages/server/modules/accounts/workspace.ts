// What the console's shell shows: plan and trial, quick search.
import { accountKinds, sectionOfKind, type workspaceRoutes } from '@tributary/contract';
import { type Handlers, inTransaction, type Principal } from '../../http/call.ts';
import { maySee } from '../../http/permission.ts';
import { planOf } from '../tenancy/index.ts';
import { countPending, findPeople } from './people/people.repo.ts';

const FOUND = 10;

/** whose accounts the reader's role opens */
const kindsFor = (principal: Principal) => accountKinds.filter((kind) => maySee(principal, sectionOfKind[kind]));

export const workspaceHandlers = (): Handlers<typeof workspaceRoutes> => ({
  workspace: inTransaction(async (_input, call, tx) => ({
    ...(await planOf(tx, call.tenant.id, call.clock.now())),
    read_only: call.tenant.access === 'read-only',
    hidden: [...(call.principal.team?.hidden ?? [])],
    pending: await countPending(tx, kindsFor(call.principal)),
  })),
  quickSearch: inTransaction(async ({ query }, call, tx) => {
    const kinds = kindsFor(call.principal);
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
