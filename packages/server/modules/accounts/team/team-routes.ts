import { teamList, type teamRoutes } from '@tributary/contract';
import { type Handlers, inTransaction } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { exportList } from '../../audit/index.ts';
import { sessionsOf } from '../people/details.repo.ts';
import { activityOf } from '../people/trail.repo.ts';
import { assignable, toAssignable } from './assign.repo.ts';
import { assignVisible, readerOf } from './assign.ts';
import { endMemberSessions, reopenMember, setMemberRole, suspendMember } from './change-member.ts';
import { inviteMember, resendInvitation, withdrawInvitation } from './invite.ts';
import { findTeamMember, team, toTeamMember } from './members.repo.ts';
import { requireManageable, requireMember, takeTurn } from './reach.ts';
import { reachOf } from './reaches.ts';

const ACTIVITY_SHOWN = 50;

export const teamHandlers = (): Handlers<typeof teamRoutes> => ({
  team: inTransaction(async ({ query }, call, tx) => {
    const { rows, total } = await team.page(tx, query, { at: call.clock.now() });
    const reader = reachOf(call.principal);
    return { rows: rows.map((row) => toTeamMember(row, reader)), total };
  }),
  exportTeam: async ({ query }, call) =>
    exportList(
      call,
      { action: 'team.exported', objectKind: 'user', filter: query },
      teamList,
      team.all(call.transaction, query, { at: call.clock.now() }, (_tx, rows) =>
        rows.map((row) => toTeamMember(row, reachOf(call.principal))),
      ),
    ),
  member: inTransaction(async ({ params }, call, tx) => {
    const at = call.clock.now();
    const member = isId(params.id)
      ? await findTeamMember(tx, params.id, { at, reader: reachOf(call.principal) })
      : null;
    if (!member) throw new Fault('not_found');
    return {
      ...member,
      sessions_open: await sessionsOf(tx, member.id, at),
      activity: await activityOf(tx, member.id, ACTIVITY_SHOWN),
    };
  }),
  inviteMember,
  resendInvitation: inTransaction(({ params }, call, tx) => resendInvitation(tx, call, params.id)),
  withdrawInvitation: inTransaction(({ params }, call, tx) => withdrawInvitation(tx, call, params.id)),
  setMemberRole: inTransaction((input, call, tx) => setMemberRole(tx, call, input)),
  suspendMember: inTransaction(({ params }, call, tx) => suspendMember(tx, call, params.id)),
  reopenMember: inTransaction(({ params }, call, tx) => reopenMember(tx, call, params.id)),
  endMemberSessions: inTransaction(({ params }, call, tx) => endMemberSessions(tx, call, params.id)),
  assignableAccounts: inTransaction(async ({ params, query }, call, tx) => {
    const member = await requireMember(tx, params.id);
    const reader = readerOf(await requireMember(tx, call.principal.userId));
    const { rows, total } = await assignable.page(tx, query, { memberId: member.id, reader });
    return { rows: rows.map(toAssignable), total };
  }),
  assignAccounts: inTransaction(async ({ params, body }, call, tx) => {
    const actor = await takeTurn(tx, call);
    const { id } = await requireManageable(tx, params.id, actor);
    return assignVisible(tx, call, { actor, memberId: id, ...body });
  }),
});
