// Calls that became nothing, through the whole path: found and grouped by their cause, fixed by a mapping, previewed, replayed twice,
// each conversion exactly once. What does not prove its sender, what is another workspace's, what is expired or was refused is never
// paid by it. `npm run unmatched:proof` prints what it did.
import { createHash } from 'node:crypto';
import { routes } from '@tributary/contract';
import { macKey } from '@tributary/contract/tracker/siphash';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, FakeClock } from '../../../platform/clock.ts';
import { type Database, systemActor } from '../../../platform/db/database.ts';
import { quietLog, testSecret } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { postbackSecrets } from '../../tracking/index.ts';
import { startReplay } from './groups.repo.ts';
import { replayGroup } from './replay.ts';

const secrets = postbackSecrets(testSecret);
const key = macKey(testSecret.derive(CLICK_ID_KEY_LABEL));
const say = (text: string): void => {
  if (process.env.UNMATCHED_PROOF) process.stdout.write(`${text}\n`);
};

let t: TestApp;
let w: World;
let other: World;
let token = '';
let worker: Database;

beforeAll(async () => {
  t = await createTestApp({ clock: new FakeClock(new Date('2026-11-12T09:00:00Z')) });
  worker = t.database.open('worker');
  ({ token } = await t.signIn('admin@demo.test', { rememberMe: true }));
});
afterAll(() => t?.close());
// an advertiser of its own for each
beforeEach(async () => {
  w = await createWorld(t);
  other = await createWorld(t, 'acme');
});

type Row = Record<string, string>;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const tokenOf = (version = 1): string => secrets.token(w.advertiser.id, version);
const proven = (): Row => ({ token_digest: digestOf(tokenOf()) });

/** a call as a tracker that refused it wrote it down */
const refused = (outcome: string, query: Row, more: Row = {}): Row => {
  const { txn_id, goal, sale_amount, status, currency, click_id } = query;
  const columns = Object.entries({ txn_id, goal, sale_amount, status, currency, click_id });
  return {
    outcome,
    query: Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&'),
    ...Object.fromEntries(columns.filter(([, value]) => value !== undefined)),
    ...more,
  } as Row;
};
/** one that names a genuine click: its sender was asked */
const ofClick = (id: string, offer: number): Row => ({
  click_id: id,
  click_at: new Date(t.clock.now().getTime() - 60_000).toISOString(),
  offer: String(offer),
  publisher: String(w.publisher.number),
  advertiser: String(w.advertiser.number),
});
const send = async (rows: readonly Row[]): Promise<string[]> => {
  // the world makes a query of whatever it is given: ours is the one that counts
  const ids = await w.receipts(rows);
  await t.app.worker?.drain();
  return ids;
};

const groupsNow = async (query: Row = {}) => {
  const { body } = await t.call(routes.unmatched, { token, query: { advertiser_id: w.advertiser.id, ...query } });
  return body.rows;
};
const only = async (cause: string) => {
  const rows = await groupsNow();
  const found = rows.filter((row: { cause: string }) => row.cause === cause);
  expect(found, JSON.stringify(rows)).toHaveLength(1);
  return found[0];
};
const details = async (id: string) => (await t.call(routes.unmatchedGroup, { token, params: { id } })).body;
const noFix = { offer_id: null, parameters: {}, goals: {}, number_format: null };
const fix = (id: string, parts: object) =>
  t.call(routes.fixUnmatched, { token, params: { id }, body: { ...noFix, ...parts } });
const preview = async (id: string, parts: object | null = null, trust = false) =>
  (
    await t.call(routes.previewUnmatched, {
      token,
      params: { id },
      body: { fix: parts && { ...noFix, ...parts }, trust_sender: trust },
    })
  ).body;
const replay = (id: string, trust = false) =>
  t.call(routes.replayUnmatched, { token, params: { id }, body: { trust_sender: trust, reason: 'Put right' } });
const counts = async () => {
  const rows = await w.conversions();
  return { conversions: rows.length, paid: rows.filter(({ status }) => status !== 'rejected').length };
};

/** the clicks, and a call about each */
async function clicks(many: number, offer: number, more: Row = {}): Promise<string[]> {
  const ids = Array.from({ length: many }, () => w.clickId(offer));
  for (const id of ids) await w.click(id, new Date(t.clock.now().getTime() - 60_000), offer, more);
  return ids;
}

/** every path ends like this: two replays, each conversion once */
async function replayTwice(id: string, expected: number, revenue: string): Promise<void> {
  expect((await replay(id)).status).toBe(200);
  await t.app.worker?.drain();
  const first = await details(id);
  expect(first.replayed).toMatchObject({ state: 'done', done: expected, recorded: expected, duplicate: 0, refused: 0 });
  expect(first).toMatchObject({ matched: expected, state: 'fixed', stake: '0' });
  expect(await counts()).toEqual({ conversions: expected, paid: expected });
  const again = await replay(id);
  expect(again).toMatchObject({ status: 409 });
  // also where somebody replays the calls one by one
  const ids = await t.database.asOwner<{ receipt_id: string }>(
    'select receipt_id from unmatched_receipts where group_id = $1',
    [id],
  );
  await t.call(routes.replayReceipts, {
    token,
    body: { ids: ids.map((row) => row.receipt_id), trust_sender: false, reason: 'Once more' },
  });
  // and where the group forgets that it was done
  await t.database.asOwner('update unmatched_receipts set matched_at = null where group_id = $1', [id]);
  expect((await replay(id)).status).toBe(200);
  await t.app.worker?.drain();
  expect((await details(id)).replayed).toMatchObject({ state: 'done', recorded: 0, refused: 0 });
  expect(await counts()).toEqual({ conversions: expected, paid: expected });
  say(`  replayed twice: ${expected} conversions, ${revenue} revenue, none twice`);
}

describe('found, fixed, previewed, replayed twice', () => {
  test('our id under another name', async () => {
    const offer = await w.addOffer();
    const ids = await clicks(5, offer.number);
    await send(ids.map((id, n) => refused('missing_click', { cid: id, tid: `order-${n}` }, proven())));
    const group = await only('other_name');
    expect(group).toMatchObject({
      outcome: 'missing_click',
      calls: 5,
      matched: 0,
      state: 'open',
      stake: '50',
      network: '198.51.100.0/24',
    });
    expect(group.names).toEqual(['cid', 'tid']);
    const shown = await details(group.id);
    expect(shown).toMatchObject({ replayable: true, unproven: 0 });
    expect(shown.near_misses[0]).toMatchObject({
      kind: 'parameter',
      theirs: 'cid',
      ours: 'click_id',
      certain: true,
      calls: 5,
    });
    expect(shown.near_misses[1]).toMatchObject({ theirs: 'tid', ours: null, others: ['txn_id'], certain: false });
    // nothing is good without the fix
    expect(await preview(group.id)).toMatchObject({ total: 5, tried: 5, recorded: 0, refused: 5 });
    const parts = { parameters: { cid: 'click_id', tid: 'txn_id' } };
    const tried = await preview(group.id, parts);
    expect(tried).toMatchObject({ recorded: 5, duplicate: 0, refused: 0 });
    expect(tried.amounts).toEqual([{ currency: 'USD', revenue: '50', payout: '20' }]);
    expect(await counts()).toEqual({ conversions: 0, paid: 0 });
    expect((await details(group.id)).mapping).toBeNull();
    expect((await fix(group.id, parts)).status).toBe(200);
    expect((await details(group.id)).state).toBe('fixed');
    say(`other name: ${group.calls} calls found, cid is click_id`);
    await replayTwice(group.id, 5, '50');
    // nothing is left to try
    expect(await preview(group.id)).toMatchObject({ total: 0, tried: 0, recorded: 0, refused: 0 });
    expect((await w.conversions()).map(({ txn_id }) => txn_id).sort()).toEqual(
      [0, 1, 2, 3, 4].map((n) => `order-${n}`),
    );
  });

  test('a goal that is nearly one', async () => {
    const offer = await w.addOffer();
    await w.addGoal(offer.id, 'first_sale', 7_000_000, 3_000_000);
    const ids = await clicks(4, offer.number);
    await send(
      ids.map((id, n) =>
        refused('goal_unknown', { click_id: id, goal: n < 2 ? 'First Sale' : 'frist_sale' }, ofClick(id, offer.number)),
      ),
    );
    const group = await only('goal');
    expect(group).toMatchObject({ calls: 4, stake: '28' });
    const shown = await details(group.id);
    expect(shown.near_misses.map(({ theirs, ours }: Row) => [theirs, ours]).sort()).toEqual([
      ['First Sale', 'first_sale'],
      ['frist_sale', 'first_sale'],
    ]);
    const goals = { 'First Sale': 'first_sale', frist_sale: 'first_sale' };
    expect(await preview(group.id, { goals })).toMatchObject({
      recorded: 4,
      amounts: [{ revenue: '28', payout: '12' }],
    });
    await fix(group.id, { goals, offer_id: offer.id });
    say('goal: “First Sale” and “frist_sale” are first_sale');
    await replayTwice(group.id, 4, '28');
  });

  test('an amount that is written otherwise', async () => {
    const offer = await w.addOffer({ offer_type: 'CPS', revenue_micros: 0, payout_micros: 0 });
    await t.database.asOwner(
      'update offer_goals set revenue_basis_points = 1000, payout_basis_points = 500 where offer_id = $1',
      [offer.id],
    );
    await t.database.asOwner('update offers set updated_at = now() where id = $1', [offer.id]);
    const ids = await clicks(3, offer.number);
    const amounts = ['1.234,56', '12,50', 'USD 1.000,00'];
    await send(
      ids.map((id, n) =>
        refused(
          'malformed_amount',
          { click_id: id, txn_id: `a${n}`, sale_amount: amounts[n] ?? '' },
          ofClick(id, offer.number),
        ),
      ),
    );
    const group = await only('amount');
    expect(group.calls).toBe(3);
    const shown = await details(group.id);
    expect(shown.near_misses.find(({ theirs }: Row) => theirs === '1.234,56')).toMatchObject({ ours: 'comma' });
    await fix(group.id, { number_format: 'comma' });
    say('amount: 1.234,56 is read as 1234.56');
    await replayTwice(group.id, 3, 'its share of');
    const sales = await t.database.asOwner<{ sale_micros: string }>(
      'select sale_micros from conversions where advertiser_id = $1 order by sale_micros',
      [w.advertiser.id],
    );
    expect(sales.map(({ sale_micros }) => sale_micros)).toEqual(['12500000', '1000000000', '1234560000']);
  });

  test('a parameter in another spelling', async () => {
    const offer = await w.addOffer();
    const [good = '', bad = ''] = await clicks(2, offer.number);
    await send([
      refused('parameter_unclear', { click_id: good, txnId: 's1' }, ofClick(good, offer.number)),
      refused('parameter_unclear', { click_id: bad, txnId: 's2', Status: 'rejected' }, ofClick(bad, offer.number)),
    ]);
    const rows = (await groupsNow()).filter(({ cause }: Row) => cause === 'spelling');
    expect(rows).toHaveLength(2);
    const [group] = rows.filter(({ names }: { names: string[] }) => names.includes('Status'));
    // half of the fix leaves the other word unread: refused, never paid
    expect(await preview(group.id, { parameters: { txnId: 'txn_id' } })).toMatchObject({ recorded: 0, refused: 1 });
    await fix(group.id, { parameters: { txnId: 'txn_id', Status: 'status' } });
    for (const { id } of rows) await replay(id);
    await t.app.worker?.drain();
    expect((await w.conversions()).map(({ status }) => status).sort()).toEqual(['approved', 'rejected']);
  });
});

describe('causes that nothing on our side makes good', () => {
  test.each([
    ['missing_click', { click_id: '' }, 'unfilled'],
    ['macro_unfilled', { click_id: '{click_id}' }, 'unfilled'],
    ['missing_click', { clickid: '[CLICKID]' }, 'unfilled'],
    ['missing_click', { clickid: '%7Bclick_id%7D' }, 'unfilled'],
    ['missing_click', { order: 'A-1' }, 'unknown'],
    ['broken_click', { click_id: 'abc' }, 'unknown'],
    ['currency_unknown', { sale_amount: '5', currency: 'EUR' }, 'currency'],
    ['status_unknown', { status: 'hm' }, 'unknown'],
    ['malformed_amount', { sale_amount: 'many' }, 'unknown'],
    ['goal_unknown', { goal: 'checkout' }, 'unknown'],
  ])('%s of %j is %s', async (outcome, query, cause) => {
    await send([refused(outcome, query as Row, { advertiser: String(w.advertiser.number) })]);
    const group = await only(cause);
    expect(group).toMatchObject({ outcome, calls: 1 });
    expect((await details(group.id)).replayable).toBe(cause !== 'unfilled');
    if (cause === 'unfilled') expect(await replay(group.id)).toMatchObject({ status: 409 });
    expect((await counts()).conversions).toBe(0);
  });

  test('whose calls they are is known by their token, without a click', async () => {
    await send([refused('macro_unfilled', { click_id: '{click_id}' }, proven())]);
    expect((await only('unfilled')).advertiser.id).toBe(w.advertiser.id);
  });

  test('an earlier token, and a time in milliseconds', async () => {
    const offer = await w.addOffer();
    const [a = '', b = ''] = await clicks(2, offer.number);
    await t.database.asOwner(
      'insert into postback_auth (tenant_id, advertiser_id, version, rotated_at) values ($1, $2, 3, now())',
      [w.tenantId, w.advertiser.id],
    );
    await send([
      refused('token_mismatch', { click_id: a }, { ...ofClick(a, offer.number), token_digest: digestOf(tokenOf(2)) }),
      refused('token_mismatch', { click_id: b }, { ...ofClick(b, offer.number), token_digest: digestOf('guessed') }),
      refused('signature_expired', { click_id: a, ts: '1794470400123' }, ofClick(a, offer.number)),
      refused('signature_expired', { click_id: a, ts: '1794470400' }, ofClick(a, offer.number)),
    ]);
    const causes = (await groupsNow()).map(({ cause, outcome }: Row) => `${outcome} ${cause}`);
    expect(causes.sort()).toEqual([
      'signature_expired milliseconds',
      'signature_expired unknown',
      'token_mismatch old_token',
      'token_mismatch unknown',
    ]);
    const old = await only('old_token');
    expect((await details(old.id)).unproven).toBe(1);
    // nobody vouches: it is refused again; somebody does: it counts
    await replay(old.id);
    await t.app.worker?.drain();
    expect((await counts()).conversions).toBe(0);
    expect((await replay(old.id, true)).status).toBe(200);
    await t.app.worker?.drain();
    expect((await counts()).paid).toBe(1);
  });
});

describe('what a mapping never pays', () => {
  const parameters = { cid: 'click_id' };

  test('a call that does not prove its sender', async () => {
    const offer = await w.addOffer();
    const [a = '', b = '', c = ''] = await clicks(3, offer.number);
    await send([
      refused('missing_click', { cid: a }, { token_digest: digestOf('forged') }),
      refused('missing_click', { cid: b }),
      refused('missing_click', { cid: c }, proven()),
    ]);
    const group = await only('other_name');
    expect((await details(group.id)).unproven).toBe(2);
    expect(await preview(group.id, { parameters })).toMatchObject({
      recorded: 1,
      refused: 2,
      refusals: [{ outcome: 'token_mismatch', calls: 2 }],
    });
    await fix(group.id, { parameters });
    await replay(group.id);
    await t.app.worker?.drain();
    expect(await counts()).toEqual({ conversions: 1, paid: 1 });
    expect((await details(group.id)).replayed).toMatchObject({ recorded: 1, refused: 2 });
    say('forged sender: 2 of 3 refused by the digest of their token');
  });

  test.each([
    ['an address that is not allowed', { networks: '{192.0.2.0/24}' }, 'ip_not_allowed'],
    ['an address that is', { networks: '{198.51.100.0/24,2001:db8::/32}' }, null],
    ['a signature, which is not kept', { signature_required: true }, 'signature_mismatch'],
    ['no proof where none is asked for', { token_required: false }, null],
  ])('%s', async (_what, auth, fault) => {
    const offer = await w.addOffer();
    const [id = ''] = await clicks(1, offer.number);
    await w.insert('postback_auth', { tenant_id: w.tenantId, advertiser_id: w.advertiser.id, ...auth });
    await send([refused('missing_click', { cid: id }, proven())]);
    const tried = await preview((await only('other_name')).id, { parameters });
    expect(tried.refusals).toEqual(fault === null ? [] : [{ outcome: fault, calls: 1 }]);
    expect(tried.recorded).toBe(fault === null ? 1 : 0);
  });

  test('another workspace’s click is as unknown as none', async () => {
    const foreign = other.clickId((await other.addOffer()).number);
    await send([
      refused('missing_click', { cid: foreign }, proven()),
      refused('missing_click', { cid: foreign.slice(0, -1) + (foreign.endsWith('A') ? 'B' : 'A') }, proven()),
    ]);
    const group = await only('unknown');
    expect(group).toMatchObject({ calls: 2, stake: '0' });
    expect((await details(group.id)).near_misses).toEqual([]);
    expect(await preview(group.id, { parameters })).toMatchObject({ recorded: 0, refused: 2 });
  });

  test('an expired click, a refused one, and one too fast', async () => {
    const offer = await w.addOffer({ min_ctit_seconds: 30 });
    const expired = w.clickId(offer.number, new Date(t.clock.now().getTime() - 31 * DAY_MS));
    const [bot = ''] = await clicks(1, offer.number, { verdict: 'shield_ip' });
    const fast = w.clickId(offer.number, new Date(t.clock.now().getTime() - 2_000));
    const fine = w.clickId(offer.number);
    await w.click(fine, new Date(t.clock.now().getTime() - 60_000), offer.number);
    await send([expired, bot, fast, fine].map((cid) => refused('missing_click', { cid }, proven())));
    const group = await only('other_name');
    await fix(group.id, { parameters });
    await replay(group.id);
    await t.app.worker?.drain();
    const rows = await w.conversions();
    expect(rows.filter(({ status }) => status !== 'rejected').map(({ click_id }) => click_id)).toEqual([fine]);
    expect(
      rows
        .filter(({ status }) => status === 'rejected')
        .map(({ click_id }) => click_id)
        .sort(),
    ).toEqual([bot, fast].sort());
  });

  test('a click’s life is judged by the call’s own time', async () => {
    const offer = await w.addOffer({ click_life_days: 1 });
    const [id = ''] = await clicks(1, offer.number);
    await send([refused('missing_click', { cid: id }, proven())]);
    const group = await only('other_name');
    t.clock.advance(5 * DAY_MS);
    ({ token } = await t.signIn('admin@demo.test', { rememberMe: true }));
    await fix(group.id, { parameters });
    await replay(group.id);
    await t.app.worker?.drain();
    expect(await counts()).toEqual({ conversions: 1, paid: 1 });
  });

  test('a query that was not kept whole', async () => {
    const offer = await w.addOffer();
    const [id = '', cut = ''] = await clicks(2, offer.number);
    await send([
      refused('missing_click', { cid: id, rest: 'x' }, proven()),
      refused('missing_click', { cid: cut, rest: 'x'.repeat(4090) }, proven()),
    ]);
    const rows = (await groupsNow()).map(({ id: one }: Row) => one ?? '');
    for (const one of rows) await fix(one, { parameters });
    for (const one of rows) await replay(one);
    await t.app.worker?.drain();
    expect((await w.conversions()).map(({ click_id }) => click_id)).toEqual([id]);
  });
});

describe('a replay', () => {
  const parameters = { cid: 'click_id' };
  const deps = () => ({ database: worker, key, secrets, clock: t.clock, log: quietLog });

  /** as the route does it, but for the job: the test runs it by hand */
  const begin = async (id: string, total: number) => {
    const { userId } = await t.signIn('admin@demo.test');
    await worker.withTenant(w.tenantId, systemActor, (tx) =>
      startReplay(tx, id, { at: t.clock.now(), by: userId, trusted: false, total }),
    );
  };

  async function grouped(many: number) {
    const offer = await w.addOffer();
    const ids = Array.from({ length: many }, () => w.clickId(offer.number));
    await send(ids.map((cid) => refused('missing_click', { cid }, proven())));
    const group = await only('other_name');
    await fix(group.id, { parameters });
    return group;
  }

  test('goes on after a kill from where it was, and each call counts once', async () => {
    const group = await grouped(150);
    await begin(group.id, 150);
    // dies in the second hundred: what it had decided of that hundred is taken back
    let asked = 0;
    const dying = {
      ...secrets,
      tokenHash: (id: string, version: number) => {
        if (++asked > 120) throw Object.assign(new Error('killed'), { code: '57P01' });
        return secrets.tokenHash(id, version);
      },
    };
    await expect(replayGroup({ ...deps(), secrets: dying }, w.tenantId, group.id)).rejects.toThrow('killed');
    expect((await details(group.id)).replayed).toMatchObject({ state: 'running', done: 100, recorded: 100 });
    expect((await counts()).paid).toBe(100);
    await replayGroup(deps(), w.tenantId, group.id);
    expect((await details(group.id)).replayed).toMatchObject({ state: 'done', done: 150, recorded: 150 });
    expect((await counts()).paid).toBe(150);
    say('killed in the second hundred of 150: goes on, 150 conversions');
  });

  test('is stopped, and goes on', async () => {
    const group = await grouped(30);
    await begin(group.id, 30);
    expect((await replay(group.id)).status).toBe(409);
    const stopped = await t.call(routes.stopUnmatched, { token, params: { id: group.id }, body: {} });
    expect(stopped).toMatchObject({ status: 200, body: { replay: 'stopping' } });
    await replayGroup(deps(), w.tenantId, group.id);
    expect((await details(group.id)).replayed).toMatchObject({ state: 'stopped', done: 0 });
    expect((await counts()).paid).toBe(0);
    await replay(group.id);
    await t.app.worker?.drain();
    expect((await details(group.id)).replayed).toMatchObject({ state: 'done', done: 30 });
    expect((await counts()).paid).toBe(30);
  });

  test('of two calls about one order, one counts', async () => {
    const offer = await w.addOffer();
    const [id = ''] = await clicks(1, offer.number);
    await send([0, 1].map(() => refused('missing_click', { cid: id }, proven())));
    const group = await only('other_name');
    await fix(group.id, { parameters });
    await replay(group.id);
    await t.app.worker?.drain();
    expect((await details(group.id)).replayed).toMatchObject({ recorded: 1, duplicate: 1 });
    expect((await counts()).paid).toBe(1);
  });

  test('leaves calls older than thirty days alone', async () => {
    const group = await grouped(1);
    t.clock.advance(31 * DAY_MS);
    ({ token } = await t.signIn('admin@demo.test', { rememberMe: true }));
    expect(await replay(group.id)).toMatchObject({ status: 409 });
  });
});

describe('a group', () => {
  test('of a mapping that was undone is refused again', async () => {
    const offer = await w.addOffer();
    const [id = ''] = await clicks(1, offer.number);
    await send([refused('missing_click', { cid: id }, proven())]);
    const group = await only('other_name');
    await fix(group.id, { parameters: { cid: 'click_id' } });
    const { body: log } = await t.call(routes.changeLog, { token, query: {} });
    const change = log.rows.find(({ action }: Row) => action === 'postback-mapping.set');
    expect(await t.call(routes.undoChange, { token, params: { id: change.id } })).toMatchObject({ status: 200 });
    expect((await details(group.id)).mapping).toBeNull();
    expect(await preview(group.id)).toMatchObject({ recorded: 0, refused: 1 });
  });

  test('is set aside with a reason, opened again, and opens by itself when a fixed one goes on', async () => {
    const row = () => refused('status_unknown', { status: 'hm' }, { advertiser: String(w.advertiser.number) });
    await send([row()]);
    const { id } = await only('unknown');
    const set = (ignored: boolean, reason = 'Their test machine') =>
      t.call(routes.ignoreUnmatched, { token, params: { id }, body: { ignored, reason } });
    expect(await set(true, ' ')).toMatchObject({ status: 400 });
    expect(await set(true)).toMatchObject({ status: 200, body: { state: 'ignored', reason: 'Their test machine' } });
    expect(await set(true)).toMatchObject({ status: 409 });
    await send([row()]);
    expect(await only('unknown')).toMatchObject({ state: 'ignored', calls: 2 });
    await set(false);
    await t.database.asOwner(`update unmatched_groups set state = 'fixed', state_at = $2 where id = $1`, [
      id,
      t.clock.now(),
    ]);
    await send([row()]);
    expect(await only('unknown')).toMatchObject({ state: 'open', calls: 3 });
  });

  test('that grows by more than twenty in an hour is told once, and stands in the way of a close', async () => {
    const row = () => refused('status_unknown', { status: 'hm' }, { advertiser: String(w.advertiser.number) });
    const told = () =>
      t.database.asOwner<{ n: number }>(`select count(*)::int as n from mails where template = 'unmatched-grew'`);
    const before = (await told())[0]?.n ?? 0;
    await send(Array.from({ length: 20 }, row));
    expect((await told())[0]?.n).toBe(before);
    await send([row(), row(), row()]);
    const after = (await told())[0]?.n ?? 0;
    expect(after).toBeGreaterThan(before);
    await send([row()]);
    expect((await told())[0]?.n).toBe(after);
    const month = t.clock.now().toISOString().slice(0, 7);
    const { body } = await t.call(routes.closeChecklist, { token, query: { month } });
    const check = body.checks.find((one: { check: string }) => one.check === 'unmatched');
    expect(check.count).toBeGreaterThanOrEqual(24);
    await t.database.asOwner(`update unmatched_groups set state = 'ignored' where state = 'open'`);
    const { body: later } = await t.call(routes.closeChecklist, { token, query: { month } });
    expect(later.checks.find((one: { check: string }) => one.check === 'unmatched').count).toBe(0);
  });

  test('takes no fix that says nothing, that names what proves a call, or that is another advertiser’s offer', async () => {
    const offer = await w.addOffer();
    const [id = ''] = await clicks(1, offer.number);
    await send([refused('missing_click', { cid: id }, proven())]);
    const group = await only('other_name');
    const foreign = await w.addPerson('advertiser');
    const theirs = await w.addOffer({ advertiser_id: foreign.id });
    expect(await fix(group.id, {})).toMatchObject({ status: 400 });
    for (const name of ['token', 'signature', 'ts', 'click_id', 'camp_id', 'a b', 'a&b', '']) {
      expect(await fix(group.id, { parameters: { [name]: 'txn_id' } }), name).toMatchObject({ status: 400 });
    }
    expect(await fix(group.id, { parameters: { cid: 'token' } })).toMatchObject({ status: 400 });
    expect(await fix(group.id, { parameters: { cid: 'click_id' }, offer_id: theirs.id })).toMatchObject({
      status: 404,
    });
    expect(await fix('0', { parameters: { cid: 'click_id' } })).toMatchObject({ status: 404 });
  });
});
