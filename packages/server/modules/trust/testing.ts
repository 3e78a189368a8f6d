// For tests only: random changes of everything that can be undone, made by the calls that people make, and the tables as they stand.
import { routes } from '@tributary/contract';
import { settingsNames } from '@tributary/contract/settings';
import type { TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';

/** what is told or counted and never taken back: trail, outbox, snapshot; mails, notices and sessions are of their kind */
const aside = new Set([
  ...['audit_log', 'access_log', 'outbox', 'jobs', 'mails', 'notifications'],
  ...['snapshot_entities', 'snapshot_history', 'snapshot_state'],
  ...['sessions', 'known_devices', 'login_throttles'],
  // kept version by version: what is in force is compared instead (inForce)
  ...['settings', 'offer_terms', 'mail_templates'],
]);
const isAside = (column: string): boolean => /^(terms_)?version$|_at$|^at$/.test(column);

/** mulberry32: the same seed makes the same changes */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  const one = <Value>(values: readonly Value[]): Value => {
    const value = values[upTo(values.length - 1)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  return { upTo, one, chance: (part: number): boolean => next() < part };
}
type Random = ReturnType<typeof randomFrom>;

export async function tablesOf(t: TestApp, tenantId: string): Promise<Map<string, string[]>> {
  const columns = await t.database.asOwner<{ table: string; column: string }>(
    `select c.table_name as table, c.column_name as column from information_schema.columns c
     join information_schema.tables b using (table_schema, table_name)
     where c.table_schema = 'public' and b.table_type = 'BASE TABLE' and c.table_name !~ '_p[0-9]+$'
       and exists (select from information_schema.columns i where i.table_name = c.table_name and i.column_name = 'tenant_id')
     order by 1, 2`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, column } of columns) {
    if (!aside.has(table)) tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  const found = new Map<string, string[]>();
  for (const [table, all] of tables) {
    // a list of demands is replaced as a whole: nothing names its rows
    const kept = all.filter((column) => !isAside(column) && !(table === 'offer_kpi_targets' && column === 'id'));
    // what leaves a form is kept as removed, for others name it
    const live = all.includes('removed_at') ? 'and removed_at is null' : '';
    const rows = await t.database.asOwner<{ row: string }>(
      `select to_jsonb(r)::text as row from (select ${kept.map((name) => `"${name}"`).join()} from ${table}
       where tenant_id = $1 ${live}) r order by 1`,
      [tenantId],
    );
    found.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  return found;
}

/** of what is kept by versions, the newest: an offer's terms, the sections of settings, and what mails say */
export async function inForce(t: TestApp, token: string, tenantId: string) {
  const terms = await t.database.asOwner(
    `select distinct on (offer_id) offer_id, to_jsonb(o) - array['version', 'in_force_from', 'seal'] as terms
     from offer_terms o where tenant_id = $1 order by offer_id, version desc`,
    [tenantId],
  );
  const settings: unknown[] = [];
  for (const section of settingsNames) {
    settings.push((await t.call(routes.settings, { token, params: { section } })).body.value);
  }
  const mails: unknown[] = [];
  for (const params of ownMails) {
    const { subject, body, state } = (await t.call(routes.mailTemplate, { token, params })).body;
    mails.push({ subject, body, state });
  }
  return { terms, settings, mails };
}

const ownMails = [
  { event: 'campaign-approved', language: 'en' },
  { event: 'campaign-approved', language: 'hi' },
] as const;

interface Scene {
  t: TestApp;
  token: string;
  admin: string;
  world: World;
  offers: string[];
  publishers: string[];
  advertisers: string[];
  requests: string[];
  postbacks: string[];
  webhooks: string[];
  random: Random;
  count: number;
}
export type UndoScene = Scene;

export async function createUndoScene(t: TestApp, seed: number): Promise<Scene> {
  const world = await createWorld(t);
  const { token, userId } = await t.signIn('admin@demo.test');
  const people = (type: 'publisher' | 'advertiser') => Promise.all([1, 2, 3].map(() => world.addPerson(type)));
  const publishers = (await people('publisher')).map(({ id }) => id);
  const advertisers = (await people('advertiser')).map(({ id }) => id);
  const offers: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await world.addOffer();
    offers.push(id);
    await world.addGoal(id, 'deposit', 2_000_000, 1_000_000);
    const page = { tenant_id: world.tenantId, offer_id: id, number: 1, name: 'Default' };
    await world.insert('offer_landing_pages', { ...page, url: 'https://lantern.example/?c={click_id}' });
  }
  const scene = { t, token, admin: userId, world, offers, publishers, advertisers, requests: [], postbacks: [] };
  const made: Scene = { ...scene, webhooks: [], random: randomFrom(seed), count: 0 };
  for (const offer of offers) {
    for (const publisher of publishers.slice(0, 2)) {
      const id = crypto.randomUUID();
      const at = t.clock.now();
      const row = { tenant_id: world.tenantId, id, offer_id: offer, publisher_id: publisher };
      await world.insert('offer_permissions', { ...row, state: 'requested', traffic: 'Search', requested_at: at });
      made.requests.push(id);
    }
  }
  const rules = { token_required: true, signature_required: false, networks: [], status_words: {} };
  for (const id of advertisers) {
    await t.call(routes.setPostbackAuth, { token, params: { id }, body: rules });
    await t.call(routes.setPostbackMapping, { token, body: { ...noMapping, advertiser_id: id, version: 0 } });
  }
  return made;
}

const noMapping = { offer_id: null, parameters: {}, goals: {}, number_format: null };

type Step = (scene: Scene) => Promise<unknown>;
const ok = async (reply: Promise<{ status: number; raw: string; body: { id?: string } }>) => {
  const { status, raw, body } = await reply;
  if (status >= 300) throw new Error(`a change was refused: ${raw}`);
  return body;
};
const word = (scene: Scene): string => `w${++scene.count}`;
const amount = ({ random }: Scene): string => `${random.upTo(50)}.${random.upTo(9)}`;

const pageOf = async ({ t, token }: Scene, id: string) => (await t.call(routes.offer, { token, params: { id } })).body;
const caps = (scene: Scene) =>
  (['clicks', 'conversions', 'payout'] as const)
    .filter(() => scene.random.chance(0.6))
    .map((metric) => ({
      publisher_id: scene.random.one([null, ...scene.publishers]),
      metric,
      period: scene.random.one(['day', 'month'] as const),
      limit: String(1 + scene.random.upTo(500)),
      action: scene.random.one(['notify', 'fallback'] as const),
    }));
const rules = (scene: Scene, goals: readonly string[]) =>
  Array.from({ length: scene.random.upTo(3) }, () => ({
    publisher_id: scene.random.one([null, ...scene.publishers]),
    goal_id: scene.random.one([null, ...goals]),
    countries: scene.random.one([[], ['in'], ['de', 'us']]),
    source: scene.random.one([null, 'web']),
    from_conversions: scene.random.one([0, 10]),
    starts_at: scene.random.one([null, '2026-01-01T00:00:00Z']),
    ends_at: null,
    ...scene.random.one([
      { payout: amount(scene), payout_percent: null },
      { payout: null, payout_percent: 12.5 },
    ]),
    revenue: null,
    revenue_percent: null,
  }));
const targets = ({ random }: Scene) =>
  random.one([
    [],
    [{ field: 'browser', op: 'in', values: ['chrome', 'firefox'] }],
    [{ field: 'os', op: 'not_in', values: ['ios'] }],
  ]);
const kpis = ({ random }: Scene, goals: readonly string[]) =>
  goals.slice(0, random.upTo(goals.length)).map((to_goal_id) => ({
    from_goal_id: null,
    to_goal_id,
    op: 'at_least' as const,
    percent: 1 + random.upTo(20),
    min_sample: 100,
  }));

const goalIds = (page: { goals: { id: string }[] }): string[] => page.goals.map(({ id }) => id);
// biome-ignore lint/suspicious/noExplicitAny: the page as the test client decodes it
type Page = any;

function fields(scene: Scene, page: Page) {
  const { random } = scene;
  const goal = (token: string) => ({
    name: word(scene),
    token,
    revenue: amount(scene),
    revenue_percent: null,
    payout: amount(scene),
    payout_percent: null,
    counted_by: null,
  });
  const changes: (() => object)[] = [
    () => ({ offer_name: word(scene) }),
    () => ({ revenue: amount(scene), payout: amount(scene) }),
    () => ({ description: `<p>${word(scene)}</p>` }),
    () => ({ tags: [word(scene), word(scene)] }),
    () => ({ geo_coverage: random.one(['ALL', 'in,us', 'de']) }),
    () => ({ offer_terms: word(scene), require_terms: random.chance(0.5) }),
    () => ({ goals: ['deposit', 'install', 'trial'].filter(() => random.chance(0.5)).map(goal) }),
    () => ({
      landing_pages: Array.from({ length: random.upTo(2) }, () => {
        const name = word(scene);
        return { name, url: `https://lantern.example/${name}?c={click_id}` };
      }),
    }),
    () => ({ hold_minutes: random.upTo(1000), status: random.one(['active', 'paused', 'pending'] as const) }),
    () => ({ end_date: 1_800_000_000 + random.upTo(1000) * 3600 }),
  ];
  const chosen = changes.filter(() => random.chance(0.3));
  return { ...page.fields, ...Object.assign({}, ...chosen.map((change) => change())) };
}

const onOffer =
  (change: (scene: Scene, id: string, page: Page) => Promise<unknown>): Step =>
  async (scene) => {
    const id = scene.random.one(scene.offers);
    await change(scene, id, await pageOf(scene, id));
  };
const put = (scene: Scene, route: Parameters<TestApp['call']>[0], id: string, body: unknown) =>
  ok(scene.t.call(route, { token: scene.token, params: { id }, body }));

const decided =
  (allow: boolean): Step =>
  async (scene) => {
    const { t, token } = scene;
    const params = { id: scene.random.one(scene.requests) };
    const reply = await t.call(routes.decideRequest, { token, params, body: { allow, reason: word(scene) } });
    // withdrawn meanwhile
    if (reply.status !== 404 && reply.status >= 300) throw new Error(reply.raw);
  };

export const steps: Readonly<Record<string, Step>> = {
  // before anything withdraws a request
  'approved request': decided(true),
  'refused request': decided(false),
  'offer as a whole': onOffer((scene, id, page) =>
    put(scene, routes.saveOffer, id, {
      version: page.version,
      fields: fields(scene, page),
      ...(scene.random.chance(0.3) ? { caps: caps(scene) } : {}),
      ...(scene.random.chance(0.3) ? { targets: targets(scene) } : {}),
    }),
  ),
  status: onOffer((scene, id) =>
    put(scene, routes.setOfferStatus, id, { status: scene.random.one(['active', 'paused', 'pending']) }),
  ),
  caps: onOffer((scene, id) => put(scene, routes.setOfferCaps, id, { caps: caps(scene) })),
  'payout rules': onOffer((scene, id, page) =>
    put(scene, routes.setPayoutRules, id, { rules: rules(scene, goalIds(page)) }),
  ),
  targets: onOffer((scene, id) => put(scene, routes.setTargets, id, { targets: targets(scene) })),
  'kpi targets': onOffer((scene, id, page) =>
    put(scene, routes.setKpiTargets, id, { targets: kpis(scene, goalIds(page)) }),
  ),
  creatives: onOffer((scene, id, page) => {
    const kept = page.creatives.filter(() => scene.random.chance(0.6));
    const made = { id: null, name: word(scene), kind: 'text', upload_id: null, content: word(scene) };
    const creatives = [...kept, made].map(({ id: own, name, kind, content }) => ({
      id: own,
      name,
      kind,
      content,
      upload_id: null,
    }));
    return put(scene, routes.setCreatives, id, { creatives });
  }),
  permission: onOffer((scene, id) =>
    put(scene, routes.setPermission, id, {
      publisher_ids: [scene.random.one(scene.publishers), ...scene.publishers.filter(() => scene.random.chance(0.4))],
      state: scene.random.one(['allowed', 'blocked', 'none']),
    }),
  ),
  postback: async (scene) => {
    const { t, token, random, postbacks } = scene;
    const body = {
      url: `https://there.example/${word(scene)}?c={click_id}`,
      method: 'GET',
      statuses: random.one([['approved'], ['approved', 'pending']]),
      enabled: true,
      offer_id: random.one([null, ...scene.offers]),
      goal_id: null,
    };
    if (postbacks.length < 2 || random.chance(0.3)) {
      const publisher_id = random.one(scene.publishers);
      const { id } = await ok(t.call(routes.addPublisherPostback, { token, body: { ...body, publisher_id } }));
      postbacks.push(id ?? '');
    } else if (random.chance(0.5)) await put(scene, routes.editPublisherPostback, random.one(postbacks), body);
    else await put(scene, routes.removePublisherPostback, postbacks.pop() ?? '', undefined);
  },
  webhook: async (scene) => {
    const { t, token, random, webhooks } = scene;
    const body = {
      url: `https://hook.example/${word(scene)}`,
      events: ['conversion.created'],
      enabled: random.chance(0.7),
    };
    if (webhooks.length < 2 || random.chance(0.2)) {
      webhooks.push((await ok(t.call(routes.addWebhook, { token, body }))).id ?? '');
    } else if (random.chance(0.5)) await put(scene, routes.editWebhook, random.one(webhooks), body);
    else await put(scene, routes.removeWebhook, webhooks.pop() ?? '', undefined);
  },
  account: async (scene) => {
    const [id, name] = [scene.random.one(scene.publishers), word(scene)];
    const data = { id, first_name: name, last_name: 'Quill', email: `${scene.random.one([id, name])}@there.example` };
    const body = { data: { ...data, company: scene.random.one([null, word(scene)]) }, user_id: scene.admin };
    await put(scene, routes['publishers.edit'], id, body);
  },
  tags: async (scene) => {
    await put(scene, routes['advertisers.setTags'], scene.random.one(scene.advertisers), { tags: [word(scene)] });
  },
  'postback rules': async (scene) => {
    const body = { token_required: scene.random.chance(0.5), signature_required: scene.random.chance(0.5) };
    const networks = scene.random.one([[], ['192.0.2.0/24']]);
    const status_words = scene.random.one([{}, { paidout: 'approved' }]);
    await put(scene, routes.setPostbackAuth, scene.random.one(scene.advertisers), { ...body, networks, status_words });
  },
  'postback mapping': async (scene) => {
    const { t, token, random } = scene;
    const advertiser_id = random.one(scene.advertisers);
    const [known] = await t.database.asOwner<{ version: number }>(
      'select version from postback_mappings where advertiser_id = $1',
      [advertiser_id],
    );
    const parts = {
      parameters: random.one([{}, { cid: 'click_id' }]),
      goals: random.one([{}, { Sale: word(scene) }]),
      number_format: random.one([null, 'point', 'comma']),
    };
    const body = { ...parts, advertiser_id, offer_id: null, version: known?.version ?? 0 };
    await ok(t.call(routes.setPostbackMapping, { token, body }));
  },
  settings: async (scene) => {
    const { t, token, random } = scene;
    const params = { section: 'reports' };
    const { body } = await t.call(routes.settings, { token, params });
    const value = { advertisers_see_publishers: random.chance(0.5) };
    await ok(t.call(routes.saveSettings, { token, params, body: { version: body.version, value } }));
  },
  'mail template': async (scene) => {
    const { t, token, random } = scene;
    const params = random.one(ownMails);
    const { version } = (await t.call(routes.mailTemplate, { token, params })).body;
    if (version > 0 && random.chance(0.3)) {
      await ok(t.call(routes.restoreMailTemplate, { token, params, body: { version, to: random.upTo(version) } }));
    } else {
      const body = { version, subject: word(scene), body: `<p>${word(scene)}: {{ offer }}</p><p>{{ button }}</p>` };
      await ok(t.call(routes.saveMailTemplate, { token, params, body }));
    }
  },
};
