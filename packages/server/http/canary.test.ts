// One tenant's words never appear in what another is shown, sent or logged under: a canary in every text of each.
import { type RouteSpec, routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { createTestApp, type TestApp } from '../testing.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { callers, expected } from './matrix/expected.ts';
import { createScene, credentialsOf, type Scene } from './matrix/scene.ts';

type Name = keyof typeof routes;
const tenantRoutes = (Object.entries(routes) as [Name, RouteSpec][]).filter(
  ([, { access }]) =>
    access.who === 'session' || access.who === 'admin-cookie' || (access.who === 'anyone' && access.place === 'tenant'),
);
const canaryOf = (subdomain: string) => `canary-of-${subdomain}`;
const tenants = ['demo', 'acme'] as const;
const other = { demo: 'acme', acme: 'demo' } as const;

const lines: string[] = [];
let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp({ log: createLog('trace', { write: (line) => lines.push(line) }) });
  scene = await createScene(t);
  for (const subdomain of tenants) {
    await t.database.asOwner(`update tenants set display_name = $1, brand_name = $1 where subdomain = $2`, [
      canaryOf(subdomain),
      subdomain,
    ]);
    await t.database.asOwner(
      `update users set first_name = $1, last_name = $1, company = $1, managers = $1, reference_id = $1 where tenant_id = $2`,
      [canaryOf(subdomain), scene.tenantIdOf(subdomain)],
    );
  }
});
afterAll(() => t.close());

const plainCallers = callers.filter(({ name }) => ['anonymous', 'publisher', 'advertiser', 'owner'].includes(name));

/** each route of the tenant, called by everyone who may: what they were shown */
async function repliesIn(subdomain: string): Promise<{ what: string; shown: string }[]> {
  const replies: { what: string; shown: string }[] = [];
  for (const [name, route] of tenantRoutes) {
    const allowed = plainCallers.filter((caller) => expected(route, caller) === 'allowed');
    await Promise.all(
      allowed.map(async (caller) => {
        const session = await scene.signIn(subdomain, caller);
        const targetId = await makeTarget(scene, route, subdomain, session);
        const parts = await examples[name]?.({ scene, subdomain, session, targetId });
        const reply = await t.call(route, { subdomain, ...(await credentialsOf(scene, caller, session)), ...parts });
        const shown = `${reply.raw} ${JSON.stringify(reply.body)} ${JSON.stringify(reply.headers)}`;
        replies.push({ what: `${name} as ${caller.name}`, shown });
      }),
    );
    // or what some routes tell everybody is mailed to those of all calls before
    await scene.retirePeople();
  }
  return replies;
}

test.each(tenants)(
  'every reply, mail and log line of %s is free of the other tenant’s canary',
  async (subdomain) => {
    const [own, foreign] = [canaryOf(subdomain), canaryOf(other[subdomain])];
    await t.inbox();
    lines.length = 0;
    const replies = await repliesIn(subdomain);
    const mails = (await t.inbox()).filter(({ to }) => to.endsWith(`@${subdomain}.test`));
    expect(replies.filter(({ shown }) => shown.includes(foreign)).map(({ what }) => what)).toEqual([]);
    expect(mails.filter((mail) => JSON.stringify(mail).includes(foreign)).map(({ subject }) => subject)).toEqual([]);
    expect(lines.filter((line) => line.includes(foreign))).toEqual([]);
    // the canaries are alive: the tenant does see its own
    expect(replies.filter(({ shown }) => shown.includes(own)).length).toBeGreaterThan(2);
    expect(mails.filter((mail) => JSON.stringify(mail).includes(own)).length).toBeGreaterThan(5);
  },
  120_000,
);
