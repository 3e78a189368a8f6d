import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { routes } from '@tributary/contract';
import type { Domain, DomainKind } from '@tributary/contract/settings/domains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import { createDns } from '../../platform/outbound/dns.ts';
import { type NameServer, startNameServer } from '../../platform/outbound/testing-name-server.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { checkDueDomains } from './check-due.ts';

let t: TestApp;
let server: NameServer;
const tokens: Record<string, string> = {};
const web = temporaryFolder();
const ours = { A: ['203.0.113.10'] };
const baseZone = () => ({
  'demo.panel.example': ours,
  'acme.panel.example': ours,
  'demo.clicks.example': { A: ['203.0.113.20'] },
});
beforeAll(async () => {
  server = await startNameServer();
  mkdirSync(path.join(web.path, 'assets'));
  writeFileSync(
    path.join(web.path, 'app.html'),
    '<title>%TITLE%</title><script id="boot" type="application/json">%BOOT%</script>',
  );
  t = await createTestApp({
    webRoot: web.path,
    env: {
      DNS_SERVERS: server.address,
      PUBLIC_ORIGIN: 'http://panel.example:3000',
      TRACKER_ORIGIN: 'http://clicks.example:3001',
    },
  });
});
beforeEach(async () => {
  // days go by in some
  for (const subdomain of ['demo', 'acme']) {
    const host = `${subdomain}.panel.example`;
    tokens[subdomain] = (await t.signIn(`admin@${subdomain}.test`, { subdomain, host })).token;
  }
  server.zone = baseZone();
  await t.database.asOwner('delete from tenant_domains');
});
afterAll(async () => {
  await t.close();
  await server.close();
  web.remove();
});

const as = (subdomain = 'demo') => ({ subdomain, host: `${subdomain}.panel.example`, token: tokens[subdomain] ?? '' });
const add = (host: string, kind: DomainKind = 'portal', subdomain = 'demo') =>
  t.call(routes.addDomain, { ...as(subdomain), body: { host, kind } });
const check = async (id: string, subdomain = 'demo'): Promise<Domain> =>
  (await t.call(routes.checkDomain, { ...as(subdomain), params: { id } })).body;
const proof = (domain: Domain) => {
  const [txt, cname] = domain.records;
  if (!txt || !cname) throw new Error('two records');
  server.zone[txt.name] = { TXT: ['v=spf1 -all', txt.value] };
  server.zone[cname.name] = { CNAME: cname.value };
};
const verified = async (host: string, kind: DomainKind = 'portal', subdomain = 'demo'): Promise<Domain> => {
  const { body } = await add(host, kind, subdomain);
  proof(body);
  return check(body.id, subdomain);
};
const page = (host: string, url = '/') => {
  if (!t.app.http) throw new Error('no http');
  return t.app.http.inject({ url, headers: { host } });
};
const titleAt = async (host: string) => /<title>(.*?)<\/title>/.exec((await page(host)).payload)?.[1];
const directory = async () =>
  (await t.database.asOwner(`select portal_domains, tracking_domains from tenants where subdomain = 'demo'`))[0];
const daily = async () => {
  await checkDueDomains({
    database: t.database.open('worker'),
    dns: createDns({ servers: [server.address], timeoutMs: 200 }),
    clock: t.clock,
    names: { publicOrigin: new URL('http://panel.example:3000'), trackerOrigin: new URL('http://clicks.example:3001') },
  });
};

describe('a domain of one’s own', () => {
  test('says which records to set, and serves once they are found', async () => {
    const { status, body } = await add('Partners.Example.COM.');
    expect([status, body.host, body.state]).toEqual([201, 'partners.example.com', 'pending']);
    expect(body.records).toMatchObject([
      {
        type: 'TXT',
        name: '_domain-proof.partners.example.com',
        value: expect.stringMatching(/^workspace-proof=[0-9a-f]{32}$/),
      },
      { type: 'CNAME', name: 'partners.example.com', value: 'demo.panel.example' },
    ]);
    expect((await page('partners.example.com')).statusCode).toBe(404);
    const early = await check(body.id);
    expect(early.records.map(({ state }) => state)).toEqual(['missing', 'missing']);
    expect(early.records[1]?.advice).toMatch(/^The CNAME record partners.example.com is not there yet/);
    proof(body);
    expect(await check(body.id)).toMatchObject({ state: 'verified', is_default: true });
    expect([await titleAt('partners.example.com'), await titleAt('Partners.Example.com:3000')]).toEqual([
      'demo',
      'demo',
    ]);
    expect(await titleAt('demo.panel.example')).toBe('demo');
  });

  test('signs its people in, with their own origin alone, and mails lead to it', async () => {
    await verified('partners.example.com');
    const host = 'partners.example.com:3000';
    const signed = await t.signIn('publisher@demo.test', { host });
    expect((await t.call(routes.currentSession, { host, token: signed.token })).status).toBe(200);
    const wrong = await t.call(routes.currentSession, { host, token: signed.token, subdomain: 'acme' });
    expect(wrong.status).toBe(401);
    const foreign = await t.call(routes['publishers.loginAs'], {
      host,
      params: { id: signed.userId },
      headers: { origin: 'http://demo.panel.example:3000' },
    });
    expect(foreign.status).toBe(403);
    await t.call(routes.forgotPassword, { host, body: { email: 'publisher@demo.test' } });
    const [mail] = await t.inbox();
    expect(mail?.text).toContain('http://partners.example.com:3000/');
  });

  test.each<[string, object, string, RegExp]>([
    [
      'a CNAME to itself',
      { CNAME: 'p.example.com' },
      'itself',
      /points to itself\. Please set it to demo\.panel\.example/,
    ],
    [
      'the top of a zone',
      { SOA: true, A: ['198.51.100.1'] },
      'top',
      /ALIAS or ANAME record to demo\.panel\.example, or use a name below it/,
    ],
    [
      'a CNAME elsewhere',
      { CNAME: 'shop.example.net' },
      'wrong',
      /says shop\.example\.net\. Please set it to demo\.panel\.example/,
    ],
    ['addresses elsewhere', { A: ['198.51.100.1'] }, 'wrong', /says 198\.51\.100\.1\./],
  ])('%s is told with the record to set', async (_what, records, state, advice) => {
    const { body } = await add('p.example.com');
    proof(body);
    server.zone['p.example.com'] = records;
    const { state: domainState, records: found } = await check(body.id);
    expect([domainState, found[1]?.state, found[1]?.advice]).toEqual(['pending', state, expect.stringMatching(advice)]);
  });

  test('the top of a zone serves by the same addresses; a wrong proof and silence are told', async () => {
    const { body } = await add('example.org');
    proof(body);
    server.zone['example.org'] = { SOA: true, ...ours };
    expect((await check(body.id)).state).toBe('verified');
    const second = (await add('q.example.com')).body;
    server.zone['q.example.com'] = { CNAME: 'demo.panel.example' };
    server.zone['_domain-proof.q.example.com'] = { TXT: ['workspace-proof=0000'] };
    const wrong = await check(second.id);
    expect([wrong.state, wrong.records[0]?.state, wrong.records[0]?.found]).toEqual([
      'pending',
      'wrong',
      ['workspace-proof=0000'],
    ]);
    server.zone['_domain-proof.q.example.com'] = 'refused';
    expect((await check(second.id)).records[0]?.state).toBe('unanswered');
  });

  test.each([
    ['panel.example', /belongs to the platform/],
    ['acme.panel.example', /belongs to the platform/],
    ['demo.clicks.example', /belongs to the platform/],
    ['co.uk', /belongs to a registry/],
    ['COM.AU', /belongs to a registry/],
    ['or.jp', /belongs to a registry/],
    ['localhost', /a domain such as/],
    ['db.internal', /a domain such as/],
    ['203.0.113.9', /a domain such as/],
    ['https://partners.example.com/x', /a domain such as/],
    ['partners.example.com:8443', /a domain such as/],
    ['_x.example.com', /a domain such as/],
    ['', /a domain such as/],
  ])('%s is refused with a sentence', async (host, sentence) => {
    const reply = await add(host);
    expect([reply.status, reply.body.error.message]).toEqual([400, expect.stringMatching(sentence)]);
  });

  test('is shown as people write it and kept as punycode', async () => {
    const { body } = await add('PARTNER.Bücher.example');
    expect([body.host, body.shown]).toEqual(['partner.xn--bcher-kva.example', 'partner.bücher.example']);
    expect((await add('partner.xn--bcher-kva.example')).status).toBe(409);
  });
});

describe('whose it is', () => {
  test('a claim that nobody has proven stands in nobody’s way; a proven one cannot be taken', async () => {
    const claimed = (await add('brand.example.com', 'portal', 'acme')).body;
    const owner = await verified('brand.example.com');
    expect(owner.state).toBe('verified');
    proof(claimed);
    const late = await check(claimed.id, 'acme');
    expect([late.state, late.records[0]?.state]).toEqual(['pending', 'taken']);
    expect(JSON.stringify(late)).not.toContain('demo');
    expect(await titleAt('brand.example.com')).toBe('demo');
    await t.call(routes.removeDomain, { ...as('acme'), params: { id: claimed.id } });
    const again = await add('brand.example.com', 'tracking', 'acme');
    expect([again.status, again.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^This domain is already in use/),
    ]);
  });

  test('of two who prove it at once one has it, and of two defaults at once one is', async () => {
    const [mine, theirs] = [
      (await add('brand.example.com')).body,
      (await add('brand.example.com', 'portal', 'acme')).body,
    ];
    proof(mine);
    server.zone['_domain-proof.brand.example.com'] = { TXT: [mine.records[0].value, theirs.records[0].value] };
    const checked = await Promise.all([check(mine.id), check(theirs.id, 'acme')]);
    expect(checked.map(({ state }) => state).sort()).toEqual(['pending', 'verified']);
    const domains = await Promise.all(['a', 'b', 'c', 'd'].map((name) => verified(`${name}.example.com`, 'tracking')));
    const replies = await Promise.all(
      domains.map(({ id }) => t.call(routes.defaultDomain, { ...as(), params: { id } })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = (await t.call(routes.domains, as())).body;
    expect(rows.filter(({ kind, is_default }: Domain) => kind === 'tracking' && is_default)).toHaveLength(1);
  });

  test('another workspace’s domain does not exist', async () => {
    const { body } = await add('own.example.com');
    for (const route of [routes.checkDomain, routes.defaultDomain, routes.removeDomain]) {
      expect((await t.call(route, { ...as('acme'), params: { id: body.id } })).status).toBe(404);
    }
  });
});

describe('the daily check', () => {
  test('takes a domain away when it was missed twice in a row, tells the owners, and gives it back', async () => {
    const domain = await verified('go.example.com', 'tracking');
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
    delete server.zone['go.example.com'];
    await check(domain.id);
    await check(domain.id);
    await check(domain.id);
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
    t.clock.advance(DAY_MS);
    await daily();
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
    await daily();
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
    t.clock.advance(DAY_MS);
    await daily();
    expect(await directory()).toMatchObject({ tracking_domains: [] });
    const mails = (await t.inbox()).filter(({ subject }) => /no longer leads to us/.test(subject));
    expect(mails.map(({ to, text }) => [to, text.includes('go.example.com')])).toEqual([['admin@demo.test', true]]);
    expect(mails[0]?.text).toContain('http://demo.panel.example:3000/am/settings/domains');
    const [entity] = await t.database.asOwner<{ value: { domains: string[] } }>(
      `select value from snapshot_entities where entity = 'tenant' and value->>'subdomain' = 'demo'`,
    );
    expect(entity?.value.domains).toEqual([]);
    proof(domain);
    t.clock.advance(DAY_MS);
    await daily();
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
    const trail = await t.database.asOwner(`select action from audit_log where object_id = $1 order by at, id`, [
      domain.id,
    ]);
    expect(trail.map(({ action }) => action)).toEqual([
      'domain.added',
      'domain.verified',
      'domain.lost',
      'domain.verified',
    ]);
  });

  test('does not hold silence against a domain', async () => {
    await verified('go.example.com', 'tracking');
    server.zone['go.example.com'] = 'refused';
    server.zone['_domain-proof.go.example.com'] = 'refused';
    for (let day = 0; day < 4; day++) {
      t.clock.advance(DAY_MS);
      await daily();
    }
    expect(await directory()).toMatchObject({ tracking_domains: ['go.example.com'] });
  });
});

describe('a tracking domain', () => {
  test('is where new links lead, the chosen one first; removed, it is not', async () => {
    await verified('a.example.com', 'tracking');
    const second = await verified('z.example.com', 'tracking');
    expect(await directory()).toMatchObject({ tracking_domains: ['a.example.com', 'z.example.com'] });
    const made = await t.call(routes.defaultDomain, { ...as(), params: { id: second.id } });
    expect(made.body.is_default).toBe(true);
    const setup = await t.call(routes.postbackSetup, { ...as(), params: { id: (await advertiserId()) ?? '' } });
    expect(JSON.stringify(setup.body)).toContain('http://z.example.com:3001/');
    await t.call(routes.removeDomain, { ...as(), params: { id: second.id } });
    expect(await directory()).toMatchObject({ tracking_domains: ['a.example.com'] });
    const pending = (await add('p.example.com', 'tracking')).body;
    expect((await t.call(routes.defaultDomain, { ...as(), params: { id: pending.id } })).status).toBe(409);
  });

  test('shows nobody’s sign-in page', async () => {
    await verified('go.example.com', 'tracking');
    expect((await page('go.example.com')).statusCode).toBe(404);
  });
});

const advertiserId = async () =>
  (
    await t.database.asOwner<{ id: string }>(
      `select u.id from users u join tenants t on t.id = u.tenant_id where t.subdomain = 'demo' and u.email = 'advertiser@demo.test'`,
    )
  )[0]?.id;

describe('what a proxy may get a certificate for', () => {
  const ask = async (domain: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') => {
    if (!t.app.http) throw new Error('no http');
    const url = `/internal/tls-ask?domain=${encodeURIComponent(domain)}`;
    const reply = await t.app.http.inject({ url, headers: { host: '127.0.0.1:3000', ...headers }, remoteAddress });
    return reply.statusCode;
  };

  test('verified domains and our own names, nothing else', async () => {
    await verified('partners.example.com');
    await verified('go.example.com', 'tracking');
    await add('pending.example.com');
    for (const domain of [
      'partners.example.com',
      'go.example.com',
      'panel.example',
      'www.panel.example',
      'demo.panel.example',
      'uploads.panel.example',
      'clicks.example',
      'demo.clicks.example',
    ]) {
      expect([domain, await ask(domain)]).toEqual([domain, 200]);
    }
    for (const domain of [
      'pending.example.com',
      'evil.example',
      'nosuch.panel.example',
      'a.demo.panel.example',
      'xpartners.example.com',
      'x.partners.example.com',
      'localhost',
      '127.0.0.1',
      'partners.example.com:443',
      '',
    ]) {
      expect([domain, await ask(domain)]).toEqual([domain, 404]);
    }
  });

  test('and only the proxy is answered', async () => {
    expect(await ask('panel.example', { host: 'tributary:3000' })).toBe(200);
    expect(await ask('panel.example', { 'x-forwarded-for': '203.0.113.7' })).toBe(404);
    expect(await ask('panel.example', { host: 'panel.example' })).toBe(404);
    expect(await ask('panel.example', {}, '203.0.113.7')).toBe(404);
  });
});
