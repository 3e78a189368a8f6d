import { linkRuleList, type linkRuleRoutes } from '@tributary/contract/trust/link-rules';
import { type testerRoutes, testRunList } from '@tributary/contract/trust/testers';
import { type Handlers, inTransaction } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import { exportList } from '../../audit/index.ts';
import { Asked } from './asked.ts';
import { linkRules } from './rules.repo.ts';
import { checkNow, createRule, deleteRule, editRule, ruleDetails, toRule } from './rules.ts';
import { findRun, testRuns } from './runs.repo.ts';
import { toRun } from './show-run.ts';
import { askedLink, askedPostback, showRun, startTest, type TesterDeps } from './start-test.ts';

export const testerHandlers = (deps: TesterDeps): Handlers<typeof testerRoutes & typeof linkRuleRoutes> => ({
  testPostbacks: (input, call) => startTest(call, deps, askedPostback(input)),
  testLink: (input, call) => startTest(call, deps, askedLink(input)),
  testOptions: async () => ({ proxied_countries: [...deps.follow.proxies.keys()].sort() }),
  testRuns: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await testRuns.page(tx, query);
    return { rows: rows.map(toRun), total };
  }),
  exportTestRuns: async ({ query }, call) =>
    exportList(
      call,
      { action: 'test-runs.exported', objectKind: 'test-run', filter: query },
      testRunList,
      testRuns.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toRun)),
    ),
  testRun: inTransaction(({ params }, _call, tx) => showRun(tx, params.id)),
  rerunTest: async ({ params }, call) => {
    const found = await call.transaction((tx) => findRun(tx, params.id));
    if (!found) throw new Fault('not_found');
    return startTest(call, deps, Asked.parse(found.asked));
  },
  linkRules: inTransaction(async ({ query }, _call, tx) => {
    const { rows, total } = await linkRules.page(tx, query);
    return { rows: rows.map(toRule), total };
  }),
  exportLinkRules: async ({ query }, call) =>
    exportList(
      call,
      { action: 'link-rules.exported', objectKind: 'link-rule', filter: query },
      linkRuleList,
      linkRules.all(call.transaction, query, undefined, (_tx, rows) => rows.map(toRule)),
    ),
  linkRule: inTransaction(({ params }, _call, tx) => ruleDetails(tx, params.id)),
  addLinkRule: inTransaction(({ body }, call, tx) => createRule(tx, call, body)),
  editLinkRule: inTransaction(({ params, body }, call, tx) => editRule(tx, call, params.id, body)),
  removeLinkRule: inTransaction(({ params }, call, tx) => deleteRule(tx, call, params.id)),
  runLinkRule: inTransaction(({ params }, call, tx) => checkNow(tx, call, params.id)),
});
