// Each way to be refused is explained by the step that refused it: stored rows and a configuration of their moment, through the
// server, the kept configuration and the tracker's own steps.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

let t: TestApp;
let w: World;
let token: string;
let version = 0;
let tracked: Record<string, unknown> = {};

interface Refusal {
  verdict: string;
  step: string;
  /** what the offer is published as, besides an open one */
  offer?: Record<string, unknown>;
  /** what the row holds, besides an accepted click's */
  row?: Record<string, string>;
  cause?: string;
  shield?: Record<string, unknown>;
}
const soon = () => t.clock.now().getTime() + HOUR_MS;
const ago = () => t.clock.now().getTime() - HOUR_MS;
const target = (field: string, ...values: string[]) => ({ targets: [{ field, op: 'in', values }] });
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

const refusals = (): Refusal[] => [
  { verdict: 'offer_unknown', step: 'resolve', row: { offer: '' } },
  { verdict: 'publisher_unknown', step: 'resolve', row: { publisher: '' } },
  { verdict: 'link_unknown', step: 'resolve', row: { link_code: 'nowhere' } },
  { verdict: 'offer_paused', step: 'resolve', offer: { status: 'paused' } },
  { verdict: 'offer_pending', step: 'resolve', offer: { status: 'pending' } },
  { verdict: 'advertiser_credit', step: 'resolve', offer: { advertiser: 999_001 } },
  { verdict: 'shield_ip', step: 'shield', shield: { networks: ['198.51.100.0/24'] } },
  { verdict: 'shield_user_agent', step: 'shield', shield: { userAgents: ['windows nt'] } },
  { verdict: 'shield_referrer', step: 'shield', shield: { referrers: ['blog.example'] } },
  { verdict: 'shield_source', step: 'shield', shield: { sources: [{ publisher: null, source: 'news' }] } },
  { verdict: 'offer_not_started', step: 'schedule', offer: { startsAt: soon() } },
  { verdict: 'offer_ended', step: 'schedule', offer: { endsAt: ago() } },
  {
    verdict: 'outside_hours',
    step: 'schedule',
    offer: { schedules: [{ timezone: 'UTC', days: [], fromMinute: 0, toMinute: 0, inverted: true }] },
  },
  { verdict: 'publisher_not_allowed', step: 'visibility', offer: { visibility: 'private', allowedPublishers: [] } },
  { verdict: 'click_spam', step: 'velocity', cause: 'flood_memory' },
  {
    verdict: 'cap_reached',
    step: 'caps',
    offer: { caps: [{ id: 'cap-of-the-day', publisher: null }] },
    row: { cap_lots: 'cap-of-the-day' },
    cause: 'cap_lot',
  },
  { verdict: 'cap_unknown', step: 'caps', offer: { caps: [{ id: 'cap-2', publisher: null }] }, cause: 'cap_lot' },
  {
    verdict: 'duplicate',
    step: 'repeat',
    offer: { duplicates: 'refuse' },
    row: { is_unique: 'f' },
    cause: 'visitor_memory',
  },
  { verdict: 'target_country', step: 'target', offer: target('country', 'US', 'CA') },
  { verdict: 'target_device', step: 'target', offer: target('device', 'mobile') },
  { verdict: 'target_os', step: 'target', offer: target('os', 'ios') },
  { verdict: 'target_browser', step: 'target', offer: target('browser', 'firefox') },
  { verdict: 'target_language', step: 'target', offer: target('language', 'fr') },
  { verdict: 'target_source', step: 'target', offer: target('source', 'mail') },
  { verdict: 'target_city', step: 'target', offer: target('city', 'pune') },
  {
    verdict: 'target_hosting',
    step: 'target',
    offer: { targets: [{ field: 'hosting', op: 'refuse' }] },
    row: { is_hosting: 't' },
  },
  {
    verdict: 'deep_link_refused',
    step: 'render',
    offer: { deepLinkHosts: ['shop.example'] },
    row: { params: '{"url":"https://evil.example/"}' },
  },
  { verdict: 'no_destination', step: 'render', offer: { url: 'javascript:alert(1)' } },
  { verdict: 'bot', step: 'bot', row: { user_agent: BOT } },
  { verdict: 'prefetch', step: 'bot', cause: 'header_marks' },
];

const keep = (entity: string, key: string, value: object) =>
  t.database.asOwner(
    'insert into snapshot_history (tenant_id, entity, entity_key, version, value) values ($1, $2, $3, $4, $5)',
    [w.tenantId, entity, `${w.tenantNumber}/${key}`, version, JSON.stringify(value)],
  );

beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test')).token;
  const { number } = await w.addOffer();
  await t.app.publish();
  const [newest] = await t.database.asOwner<{ version: string; value: Record<string, unknown> }>(
    `select version, value from snapshot_history where entity = 'offer' and entity_key = $1`,
    [`${w.tenantNumber}/${number}`],
  );
  tracked = newest?.value ?? {};
  version = Number(newest?.version) + 1_000;
  await keep('advertiser', '999001', {
    tenant: w.tenantNumber,
    number: 999_001,
    id: 'a',
    name: 'Out of credit',
    referenceId: null,
    postbackTokenHash: null,
    postbackSignature: null,
    postbackNetworks: [],
    credit: 'stopped',
  });
});
afterAll(() => t.close());

/** keeps an offer of its own for the case, and a click on it */
async function refused({ verdict, offer = {}, row = {}, shield }: Refusal, number: number): Promise<string> {
  version++;
  await keep('offer', String(number), { ...tracked, number, ...offer });
  if (shield) {
    const lists = { networks: [], userAgents: [], referrers: [], sources: [] };
    await keep('shield', String(number), { tenant: w.tenantNumber, offer: number, ...lists, ...shield });
  }
  const at = new Date(t.clock.now().getTime() - 60_000);
  const id = w.clickId(number, at);
  await w.click(id, at, number, {
    verdict,
    sent_to: 'page',
    snapshot_version: String(version),
    ip: '198.51.100.7',
    user_agent: CHROME,
    language: 'en',
    referer: 'blog.example/post',
    params: '{}',
    ...row,
  });
  return id;
}

test('thirty refusals, each by its own step, the later steps speaking, too', async () => {
  const cases = refusals();
  expect(new Set(cases.map(({ verdict }) => verdict)).size).toBe(30);
  for (const [at, one] of cases.entries()) {
    const id = await refused(one, 900_100 + at);
    const { status, body } = await t.call(routes.explanation, { token, params: { id } });
    expect([one.verdict, status]).toEqual([one.verdict, 200]);
    const { decision, event } = body;
    expect([event.verdict, decision.recorded, decision.rebuilt, decision.agrees, decision.decided_by]).toEqual([
      one.verdict,
      one.verdict,
      one.verdict,
      true,
      one.step,
    ]);
    expect([one.verdict, decision.class, decision.cause]).toEqual([
      one.verdict,
      one.cause ? 'rebuilt' : 'exact',
      one.cause ?? null,
    ]);
    expect(decision.steps).toHaveLength(13);
  }
});

test('the rule that refused stands beside what it saw', async () => {
  const id = await refused(
    { verdict: 'target_country', step: 'target', offer: target('country', 'US', 'CA') },
    900_200,
  );
  const { body } = await t.call(routes.explanation, { token, params: { id } });
  const step = body.decision.steps.find((one: { step: string }) => one.step === 'target');
  expect(step).toEqual({
    step: 'target',
    result: 'target_country',
    from: 'rule',
    saw: [{ name: 'country', op: 'is', value: 'IN' }],
    rule: [{ name: 'country', op: 'in', value: 'US, CA' }],
  });
});

test('what the rules would say differently is told, and the record stays the truth', async () => {
  const id = await refused({ verdict: 'offer_paused', step: 'resolve' }, 900_201);
  const { body } = await t.call(routes.explanation, { token, params: { id } });
  expect(body.decision).toMatchObject({
    class: 'rebuilt',
    cause: 'rules_differ',
    recorded: 'offer_paused',
    rebuilt: 'accepted',
    agrees: false,
    decided_by: null,
  });
});

test('without the configuration of its moment nothing is made up', async () => {
  const at = new Date(t.clock.now().getTime() - 60_000);
  const id = w.clickId(900_202, at);
  await w.click(id, at, 900_202, { verdict: 'offer_paused', snapshot_version: '0' });
  const { body } = await t.call(routes.explanation, { token, params: { id } });
  expect(body.decision).toMatchObject({ class: 'unknown', cause: 'no_configuration', rebuilt: null, steps: [] });
});
