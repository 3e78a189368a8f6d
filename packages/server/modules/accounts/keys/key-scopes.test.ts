// API keys: what they look like, what they are for, and how they end.
import { type Grants, isGranted, keyScopes, needs, rolePresets, routes, sectionNames } from '@tributary/contract';
import { isInScope, isNarrower, type KeyScope, keyPresets, scopesOf } from '@tributary/contract/accounts/api-keys';
import { checksumOf, isKeyText, keyTextOf } from '@tributary/contract/accounts/key-text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../../../http/permission.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { newSecret } from '../../../platform/ids.ts';
import { createTestApp, DEMO_PASSWORD, type TestApp } from '../../../testing.ts';
import { remindOfEndingKeys } from './key-mails.ts';

describe('the text of a key', () => {
  test('carries a checksum; one wrong sign is noticed, and a former key goes on', () => {
    const key = keyTextOf('A'.repeat(43));
    // worked out beside: CRC-32 of the text as every zip has it
    expect(checksumOf('123456789')).toBe(base62(0xcbf43926));
    expect([isKeyText(key), isKeyText(`trb_${newSecret()}`)]).toEqual([true, true]);
    for (let n = 0; n < 200; n++) {
      const good = keyTextOf(newSecret());
      const at = 9 + (n % 49);
      const bad = good.slice(0, at) + (good[at] === 'a' ? 'b' : 'a') + good.slice(at + 1);
      expect([isKeyText(good), isKeyText(bad)]).toEqual([true, false]);
    }
    for (const text of ['', 'trb_', 'trb_live_', `${key}x`, key.slice(1), `trb_test_${newSecret()}`]) {
      expect(isKeyText(text)).toBe(false);
    }
  });
});
const base62 = (value: number): string => {
  const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let [text, rest] = ['', value];
  for (let n = 0; n < 6; n++) [text, rest] = [(signs[rest % 62] ?? '') + text, Math.floor(rest / 62)];
  return text;
};

describe('what a key opens', () => {
  /** a generator whose numbers are the same in every run */
  let state = 48;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const someScopes = (): KeyScope[] => keyScopes.filter(() => random(4) === 0);
  const someGrants = (): Grants =>
    Object.fromEntries(sectionNames.flatMap((section) => (random(3) === 0 ? [[section, needs[random(2)]]] : [])));

  test('is what its scopes and its maker’s role both open, for any of either: never more than one of them', () => {
    for (let n = 0; n < 300; n++) {
      const [scopes, grants] = [someScopes(), n % 5 === 0 ? rolePresets.viewer.grants : someGrants()];
      for (const section of sectionNames) {
        for (const need of needs) {
          if (section === 'self') continue;
          const access = {
            who: 'session',
            roles: ['admin'],
            impersonated: 'denied',
            section,
            needs: need,
          } as const;
          const caller = {
            role: 'admin',
            isOwner: false,
            team: { id: 'r', name: 'Somebody', grants, scope: { publishers: 'all', advertisers: 'all' }, hidden: [] },
            scopes,
            mustChangePassword: false,
            mustAcceptTerms: false,
            impersonator: null,
            rules: { closedAddress: false, twoFactor: { on: false, dueAt: null, mustSetUp: false } },
          } as const;
          const opens = refusalOf(access, 'GET', caller, 'open') === null;
          expect(opens).toBe(isInScope(scopes, section, need) && isGranted(grants, section, need));
        }
      }
    }
  });

  test('narrower is an order, and what a role may give is within it', () => {
    for (let n = 0; n < 300; n++) {
      const [one, two, three] = [someScopes(), someScopes(), someScopes()];
      expect(isNarrower(one, one)).toBe(true);
      if (isNarrower(one, two) && isNarrower(two, three)) expect(isNarrower(one, three)).toBe(true);
      expect(isNarrower(one, [...one, ...two])).toBe(true);
      const grants = someGrants();
      for (const scope of scopesOf(grants)) {
        expect(
          isGranted(
            grants,
            sectionNames.find((name) => scope.startsWith(`${name}:`)) ?? 'self',
            scope.endsWith('write') ? 'write' : 'read',
          ),
        ).toBe(true);
      }
    }
    expect(isNarrower(['reports:read'], ['reports:write'])).toBe(true);
    expect(isNarrower(['reports:write'], ['reports:read'])).toBe(false);
    for (const preset of Object.values(keyPresets)) expect(isNarrower(preset, keyScopes)).toBe(true);
    expect(scopesOf(null)).toEqual(['reports:read']);
  });
});

describe('over its life a key', () => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await createTestApp();
    token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
  });
  afterAll(() => t.close());
  /** with a password that was typed just now, however far the clock has come */
  const make = async (body: object = {}) => {
    token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
    return t.call(routes.createApiKey, { token, body: { name: 'Nightly', ...body } });
  };
  const status = async (key: string): Promise<number> => (await t.call(routes.reportCatalogue, { token: key })).status;
  const own = async (id: string) =>
    (await t.call(routes.apiKeys, { token })).body.rows.find((row: { id: string }) => row.id === id);

  test('is for what was chosen, within its maker’s role; unknown words are refused', async () => {
    expect((await make({ scopes: ['offers:read'] })).body.scopes).toEqual(['offers:read']);
    expect(await status((await make({ scopes: ['offers:read'] })).body.key)).toBe(403);
    for (const scopes of [['weather:read'], ['self:read'], ['reports'], []])
      expect((await make({ scopes })).status).toBe(400);
    const publisher = await t.signIn('publisher@demo.test');
    const theirs = (scopes: string[]) =>
      t.call(routes.createApiKey, { token: publisher.token, body: { name: 'Mine', scopes } });
    expect((await theirs(['reports:read'])).status).toBe(201);
    const refused = await theirs(['affiliates:read']);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'A key cannot be for affiliates:read: you may not do that yourself.',
    ]);
  });

  test('is refused with a sentence where only a person may call, and kept among the refused calls', async () => {
    const { key } = (await make()).body;
    const reply = await t.call(routes.profile, { token: key });
    expect([reply.status, reply.body.error.message]).toEqual([403, expect.stringContaining('not for API keys')]);
    const [kept] = await t.database.asOwner(
      `select detail from access_log where event = 'permission_denied' order by id desc limit 1`,
    );
    expect(kept).toEqual({ detail: 'self:read' });
  });

  test('is told of by mail, counted without a write for each call, and shown with its last use', async () => {
    const { id, key } = (await make({ name: 'Counted' })).body;
    const mail = (await t.inbox()).find(({ text }) => text.includes('Counted'));
    expect(mail?.text).toContain('reports:read');
    expect(mail?.text).not.toContain(key);
    for (let n = 0; n < 7; n++) await status(key);
    expect(await own(id)).toMatchObject({ calls: 7, calls_24h: 7, state: 'active', last_used_ip: '127.0.0.1' });
    t.clock.advance(2 * DAY_MS);
    await status(key);
    expect(await own(id)).toMatchObject({ calls: 8, calls_24h: 1 });
  });

  test('is rolled: the old one lives a day; narrowed: never widened', async () => {
    const old = (await make({ scopes: ['reports:write', 'offers:read'] })).body;
    const rolled = await t.call(routes.rollApiKey, { token, params: { id: old.id } });
    expect([rolled.status, rolled.body.scopes]).toEqual([201, ['reports:write', 'offers:read']]);
    expect([await status(old.key), await status(rolled.body.key)]).toEqual([200, 200]);
    expect((await own(old.id)).state).toBe('rolled');
    expect((await t.call(routes.rollApiKey, { token, params: { id: old.id } })).status).toBe(409);
    t.clock.advance(DAY_MS - 1);
    expect(await status(old.key)).toBe(200);
    t.clock.advance(1);
    expect([await status(old.key), await status(rolled.body.key)]).toEqual([401, 200]);
    const narrow = (scopes: string[]) =>
      t.call(routes.narrowApiKey, { token, params: { id: rolled.body.id }, body: { scopes } });
    expect((await narrow(['reports:read', 'logs:read'])).status).toBe(400);
    expect((await narrow(['reports:read'])).body.scopes).toEqual(['reports:read']);
    expect((await narrow(['reports:write'])).status).toBe(400);
    const [row] = await t.database.asOwner('select scope, scopes from api_keys where id = $1', [rolled.body.id]);
    expect(row).toEqual({ scope: 'reports:read', scopes: ['reports:read'] });
  });

  test('that took another’s place takes it along: narrowed or revoked, the former is, too', async () => {
    const first = (await make({ scopes: ['reports:write', 'offers:read'] })).body;
    const roll = async (id: string) => (await t.call(routes.rollApiKey, { token, params: { id } })).body;
    const second = await roll(first.id);
    const third = await roll(second.id);
    await t.call(routes.narrowApiKey, { token, params: { id: third.id }, body: { scopes: ['reports:read'] } });
    expect([(await own(first.id)).scopes, (await own(second.id)).scopes]).toEqual([['reports:read'], ['reports:read']]);
    const all = [first, second, third].map(({ key }) => key);
    expect(await Promise.all(all.map(status))).toEqual([200, 200, 200]);
    expect((await t.call(routes.revokeApiKey, { token, params: { id: third.id } })).status).toBe(200);
    expect(await Promise.all(all.map(status))).toEqual([401, 401, 401]);
  });

  test('ends when it was to, a week after its maker has heard of it, once', async () => {
    const { key } = (await make({ expires_in_days: 30 })).body;
    expect((await make({ expires_in_days: 3_650 })).status).toBe(400);
    const remind = () =>
      remindOfEndingKeys({ database: t.app.database, clock: t.clock, publicOrigin: new URL('http://localhost') });
    const told = async () =>
      (await t.inbox()).filter(({ subject }) => subject.includes('expires in a few days')).length;
    const before = await told();
    t.clock.advance(22 * DAY_MS);
    await remind();
    expect(await told()).toBe(before);
    t.clock.advance(DAY_MS + HOUR_MS);
    await remind();
    await remind();
    expect(await told()).toBe(before + 1);
    expect(await status(key)).toBe(200);
    t.clock.advance(7 * DAY_MS);
    expect(await status(key)).toBe(401);
    token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
  });

  test('that looks wrong is refused without a look at the database', async () => {
    const { key } = (await make()).body;
    const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`;
    const before = await t.database.asOwner('select count(*) from access_log');
    expect(await status(wrong)).toBe(401);
    expect(await t.database.asOwner('select count(*) from access_log')).toEqual(before);
  });

  test('is seen and revoked by whoever looks after security, whosever it is', async () => {
    const publisher = await t.signIn('publisher@demo.test');
    const body = { name: 'Theirs', scopes: ['reports:read'] };
    const { id, key } = (await t.call(routes.createApiKey, { token: publisher.token, body })).body;
    const listed = (await t.call(routes.allApiKeys, { token, query: { q: 'theirs' } })).body;
    expect(listed.rows).toMatchObject([
      { id, owner: { email: 'publisher@demo.test', type: 'publisher' }, state: 'active' },
    ]);
    expect(JSON.stringify(listed)).not.toContain(key);
    expect((await t.call(routes.revokeAnyApiKey, { token, params: { id } })).status).toBe(200);
    expect((await t.call(routes.reportCatalogue, { token: key })).status).toBe(401);
    expect((await t.call(routes.confirmPassword, { token, body: { password: DEMO_PASSWORD } })).status).toBe(200);
  });
});
