// The doors of the programs as they are shipped, tried over real HTTP with one start of all of them: senders that are not
// there any more, floods, keys, addresses, half-open connections, queues of other tenants, a clock that is wrong.
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readInbox } from '../../packages/server/platform/mail/transport.ts';
import { createTestDatabase, type TestDatabase } from '../../packages/server/platform/testing.ts';
import { openPanel, type Panel, panelOf } from '../../scripts/lib/panel-client.ts';
import { click, createOffer, settle, type TestOffer, until } from './clicks.ts';
import { type HalfOpen, halfOpen, statusOf } from './doors.ts';
import { type LaneTenant, openTenants, sendPixel } from './lane-tenants.ts';
import { type Stack, startStack } from './stack.ts';

const PATIENCE_MS = 90_000;
const AHEAD_MINUTES = 10;
/** the first tracker may open few files and sockets, the second one's clock is wrong */
const [NARROW, AHEAD] = [0, 1];
const DESCRIPTORS = 320;
const wrongClock = `const right = Date.now; Date.now = () => right() + ${AHEAD_MINUTES * 60_000}`;
const trackerMore = [
  { descriptors: DESCRIPTORS },
  { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrongClock)}` } },
];

let database: TestDatabase;
let silent: Server;
let stack: Stack;
let tenants: { quiet: LaneTenant; busy: LaneTenant[] };
let manager: Panel;
let slow: HalfOpen[];
beforeAll(async () => {
  database = await createTestDatabase();
  // a publisher's host that accepts, and never says a word
  silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  stack = await startStack({
    trackers: 2,
    databaseUrl: database.ownerUrl,
    outboundAllow: silentPlace(),
    serverEnv: { RATE_LIMIT_SCALE: '1000' },
    trackerMore,
  });
  tenants = await openTenants(stack);
  manager = await stack.panel();
  // they are looked at later, when their time is over
  slow = await Promise.all(Array.from({ length: 5 }, () => halfOpen(port())));
});
afterAll(async () => {
  for (const socket of slow ?? []) socket.close();
  stack?.server.goOn();
  await stack?.stop();
  silent?.close();
  await database?.drop();
});

const silentPlace = (): string => {
  const address = silent.address();
  return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
};
const port = (tracker = NARROW): number => stack.trackerPorts[tracker] ?? 0;
const panelAddress = () => ({ port: stack.serverPort, host: 'demo.localhost' });
const countOf = async (text: string, values: unknown[] = []): Promise<number> =>
  (await database.asOwner<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n ?? 0;
const soon = (isSo: () => Promise<boolean>) => until(isSo, PATIENCE_MS);
const refusal = (status: number) => `was answered ${status}`;

let people = 0;
const newAddress = (): string => `somebody-${++people}@example.test`;
const PASSWORD = 'eleven brass bells';
const NEW_PASSWORD = 'seven tall herons';
const personFields = (email: string) => ({ first_name: 'Ines', last_name: 'Holt', email, password: PASSWORD });
async function addPerson(kind: 'affiliate' | 'advertiser', email = newAddress()) {
  const made = await manager.call(`/api/admin/create-${kind}`, {
    method: 'POST',
    sealed: true,
    body: personFields(email),
  });
  return { id: String(made.id), number: Number(made.user_sequence_id), email };
}
const signIn = (email: string, password = PASSWORD) => openPanel(panelAddress(), email, password);
/** the newest mail to that address whose subject says this, once it has come; its link */
async function linkMailed(email: string, about: RegExp): Promise<string> {
  let link = '';
  await soon(async () => {
    const mails = await readInbox(path.join(stack.folder, 'server', 'inbox'), 200);
    const mail = mails.find(({ to, subject }) => to === email && about.test(subject));
    link = /#link=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return link !== '';
  });
  return link;
}

describe('1: an advertiser that is gone', () => {
  let advertiser: Awaited<ReturnType<typeof addPerson>>;
  let offer: TestOffer;
  let token: string;
  const open = async (): Promise<void> => {
    advertiser = await addPerson('advertiser');
    offer = await createOffer(stack, manager, { advertiser_id: advertiser.number });
    ({ token } = (await manager.call(`/api/advertisers/${advertiser.id}/postback-setup`)).secrets);
  };
  const clicked = async (): Promise<string> => (await click(port(), offer.number)).id ?? '';
  const postback = (values: Record<string, string>): Promise<number> =>
    statusOf(port(), `/postback?${new URLSearchParams(values)}`);
  const outcomeOf = async (txn: string): Promise<string | undefined> => {
    const judged = `select coalesce(o.outcome, r.outcome) as outcome from receipts r
      left join receipt_outcomes o using (tenant_id, receipt_id) where r.txn_id = $1 and not exists
      (select from receipt_queue q where q.receipt_id = r.receipt_id)`;
    return (await database.asOwner<{ outcome: string }>(judged, [txn]))[0]?.outcome;
  };
  const becomes = (txn: string, outcome: string) => soon(async () => (await outcomeOf(txn)) === outcome);
  const conversions = () => countOf('conversions where offer_id = $1', [offer.id]);

  test.each([
    ['deleted', 'DELETE', ''],
    ['rejected', 'POST', '/reject'],
  ] as const)(
    '%s: its offers pause and the tracker lets none of its postbacks in, with or without the token',
    async (how, method, action) => {
      await open();
      const [before, ...after] = [await clicked(), await clicked(), await clicked()];
      expect(await postback({ click_id: before, txn_id: `${how}-before`, token })).toBe(200);
      await becomes(`${how}-before`, 'recorded');
      await manager.call(`/api/admin/advertisers/${advertiser.id}${action}`, { method });
      // paused, and the tracker knows
      await soon(async () => (await click(port(), offer.number)).id === null);
      expect(await countOf(`offers where id = $1 and status = 'paused'`, [offer.id])).toBe(1);
      const [bare = '', proven = ''] = after;
      expect(await postback({ click_id: bare, txn_id: `${how}-bare` })).toBe(403);
      expect(await postback({ click_id: proven, txn_id: `${how}-proven`, token })).toBe(403);
      for (const txn of [`${how}-bare`, `${how}-proven`]) await becomes(txn, 'sender_unknown');
      expect(await conversions()).toBe(1);
    },
  );

  test.each([
    ['deleted', 'deleted_at = now()'],
    ['rejected', `status = 'rejected'`],
  ])('%s, but the tracker has not heard of it: the judge refuses what it let in', async (how, change) => {
    await open();
    const click_id = await clicked();
    // behind the panel's back: nobody is told
    await database.asOwner(`update users set ${change} where id = $1`, [advertiser.id]);
    expect(await postback({ click_id, txn_id: `late-${how}-bare` })).toBe(403);
    expect(await postback({ click_id, txn_id: `late-${how}`, token })).toBe(200);
    await becomes(`late-${how}`, 'sender_unknown');
    expect(await conversions()).toBe(0);
  });
});

test('5: of a flood from one address only its share passes, whatever its user agents say, and clean traffic beside it passes whole', async () => {
  const [FLOOD, CLEAN, PER_MINUTE] = [2_000, 200, 100];
  const offer = await createOffer(stack, manager);
  const passed = { flood: 0, clean: 0 };
  const began = performance.now();
  let sent = 0;
  const flooder = async (): Promise<void> => {
    for (let n = sent++; n < FLOOD; n = sent++) {
      const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${n % 90}.0 Safari/537.${n}`;
      const { id } = await click(port(), offer.number, 'demo.localhost', { address: '81.2.69.142', agent });
      if (id) passed.flood++;
    }
  };
  const others = async (): Promise<void> => {
    for (let n = 0; n < CLEAN; n++) if ((await click(port(), offer.number)).id) passed.clean++;
  };
  await Promise.all([others(), ...Array.from({ length: 16 }, flooder)]);
  const minutes = (performance.now() - began) / 60_000;
  expect(passed.clean).toBe(CLEAN);
  expect(passed.flood).toBeGreaterThan(0);
  expect(passed.flood).toBeLessThanOrEqual(PER_MINUTE * (1 + minutes) + 1);
  const refused = () => countOf(`events where offer = $1 and verdict = 'click_spam'`, [offer.number]);
  await soon(async () => (await refused()) === FLOOD - passed.flood);
});

describe('7: an API key', () => {
  const opens = (key: string): Promise<unknown> => panelOf(panelAddress(), key).call('/api/report-catalogue');
  /** who has chosen a password and made a key */
  const holder = async () => {
    const person = await addPerson('affiliate');
    const panel = await signIn(person.email);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    await panel.call('/api/change-password', { method: 'POST', body });
    const { id, key } = await panel.call('/api/api-keys', { method: 'POST', body: { name: 'Nightly' } });
    await opens(key);
    return { ...person, panel, key: String(key), keyId: String(id) };
  };
  type Holder = Awaited<ReturnType<typeof holder>>;
  const atTheirs = ({ id }: Holder, action: string, method: 'POST' | 'DELETE' = 'POST') =>
    manager.call(`/api/admin/publishers/${id}${action}`, { method });
  const resume = (panel: Panel, { keyId }: Holder, password: string) =>
    panel.call(`/api/api-keys/${keyId}/resume`, { method: 'POST', body: { password } });

  test.each<[string, string, (one: Holder) => Promise<unknown>]>([
    [
      'a password reset',
      'password-reset',
      async ({ email }) => {
        const stranger = panelOf(panelAddress());
        await stranger.call('/api/forgot-password', { method: 'POST', body: { email } });
        const link = await linkMailed(email, /^Set a new password/);
        await stranger.call('/api/reset-password', { method: 'POST', body: { link, password: 'nine slow rivers' } });
      },
    ],
    [
      'signing out everywhere',
      'signed-out',
      ({ panel }) => panel.call('/api/sessions/end-others', { method: 'POST', body: {} }),
    ],
    [
      'a rejection',
      'rejected',
      async (one) => {
        await atTheirs(one, '/reject');
        await atTheirs(one, '/approve');
      },
    ],
  ])('is suspended by %s, and opens again with the password', async (_what, why, end) => {
    const one = await holder();
    await end(one);
    await expect(opens(one.key)).rejects.toThrow(refusal(401));
    const password = why === 'password-reset' ? 'nine slow rivers' : NEW_PASSWORD;
    const panel = await signIn(one.email, password);
    expect((await panel.call('/api/api-keys')).rows).toMatchObject([{ id: one.keyId, suspended_for: why }]);
    await expect(resume(panel, one, 'a guess of mine')).rejects.toThrow(refusal(401));
    await expect(opens(one.key)).rejects.toThrow(refusal(401));
    await resume(panel, one, password);
    await opens(one.key);
  });

  test('is revoked by a deletion, for good', async () => {
    const one = await holder();
    await atTheirs(one, '', 'DELETE');
    await expect(opens(one.key)).rejects.toThrow(refusal(401));
    await atTheirs(one, '/restore');
    const panel = await signIn(one.email, NEW_PASSWORD);
    expect((await panel.call('/api/api-keys')).rows).toEqual([]);
    await expect(resume(panel, one, NEW_PASSWORD)).rejects.toThrow(refusal(404));
    await expect(opens(one.key)).rejects.toThrow(refusal(401));
  });
});

describe('8: an address', () => {
  const confirm = (link: string, password?: string) =>
    panelOf(panelAddress()).call('/api/confirm-email', { method: 'POST', body: { link, password } });

  test('of a sign-up waits unconfirmed, and the approval mail’s link opens the first login', async () => {
    const email = newAddress();
    const body = personFields(email);
    await panelOf(panelAddress()).call('/api/publisher-signup', { method: 'POST', sealed: true, body });
    const listed = async () => {
      const list = await manager.call(`/api/admin/publishers?q=${encodeURIComponent(email)}`, { sealed: true });
      return list.rows[0];
    };
    const { id, ...waiting } = await listed();
    expect(waiting).toMatchObject({ status: 'pending', email_confirmed: false });
    await expect(signIn(email)).rejects.toThrow(refusal(403));
    await manager.call(`/api/admin/publishers/${id}/approve`, { method: 'POST' });
    await expect(signIn(email)).rejects.toThrow(refusal(403));
    const link = await linkMailed(email, /approved/);
    await expect(confirm(link)).rejects.toThrow(refusal(401));
    await confirm(link, PASSWORD);
    await signIn(email);
    expect(await listed()).toMatchObject({ status: 'approved', email_confirmed: true });
  });

  test('that somebody wishes to have waits for its mail; until then the old one signs in', async () => {
    const { email } = await addPerson('affiliate');
    const panel = await signIn(email);
    await panel.call('/api/change-password', {
      method: 'POST',
      body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    });
    const wanted = newAddress();
    await panel.call('/api/change-email', { method: 'POST', body: { email: wanted, password: NEW_PASSWORD } });
    const link = await linkMailed(wanted, /./);
    await expect(signIn(wanted, NEW_PASSWORD)).rejects.toThrow(refusal(401));
    await signIn(email, NEW_PASSWORD);
    await confirm(link);
    await signIn(wanted, NEW_PASSWORD);
    await expect(signIn(email, NEW_PASSWORD)).rejects.toThrow(refusal(401));
  });
});

describe('3: half-open connections', () => {
  test('get their 400 when their time is over, and then their sockets are gone', async () => {
    for (const socket of slow) expect(await socket.ended()).toMatch(/^HTTP\/1\.1 400 /);
  });

  test(`more of them than the ${DESCRIPTORS} descriptors stop neither clicks nor shipping`, async () => {
    const offer = await createOffer(stack, manager);
    const held: HalfOpen[] = [];
    const answered: string[] = [];
    try {
      for (let n = 0; n < 2 * DESCRIPTORS; n++) {
        held.push(await halfOpen(port()));
        if (n % 16 !== 0) continue;
        const { status, id } = await click(port(), offer.number, 'demo.localhost', { onItsOwn: true });
        expect(status).toBe(302);
        if (id) answered.push(id);
      }
      expect(answered).toHaveLength((2 * DESCRIPTORS) / 16);
      expect(await settle(stack, answered, PATIENCE_MS)).toMatchObject({ missing: 0, doubled: 0 });
    } finally {
      for (const socket of held) socket.close();
    }
    expect(stack.accidents).toEqual([]);
  });
});

test('4: behind two tenants’ pixels and a silent host’s calls a third tenant’s conversion and mail come in their turn', async () => {
  const [PIXELS, AT_ONCE] = [160, 20];
  const { quiet, busy } = tenants;
  await busy[0]?.deliverTo(`http://${silentPlace()}/`, 20);
  const calls = `jobs where handler = 'postbacks.send' and state in ('ready', 'running', 'waiting')`;
  await soon(async () => (await countOf(calls)) >= 20);
  // all of it comes at once, the quiet tenant's last of all
  stack.server.pause();
  const flood = async (tenant: LaneTenant): Promise<void> => {
    for (let n = 0; n < PIXELS; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => sendPixel(stack, tenant, `flow-${n + at}`)));
  };
  await Promise.all(busy.map(flood));
  await sendPixel(stack, quiet, 'quiet-order');
  const mail = `with mail as (insert into mails (tenant_id, template, recipient, subject, body_text, body_html, created_at)
      values ($1, 'reset-password', 'quiet@example.test', 'A mail', 'text', '<p>text</p>', now()) returning id)
    insert into outbox (tenant_id, topic, payload) select $1, 'mail.queued', jsonb_build_object('mail_id', id::text) from mail`;
  await database.asOwner(mail, [quiet.id]);
  stack.server.goOn();
  await soon(async () => (await countOf(`receipts where txn_id like 'flow-%'`)) === busy.length * PIXELS);
  await soon(async () => (await countOf('receipt_queue')) === 0);
  const judgedAt = `select o.decided_at from receipt_outcomes o join receipts r using (tenant_id, receipt_id) where r.txn_id = 'quiet-order'`;
  for (const { id } of busy) {
    const after = `receipt_outcomes o join receipts r using (tenant_id, receipt_id)
      where o.tenant_id = $1 and r.txn_id like 'flow-%' and o.decided_at >`;
    expect(await countOf(`${after} (${judgedAt})`, [id])).toBeGreaterThan(PIXELS / 4);
  }
  expect(await countOf(`conversions where txn_id = 'quiet-order'`)).toBe(1);
  await soon(async () => (await countOf(`mails where recipient = 'quiet@example.test' and status = 'sent'`)) === 1);
  // the silent host still holds its callers up, and nobody else
  expect(await countOf(calls)).toBeGreaterThan(0);
});

test('9: of a tracker whose clock is minutes ahead no date is booked blindly, and there is an alarm', async () => {
  const offer = await createOffer(stack, manager);
  // it starts with what it knows, and cannot ask what time it is
  stack.server.pause();
  await stack.trackers[AHEAD]?.kill();
  const early: string[] = [];
  const clickInto = async (ids: string[]): Promise<number> => {
    const { id } = await click(port(AHEAD), offer.number);
    return id ? ids.push(id) : ids.length;
  };
  await soon(async () => (await clickInto(early)) > 0);
  stack.server.goOn();
  const aside = `intake_quarantine where reason like 'dated % s ahead of the server' and convert_from(frame, 'UTF8') like '%' || $1 || '%'`;
  await soon(async () => (await countOf(aside, early)) === 1);
  expect(await countOf('events where event_id = $1', early)).toBe(0);
  const alarms = async (): Promise<string[]> => {
    const { trackers } = await manager.call('/api/admin/system');
    return trackers.flatMap((tracker: { alarms: string[] }) => tracker.alarms);
  };
  await soon(async () => (await alarms()).some((alarm) => /^Its clock is (599|600|601) s ahead of/.test(alarm)));
  // once it has heard what time it is, it goes by the server's clock
  const later: string[] = [];
  const booked = `events where event_id = any($1) and at between now() - interval '5 min' and now() + interval '5 min'`;
  await soon(async () => (await clickInto(later)) > 0 && (await countOf(booked, [later])) > 0);
  expect(stack.accidents).toEqual([]);
});
