// Who is in charge of nobody finds nobody: every route that account managers call, by its example from the matrix, as somebody
// whose role opens everything and whose scope is `assigned` on both sides. An id out of scope answers as one that does not exist.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Grants, idKindOf, isOpenTo, needOf, type RouteSpec, routes, sectionNames } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/ids.ts';
import { type CallResult, createTestApp, type TestApp } from '../testing.ts';
import { examples, makeTarget } from './matrix/examples.ts';
import { createScene, credentialsOf, type Scene, type SignedIn } from './matrix/scene.ts';

type Name = keyof typeof routes;
const CANARY = 'canary-of-a-colleague';
const everything: Grants = Object.fromEntries(sectionNames.map((section) => [section, 'write']));
const ofManagers = (Object.entries(routes) as [Name, RouteSpec][]).filter(
  ([, { access }]) =>
    access.who === 'admin-cookie' ||
    (access.who === 'session' && isOpenTo(access, 'admin') && access.ownerOnly !== true),
);
/** ids of these are nobody's account, nor anything of one */
const ofNobody: Record<string, string> = {
  export: 'one’s own exports',
  'saved-report': 'one’s own reports; what they show is read anew in the reader’s scope',
  webhook: 'of the workspace’s own systems',
  terms: 'of the workspace',
  domain: 'of the workspace',
  role: 'of the team',
  member: 'of the team; whose accounts are assigned is read in the reader’s own scope',
  rate: 'of the workspace',
  'tax-rule': 'of the workspace',
  'exchange-rate': 'of the workspace',
};

let t: TestApp;
let scene: Scene;
let roleId: string;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
  roleId = await scene.addRole('demo', everything);
  await t.database.asOwner(
    `update roles set scope = '{"publishers":"assigned","advertisers":"assigned"}' where id = $1`,
    [roleId],
  );
  await markAll();
});
afterAll(() => t.close());

/** whatever a colleague's account, offer or conversion is called */
async function markAll(): Promise<void> {
  const tenant = scene.tenantIdOf('demo');
  await t.database.asOwner(
    `update users set first_name = '${CANARY}', last_name = '${CANARY}', company = '${CANARY}' where tenant_id = $1 and type <> 'admin'`,
    [tenant],
  );
  await t.database.asOwner(`update offers set title = '${CANARY} ' || number where tenant_id = $1`, [tenant]);
  await t.database.asOwner(`update conversions set txn_id = '${CANARY} ' || id where tenant_id = $1`, [tenant]);
}

const scoped = async (): Promise<SignedIn> =>
  scene.openSession(await scene.addPerson('demo', 'admin', { role_id: roleId }));

async function callScoped([name, route]: [Name, RouteSpec], targetId: string, session: SignedIn): Promise<CallResult> {
  const parts = await examples[name]?.({ scene, subdomain: 'demo', session, targetId });
  const credentials = await credentialsOf(scene, { name: 'scoped', role: 'admin' }, session);
  return t.call(route, { ...credentials, ...parts });
}

test.each(ofManagers.filter(([, route]) => idKindOf(route) === null))(
  '%s tells nothing of a colleague’s accounts',
  async (name, route) => {
    const session = await scoped();
    const reply = await callScoped([name, route], newId(), session);
    expect(reply.status, reply.raw).toBeLessThan(500);
    await markAll();
    const again = route.method === 'GET' ? await callScoped([name, route], newId(), session) : reply;
    expect(`${again.raw} ${JSON.stringify(again.body)}`).not.toContain(CANARY);
  },
);

test.each(ofManagers.filter(([, route]) => idKindOf(route) !== null && !ofNobody[idKindOf(route) ?? '']))(
  '%s answers an id out of scope as one that is not there',
  async (name, route) => {
    const session = await scoped();
    const maker = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
    const colleagues = await callScoped([name, route], await makeTarget(scene, route, 'demo', maker), session);
    const unknown = await callScoped([name, route], newId(), session);
    expect({ status: colleagues.status, body: colleagues.body }).toEqual({
      status: unknown.status,
      body: unknown.body,
    });
    expect(colleagues.status, colleagues.raw).toBeLessThan(500);
  },
);

/** of money, and of no single account: a change of these reaches everybody's */
const ofMoney = ofManagers.filter(([, route]) => {
  const { access, method } = route;
  if (access.who !== 'session' || needOf(method, access.needs) === 'read') return false;
  const kind = idKindOf(route);
  const isOfAll = kind === null || ['tax-rule', 'exchange-rate', 'billing-run', 'invoice-run', 'batch'].includes(kind);
  return isOfAll && (access.section === 'billing' || access.section === 'payouts');
});
/** these name accounts, or things of accounts, and find those in the caller's charge alone */
const namesSome: readonly string[] = [
  'issueDocuments',
  'approveDocuments',
  'addAdjustment',
  'recordDeposit',
  'addReferral',
];

test.each(ofMoney.filter(([name]) => !namesSome.includes(name)))(
  '%s concerns every account: it is not for who sees some',
  async (name, route) => {
    const reply = await callScoped([name, route], newId(), await scoped());
    expect(reply.status, reply.raw).toBe(403);
  },
);

test('the terms of payment are not saved by who sees some accounts', async () => {
  const params = { section: 'payment' };
  const { token } = await scoped();
  const { body: stored } = await t.call(routes.settings, { token, params });
  const body = { version: stored.version, value: { ...stored.value, net_days: 7 } };
  expect((await t.call(routes.saveSettings, { token, params, body })).status).toBe(403);
});

test('a tax rule of publishers is made and removed by who pays them', async () => {
  const without = { ...everything, payouts: 'read' } as const;
  const person = await scene.addPerson('demo', 'admin', { role_id: await scene.addRole('demo', without) });
  const { token } = await scene.openSession(person);
  const owner = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
  const parts = await examples.addTaxRule?.({ scene, subdomain: 'demo', session: owner, targetId: newId() });
  const add = (side: string, by: string | undefined) =>
    t.call(routes.addTaxRule, { token: by, body: { ...(parts?.body as object), side } });
  expect((await add('publisher', token)).status).toBe(403);
  expect((await add('advertiser', token)).status).toBe(201);
  const made = await add('publisher', owner?.token);
  expect(made.status, made.raw).toBe(201);
  const params = { id: made.body.id };
  expect((await t.call(routes.removeTaxRule, { token, params })).status).toBe(403);
  expect((await t.call(routes.removeTaxRule, { token: owner?.token, params })).status).toBe(200);
});

test('who sees all does see them: the tests above would notice', async () => {
  const owner = { name: 'owner', role: 'admin', isOwner: true } as const;
  await markAll();
  const seen = await Promise.all(
    ofManagers
      .filter(([, route]) => idKindOf(route) === null && route.method === 'GET' && route.wire !== 'stream')
      .map(async ([name, route]) => {
        const session = await scene.signIn('demo', owner);
        return session && (await callScoped([name, route], newId(), session)).raw.includes(CANARY) ? [name] : [];
      }),
  );
  expect(seen.flat().length).toBeGreaterThan(10);
});

describe('verbs of somebody in charge of some', () => {
  const conversionsOf = async (ids: readonly string[]) =>
    t.database.asOwner<{ id: string; status: string }>('select id, status from conversions where id = any($1)', [ids]);

  test('decide his own conversions among many, and answer the others as unknown', async () => {
    const session = await scoped();
    const owner = await scene.signIn('demo', { name: 'owner', role: 'admin', isOwner: true });
    const make = () => makeTarget(scene, routes.conversion, 'demo', owner);
    const [mine, colleagues] = [await make(), await make()];
    await t.database.asOwner(
      `insert into account_managers (tenant_id, account_id, user_id)
       select c.tenant_id, unnest(array[c.publisher_id, c.advertiser_id]), $2 from conversions c where c.id = $1
       on conflict do nothing`,
      [mine, session.person.id],
    );
    await t.database.asOwner(
      `delete from account_managers m using conversions c where c.id = $1 and m.user_id = $2
         and m.account_id in (c.publisher_id, c.advertiser_id)
         and not exists (select from conversions o where o.id = $3 and m.account_id in (o.publisher_id, o.advertiser_id))`,
      [colleagues, session.person.id, mine],
    );
    const before = await conversionsOf([colleagues]);
    const reply = await t.call(routes.decideConversions, {
      token: session.token,
      body: { ids: [mine, colleagues, newId()], status: 'rejected', reason: 'Seen twice' },
    });
    expect(reply.status, reply.raw).toBe(200);
    const [own] = await t.database.asOwner<{ seen: boolean }>(
      `select exists (select from conversions c where c.id = $1 and not exists (
         select unnest(array[c.publisher_id, c.advertiser_id]) except select account_id from account_managers where user_id = $2)) as seen`,
      [colleagues, session.person.id],
    );
    if (!own?.seen) expect(reply.body.missing).toContain(colleagues);
    expect(reply.body.missing).not.toContain(mine);
    if (!own?.seen) expect(await conversionsOf([colleagues])).toEqual(before);
    expect(await conversionsOf([mine])).toEqual([{ id: mine, status: 'rejected' }]);
  });

  test('an account that he makes is in his charge from the start; nobody assigns himself another', async () => {
    const session = await scoped();
    const body = {
      first_name: 'Ines',
      last_name: 'Okafor',
      email: `${newId()}@new.test`,
      password: 'seven-lanterns-drift',
    };
    const made = await t.call(routes['publishers.create'], { token: session.token, body });
    expect(made.status, made.raw).toBe(200);
    const found = await t.call(routes['publishers.details'], { token: session.token, params: { id: made.body.id } });
    expect(found.status).toBe(200);
    const entered = await t.call(routes['publishers.loginAs'], {
      ...(await credentialsOf(scene, { name: 'scoped', role: 'admin' }, session)),
      params: { id: made.body.id },
    });
    expect(entered.status, entered.raw).toBe(200);
  });
});

describe('the system', () => {
  /** where it works, in a file that a call passes through, without the caller's scope: why nothing of others comes out there */
  const unscoped: Record<string, string> = {
    'accounts/keys/api-keys.ts': 'finds whose key was sent, before anybody is known',
    'accounts/keys/key-mails.ts': 'jobs that write to a key’s own holder',
    'accounts/keys/key-uses.ts': 'counts the uses of a key that was sent',
    'accounts/people/addresses.ts': 'whether one’s own new address is somebody’s: only that one is told',
    'accounts/people/create-account.ts': 'makes the account, in whose charge its maker is from the start',
    'accounts/sign-up/sign-up-jobs.ts': 'jobs; what is told is looked for through each reader’s eyes (managersWhoFind)',
    'accounts/sign-up/start-trial.ts': 'a new workspace',
    'accounts/signing-in/principal.ts': 'finds whose session was sent, before anybody is known',
    'audit/repo.ts': 'the word for who wrote an entry; it reads nothing',
    'billing/documents/runs.ts': 'the job behind a run; who asks for one sees all accounts (requireWhole)',
    'billing/idempotency.ts': 'the round that forgets old keys',
    'billing/kill-child.ts': 'a program of tests',
    'billing/referrals/index.ts': 'the round that asks for the day’s commissions',
    'brand/brand.ts': 'the workspace’s own looks, public on its sign-in page',
    'conversions/lots/late-lots.ts': 'the round that finds them; people decide in transactions of their own',
    'domains/check-due.ts': 'the round that looks at the workspace’s domains',
    'locale/change-locale.ts': 'the round that brings a zone into force',
    'offers/media/upload.ts': 'pictures that portals show to everyone, by an id that nobody guesses',
    'operations/command.ts': 'a command of whoever runs the installation, at its own machine',
    'operations/send-contact.ts': 'the platform’s own messages',
    'operations/sign-in.ts': 'the operator',
    'trust/explain/share.ts':
      'an open link, for whoever has it: what its one partner may see is named field by field (redact)',
    'trust/reconciliation/apply.ts': 'the job behind a file; who applies one sees all accounts (requireWhole)',
    'trust/testers/jobs.ts': 'jobs behind tests and rules; a run is read within its reader’s scope',
    'trust/testers/try-postback.ts':
      'the job behind a test of an offer and a publisher whom its caller has found within his scope',
    'trust/unmatched/sort.ts': 'the round that gathers calls; groups are read within their reader’s scope',
    'privacy/jobs.ts': 'the round that removes old rows; what it counts goes into the trail',
    'privacy/run-request.ts': 'the job behind a request that owners alone may make',
  };
  test('is not asked in a caller’s way but within his scope, or it is known why', () => {
    const root = fileURLToPath(new URL('../modules/', import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/test\.ts$|testing/.test(file))
      .filter((file) => {
        const text = readFileSync(`${root}${file}`, 'utf8');
        return /systemActor|kind: 'system'|beyondScope/.test(text) && /\bcall\b/.test(text);
      });
    expect(files.sort()).toEqual(Object.keys(unscoped).sort());
  });
});
