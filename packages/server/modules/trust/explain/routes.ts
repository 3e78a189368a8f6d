import { explainLinkLog, type explainRoutes } from '@tributary/contract/trust/explain';
import { type Handlers, inTransaction, type SignedInCall, systemFor } from '../../../http/call.ts';
import { maySee } from '../../../http/permission.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Fault } from '../../../platform/fault.ts';
import { exportList } from '../../audit/index.ts';
import { explainLinks, findLink, opensOf } from './links.repo.ts';
import { search } from './search.ts';
import { revoke, type ShareDeps, share, showShared, toLink } from './share.ts';
import { explain, type Reader } from './thread.ts';

const readerOf = ({ tenant, principal }: SignedInCall): Reader => ({
  tenantId: tenant.id,
  eyes: systemFor(principal),
  opens: (section) => maySee(principal, section),
});

export const explainHandlers = (deps: ShareDeps): Handlers<typeof explainRoutes> => ({
  searchExplain: inTransaction(({ body }, call, tx) => search(tx, deps, readerOf(call), body.text, call.clock.now())),
  explanation: ({ params }, call) => explain(call.transaction, deps, readerOf(call), params.id),
  explainLinks: inTransaction(async ({ query }, { clock }, tx) => {
    const { rows, next } = await explainLinks.page(tx, query, { now: clock.now() });
    return { rows: rows.map(toLink), next };
  }),
  exportExplainLinks: async ({ query }, call) =>
    exportList(
      call,
      { action: 'explain-links.exported', objectKind: 'explain-link', filter: query },
      explainLinkLog,
      explainLinks.all(call.transaction, query, { now: call.clock.now() }, (_tx, rows) => rows.map(toLink)),
    ),
  shareExplanation: async ({ body }, call) =>
    share(call, deps, await explain(call.transaction, deps, readerOf(call), body.id), body),
  revokeExplainLink: ({ params }, call) => revoke(call, params.id),
  explainLinkOpens: inTransaction(async ({ params }, { clock }, tx) => {
    if (!(await findLink(tx, params.id, clock.now()))) throw new Fault('not_found');
    return { rows: (await opensOf(tx, params.id)).map(({ at, ...row }) => ({ ...row, at: unixSeconds(at) })) };
  }),
  sharedExplanation: ({ params }, call) => showShared(call, deps, params.token),
});
