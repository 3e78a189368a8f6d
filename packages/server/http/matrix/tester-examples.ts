// For tests only: calls of the testers' routes, a run and a rule. Nobody is called: the address is refused as it stands.
import type { IdKind, RouteName } from '@tributary/contract';
import type { linkRuleRoutes } from '@tributary/contract/trust/link-rules';
import type { testerRoutes } from '@tributary/contract/trust/testers';
import { newId } from '../../platform/ids.ts';
import { addOffer, type Example } from './examples.ts';
import type { Scene } from './scene.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const onTarget: Example = ({ targetId }) => ({ params: { id: targetId }, body: {} });
const profile = { country: 'DE', device: 'android' };
const url = 'http://127.0.0.1/';
const rule = { name: 'Watches a page', url, every_hours: 6 };

const asked = { kind: 'link', url, max_hops: 1, country: 'DE', device: 'android', user_agent: null };
const findings = {
  steps: [{ step: 'follow', result: 'failed', why: 'address_refused' }],
  click: null,
  values: [],
  conversion: null,
  unknown: [],
  calls: [],
  hops: [{ url, host: '127.0.0.1', by: 'start', status: null, took_ms: 0, fault: 'address_refused' }],
  app: null,
  country_by: 'own_hop',
};

/** so many may run at once: those of other examples are over */
async function roomForTests(scene: Scene): Promise<void> {
  await scene.t.database.asOwner(
    `update test_runs set state = 'failed', result = 'interrupted' where state = 'running'`,
  );
}

async function addRun(scene: Scene, subdomain: string): Promise<string> {
  const id = newId();
  await scene.insert('test_runs', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    at: scene.t.clock.now(),
    kind: 'link',
    state: 'failed',
    result: 'address_refused',
    target: url,
    offer_id: await addOffer(scene, subdomain),
    publisher_id: (await scene.addPerson(subdomain, 'publisher')).id,
    country: 'DE',
    device: 'android',
    user_agent: 'Test/1.0',
    asked: JSON.stringify(asked),
    findings: JSON.stringify(findings),
    hops: 1,
    took_ms: 12,
  });
  return id;
}

async function addRule(scene: Scene, subdomain: string): Promise<string> {
  const [id, tenant_id, at] = [newId(), scene.tenantIdOf(subdomain), scene.t.clock.now()];
  await scene.insert('link_rules', {
    tenant_id,
    id,
    name: 'Watches a page',
    enabled: true,
    url,
    every_hours: 6,
    max_hops: 10,
    allowed_codes: [200],
    device: 'android',
    fail_after: 3,
    recover_after: 2,
    action: 'warn',
    created_at: at,
  });
  await scene.insert('link_rule_targets', { tenant_id, rule_id: id, next_at: new Date(at.getTime() + 3_600_000) });
  return id;
}

export const testerExamples = {
  testPostbacks: async ({ scene, subdomain }) => {
    const offerId = await addOffer(scene, subdomain);
    const [offer] = await scene.t.database.asOwner<{ number: number }>('select number from offers where id = $1', [
      offerId,
    ]);
    const publisher = await scene.addPerson(subdomain, 'publisher');
    const [person] = await scene.t.database.asOwner<{ number: number }>(
      'select user_sequence_id as number from users where id = $1',
      [publisher.id],
    );
    const link = `http://${subdomain}.localhost:3001/click?camp_id=${offer?.number}&publisher_id=${person?.number}`;
    return { body: { link, depth: 'quick', ...profile } };
  },
  testLink: async ({ scene }) => {
    await roomForTests(scene);
    return { body: { url, ...profile } };
  },
  testOptions: nothing,
  testRuns: nothing,
  exportTestRuns: nothing,
  testRun: byId,
  rerunTest: async (moment) => {
    await roomForTests(moment.scene);
    return onTarget(moment);
  },
  linkRules: nothing,
  exportLinkRules: nothing,
  linkRule: byId,
  addLinkRule: async ({ scene }) => {
    await scene.t.database.asOwner('delete from link_rules');
    return { body: rule };
  },
  editLinkRule: ({ targetId }) => ({ params: { id: targetId }, body: rule }),
  removeLinkRule: byId,
  runLinkRule: onTarget,
} satisfies Record<keyof (typeof testerRoutes & typeof linkRuleRoutes) & RouteName, Example>;

export async function makeTesterTarget(kind: IdKind, scene: Scene, subdomain: string): Promise<string | undefined> {
  if (kind === 'test-run') return addRun(scene, subdomain);
  return kind === 'link-rule' ? addRule(scene, subdomain) : undefined;
}
