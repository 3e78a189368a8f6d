// Statements as a partner checks them: whole, altered in every way, signed anew by us or by somebody else, against an older one;
// what stands in them and for whom; and the tree and its checkpoints against hands in the database.
import { routes } from '@tributary/contract';
import { KEYS_PATH } from '@tributary/contract/trust/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkStatement } from '../../../../verify/index.mjs';
import { createScene } from '../../../http/matrix/scene.ts';
import { systemActor } from '../../../platform/db/database.ts';
import { testSecret } from '../../../platform/testing.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { verifyMoney } from '../../conversions/index.ts';
import { writeFirstFormat } from '../../ledger/testing.ts';
import { checkProof } from './index.ts';
import { signingKey, signNote, statementText } from './sign.ts';

interface Entry {
  sequence: string;
  text: string;
  previous: string;
  proof: string[];
}
interface File {
  format: string;
  statement: {
    account: { id: string; side: string; name: string };
    checkpoint: string;
    keys: { kid: string }[];
    entries: Entry[];
    untold: { entries: number; posted: string }[];
    balances: { account: string; currency: string; opening: Sum; closing: Sum }[];
    consistency: { size: string; proof: string[] }[];
  };
  signature: string;
}
interface Sum {
  pending: string;
  posted: string;
}

let t: TestApp;
let w: World;
let admin: string;
let publisher: { token: string; userId: string };
let advertiser: { token: string; userId: string };
let offer: { id: string };
let first: File;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  admin = (await t.signIn('admin@demo.test')).token;
  publisher = await t.signIn('publisher@demo.test');
  advertiser = await t.signIn('advertiser@demo.test');
  offer = await w.addOffer({ advertiser_id: advertiser.userId });
  await convert();
  await convert({ status: 'pending' });
  await convert();
  await checkpoint();
  first = await own();
});
afterAll(() => t.close());

type Asked = Parameters<TestApp['call']>;
const good = async (token: string, route: Asked[0], options: Asked[1] = {}) => {
  t.clock.advance(1_000);
  const reply = await t.call(route, { token, ...options });
  expect(reply.status, reply.raw).toBeLessThan(300);
  return reply;
};
let count = 0;
const convert = async (more: object = {}): Promise<string> => {
  const body = {
    offer_id: offer.id,
    publisher_id: publisher.userId,
    txn_id: `s-${++count}`,
    reason: 'By mail',
    ...more,
  };
  return (await good(admin, routes.addConversion, { body: { status: 'approved', ...body } })).body.id;
};
const checkpoint = async () => {
  await good(admin, routes.writeCheckpoint);
  await t.app.worker?.drain();
};
const own = async (query: Record<string, string> = {}): Promise<File> =>
  JSON.parse((await good(publisher.token, routes.ownPublisherSignedStatement, { query })).raw);
const keys = async (): Promise<unknown> => {
  const reply = await t.app.http?.inject({ url: KEYS_PATH, headers: { host: 'demo.localhost' } });
  return JSON.parse(reply?.payload ?? '');
};
const faults = async (file: unknown, beside: { older?: unknown; keys?: unknown } = {}): Promise<string[]> =>
  (await checkStatement(file, beside)).steps.filter(({ result }) => result === 'bad').map(({ code }) => code);
/** as somebody who has our keys would: what is found then is found by the ledger itself */
const signedAnew = (file: File, version = 1): File => {
  const text = statementText(w.tenantId, file.statement);
  return { ...file, signature: signNote(w.tenantId, text, signingKey(testSecret, w.tenantId, version)) };
};
const altered = (file: File, change: (statement: File['statement']) => unknown): File => {
  const copy = structuredClone(file);
  change(copy.statement);
  return copy;
};

test('a statement holds by itself and by the keys that the workspace publishes', async () => {
  expect(await faults(first, { keys: await keys() })).toEqual([]);
  expect(first.statement.entries).toHaveLength(3);
  expect(first.statement.balances).toEqual([
    {
      account: 'publisher_payable',
      currency: 'USD',
      opening: { pending: '0', posted: '0' },
      closing: { pending: '4000000', posted: '8000000' },
    },
  ]);
  const unknown = (await checkStatement(first)).steps.filter(({ result }) => result === 'unknown');
  expect(unknown.map(({ code }) => code)).toEqual(['keys_not_given']);
});

describe('altered', () => {
  const alterations: [string, (statement: File['statement']) => unknown, string[]][] = [
    [
      'one digit',
      ({ entries }) => {
        const [entry] = entries;
        if (entry) entry.text = entry.text.replace('"4000000"', '"5000000"');
      },
      ['not_in_ledger', 'sums_differ'],
    ],
    ['one entry dropped', ({ entries }) => void entries.shift(), ['sums_differ']],
    [
      'one put in another place',
      ({ entries }) => void entries.reverse(),
      ['entry_out_of_order', 'not_reached', 'not_reached'],
    ],
    [
      'a balance',
      ({ balances: [balance] }) => {
        if (balance) balance.closing.posted = '9000000';
      },
      ['sums_differ'],
    ],
    [
      'whose it is',
      ({ account }) => Object.assign(account, { id: w.publisher.id }),
      ['entry_of_another', 'not_reached', 'not_reached'],
    ],
    [
      'the checkpoint’s size',
      (statement) => Object.assign(statement, { checkpoint: statement.checkpoint.replace(/\n\d+\n/, '\n9999\n') }),
      ['checkpoint_wrong', 'not_in_ledger'],
    ],
  ];
  test.each(alterations)('%s: refused, by its signature and by the ledger', async (_what, change, found) => {
    const file = altered(first, change);
    expect(await faults(file)).toEqual(['changed_after_signing', ...found]);
    expect(await faults(signedAnew(file))).toEqual(found);
  });

  test('an entry from another place of the ledger is not one of this', async () => {
    const file = altered(first, ({ entries: [one, two] }) => {
      if (one && two) one.proof = two.proof;
    });
    expect(await faults(signedAnew(file))).toEqual(['not_in_ledger']);
  });

  test('signed by a key of somebody else: refused by the published keys', async () => {
    const { publicKey, privateKey } = signingKey(testSecret, 'somebody', 7);
    const stolen = altered(first, (statement) => {
      const [key] = statement.keys;
      statement.keys = [{ ...key, kid: 'x', x: publicKey.toString('base64url') } as never];
    });
    const text = statementText(w.tenantId, stolen.statement);
    const file = { ...stolen, signature: signNote(w.tenantId, text, { version: 7, publicKey, privateKey }) };
    expect(await faults(file, { keys: await keys() })).toEqual(['checkpoint_wrong', 'key_not_published']);
  });

  test.each([null, 1, 'x', [], {}, { format: 'tributary-statement-1' }])('%j is no statement', async (file) => {
    expect(await faults(file)).toEqual(['unreadable']);
  });
});

describe('against an older one', () => {
  let newer: File;
  beforeAll(async () => {
    await convert();
    await checkpoint();
    newer = await own();
  });

  test('nothing before was changed or dropped', async () => {
    expect(newer.statement.consistency).toHaveLength(1);
    expect(await faults(newer, { older: first, keys: await keys() })).toEqual([]);
    expect(await faults(first, { older: newer })).toEqual(['older_is_newer']);
  });

  test('a newer one without an entry that the older one told is refused', async () => {
    const file = altered(newer, ({ entries, balances: [balance] }) => {
      entries.shift();
      if (balance) balance.closing.posted = String(BigInt(balance.closing.posted) - 4_000_000n);
    });
    expect(await faults(signedAnew(file), { older: first })).toEqual(['entry_dropped']);
  });

  test('a ledger whose past was written anew is found, though every part of the new statement holds', async () => {
    const file = altered(newer, ({ consistency: [proof] }) => {
      if (proof?.proof[0]) proof.proof[0] = Buffer.alloc(32, 7).toString('base64');
    });
    expect(await faults(signedAnew(file), { older: first })).toEqual(['history_changed']);
    const without = altered(newer, (statement) => Object.assign(statement, { consistency: [] }));
    expect(await faults(signedAnew(without), { older: first })).toEqual(['no_consistency']);
  });

  test('of an account of somebody else: refused', async () => {
    const reply = await good(advertiser.token, routes.ownAdvertiserSignedStatement);
    expect(await faults(newer, { older: JSON.parse(reply.raw) })).toEqual(['older_of_another']);
  });

  test('a period begins with what stood before it', async () => {
    const [, , last] = first.statement.entries;
    const from = Math.ceil(Date.parse(JSON.parse(last?.text ?? '[]')[4]) / 1000) + 1;
    const part = await own({ from: String(from) });
    expect(part.statement.entries).toHaveLength(1);
    expect(part.statement.balances[0]?.opening).toEqual({ pending: '4000000', posted: '8000000' });
    expect(await faults(part, { older: first })).toEqual([]);
    const reply = await t.call(routes.ownPublisherSignedStatement, {
      token: publisher.token,
      query: { from: '2000', to: '1000' },
    });
    expect([reply.status, reply.body.error?.message]).toEqual([400, 'The period must end after it begins.']);
  });
});

describe('what stands in it', () => {
  test('of a publisher nothing of revenue or the advertiser, and the other way round', async () => {
    const text = JSON.stringify(await own());
    for (const word of [advertiser.userId, 'revenue', 'receivable', '10000000']) expect(text).not.toContain(word);
    const { raw } = await good(advertiser.token, routes.ownAdvertiserSignedStatement);
    for (const word of [publisher.userId, 'payout', 'payable', '4000000']) expect(raw).not.toContain(word);
    expect(await faults(JSON.parse(raw), { keys: await keys() })).toEqual([]);
  });

  test('campaigns whose payout is hidden are one sum, and the rest still holds', async () => {
    const hidden = await w.addOffer({ advertiser_id: advertiser.userId, hide_payout: true });
    await convert({ offer_id: hidden.id });
    await checkpoint();
    const file = await own();
    expect(file.statement.untold).toMatchObject([{ entries: 1, posted: '4000000' }]);
    expect(await faults(file, { older: first })).toEqual([]);
    // an hour of its own would tell what one conversion pays: whoever asks for it is given the month around it
    const now = Math.floor(t.clock.now().getTime() / 1000);
    const { raw } = await good(publisher.token, routes.ownPublisherSignedStatement, {
      query: { from: String(now - 3600), to: String(now + 3600) },
    });
    const { from, to, untold } = JSON.parse(raw).statement;
    const month = t.clock.now().toISOString().slice(0, 7);
    expect([from.slice(0, 10), to > from, untold]).toEqual([`${month}-01`, true, file.statement.untold]);
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(27 * 86_400_000);
    const console = await good(admin, routes.publisherSignedStatement, { params: { id: publisher.userId } });
    expect(JSON.parse(console.raw).statement.untold).toEqual(file.statement.untold);
  });

  test('a role that hides revenue gets no advertiser’s file', async () => {
    const scene = await createScene(t);
    const role_id = await scene.addRole('demo', { billing: 'read', payouts: 'read' });
    await t.database.asOwner(`update roles set hidden = '{revenue}' where id = $1`, [role_id]);
    const { token } = await scene.openSession(await scene.addPerson('demo', 'admin', { role_id }));
    const refused = await t.call(routes.advertiserSignedStatement, { token, params: { id: advertiser.userId } });
    expect([refused.status, refused.raw.includes('entries')]).toEqual([403, false]);
    await good(token, routes.publisherSignedStatement, { params: { id: publisher.userId } });
    await t.database.asOwner(`update roles set hidden = '{}' where id = $1`, [role_id]);
    await good(token, routes.advertiserSignedStatement, { params: { id: advertiser.userId } });
  });
});

test('entries of the chain’s first format are proven as those of the second', async () => {
  const other = await createWorld(t, 'acme');
  const token = (await t.signIn('admin@acme.test', { subdomain: 'acme' })).token;
  const asked = { token, subdomain: 'acme', params: { id: other.publisher.id } };
  const early = await t.call(routes.publisherSignedStatement, asked);
  expect([early.status, early.body.error?.message]).toEqual([409, expect.stringContaining('Nothing was signed yet')]);
  await t.database.asOwner('alter table ledger_transfers alter column format set default 1');
  const one = { leg: 'payout', currency: 'USD', ownerId: other.publisher.id, reason: 'First release' } as const;
  await writeFirstFormat(
    t.database,
    other.tenantId,
    [
      { ...one, subject: { kind: 'conversion', id: other.advertiser.id }, phase: 'direct', amount: 3_000_000n },
      { ...one, subject: { kind: 'conversion', id: other.publisher.id }, phase: 'pending', amount: 2_000_000n },
    ],
    t.clock.now(),
  );
  await t.database.asOwner('alter table ledger_transfers alter column format drop default');
  const place = await other.addOffer();
  t.clock.advance(1_000);
  expect(await other.convert({ click_id: other.clickId(place.number), txn_id: 'second' })).toBe('recorded');
  await t.call(routes.writeCheckpoint, { token, subdomain: 'acme' });
  await t.app.worker?.drain();
  const { raw } = await t.call(routes.publisherSignedStatement, asked);
  const file: File = JSON.parse(raw);
  expect(file.statement.entries.map(({ text }) => JSON.parse(text)[0])).toEqual([
    'tributary-ledger-1',
    'tributary-ledger-1',
    'tributary-ledger-2',
  ]);
  expect(await faults(file)).toEqual([]);
});

test('a new key signs from now on, and what the old one has signed stays good', async () => {
  const before = await own();
  const key = (await good(admin, routes.rotateProofKey)).body;
  expect(key).toMatchObject({ version: 2, retired_at: null });
  await t.app.worker?.drain();
  await convert();
  await checkpoint();
  const after = await own();
  const published = await keys();
  expect(published).toMatchObject({
    keys: [
      { version: 2, until: null },
      { version: 1, until: expect.any(String) },
    ],
  });
  expect(after.statement.checkpoint.split('\n').at(-2)).not.toBe(before.statement.checkpoint.split('\n').at(-2));
  expect(await faults(before, { keys: published })).toEqual([]);
  expect(await faults(after, { older: before, keys: published })).toEqual([]);
  const late = altered(after, (statement) =>
    Object.assign(statement, { keys: [...statement.keys, ...before.statement.keys] }),
  );
  expect(await faults(signedAnew(late, 1), { keys: published })).toContain('key_retired');
  const log = (await good(admin, routes.changeLog)).body.rows.find(
    ({ action }: { action: string }) => action === 'proof-key.rotated',
  );
  expect(log).toMatchObject({ undo: 'secret' });
});

test('the card of the first page counts what is proven, and what came since', async () => {
  const { body } = await good(publisher.token, routes.ownPublisherProof);
  expect(body).toMatchObject({ checkpoint: { size: expect.any(String) }, later: 0 });
  await convert();
  const { body: now } = await good(publisher.token, routes.ownPublisherProof);
  expect([now.entries, now.later]).toEqual([body.entries, 1]);
  await checkpoint();
});

test('a close has its checkpoint, and the same moment twice is one', async () => {
  const rows = async () => (await good(admin, routes.checkpoints)).body.rows;
  const before = await rows();
  await checkpoint();
  expect(await rows()).toEqual(before);
  await convert();
  await t.database.asOwner(
    `insert into outbox (tenant_id, topic, payload) values ($1, 'period.closed', jsonb_build_object('close_id', $2::text, 'month', '2020-01', 'version', 1))`,
    [w.tenantId, w.tenantId],
  );
  await t.app.worker?.drain();
  const [newest] = await rows();
  expect(newest).toMatchObject({ cause: 'close', key_version: 2 });
});

describe('hands in the database', () => {
  const findings = () =>
    t.database.open('worker').withTenant(w.tenantId, systemActor, (tx) => checkProof(testSecret)(tx, w.tenantId));
  test('an untouched one has nothing to say, of any workspace', async () => {
    const lines: string[] = [];
    await verifyMoney(t.database.open('worker'), [], (line) => lines.push(line), checkProof(testSecret));
    expect(lines.filter((line) => /checkpoint|node|tree|key/.test(line))).toEqual([]);
    expect(await findings()).toEqual([]);
  });
  test.each([
    [
      'update ledger_nodes set hash = sha256(hash) where tenant_id = $1 and level = 1 and place = 1',
      ['the node 1 of level 1 of the tree was changed'],
    ],
    [
      'update ledger_nodes set hash = sha256(hash) where tenant_id = $1 and level = 0 and place = 3',
      ['the node 3 of level 0 of the tree was changed'],
    ],
    [
      'delete from ledger_nodes where tenant_id = $1 and level = 2 and place = 0',
      ['the tree lacks the node 0 of level 2'],
    ],
    [`insert into ledger_nodes values ($1, 40, 7, sha256('x'))`, ['the tree has 1 nodes that it must not have']],
  ])('%s', async (statement, found) => {
    const kept = await t.database.asOwner<{ row: string }>(
      'select to_jsonb(n)::text as row from ledger_nodes n where tenant_id = $1',
      [w.tenantId],
    );
    await t.database.asOwner(statement, [w.tenantId]);
    expect(await findings()).toEqual(found);
    await t.database.asOwner('delete from ledger_nodes where tenant_id = $1', [w.tenantId]);
    await t.database.asOwner(
      'insert into ledger_nodes select n.* from unnest($1::text[]) r, jsonb_populate_record(null::ledger_nodes, r::jsonb) n',
      [kept.map(({ row }) => row)],
    );
    expect(await findings()).toEqual([]);
  });
  test('a checkpoint’s root, head, note and size', async () => {
    const [last] = await t.database.asOwner<{ id: string; size: string }>(
      'select id, size from checkpoints where tenant_id = $1 order by size desc limit 1',
      [w.tenantId],
    );
    const isNot = `the checkpoint over ${last?.size} entries is not what was signed`;
    const cases: [string, string[]][] = [
      [
        'root = sha256(root)',
        [`the root of the checkpoint over ${last?.size} entries is not that of the ledger`, isNot],
      ],
      [
        'head = sha256(head)',
        [`the checkpoint over ${last?.size} entries ends with another entry than the ledger has there`, isNot],
      ],
      [`note = replace(note, 'time 2', 'time 3')`, [isNot]],
      [
        'size = size + 100',
        [
          `a checkpoint covers ${Number(last?.size) + 100} entries, of which the ledger and its tree have ${last?.size}`,
          `the checkpoint over ${Number(last?.size) + 100} entries is not what was signed`,
        ],
      ],
    ];
    for (const [change, found] of cases) {
      const [row] = await t.database.asOwner<{ row: string }>(
        'select to_jsonb(c)::text as row from checkpoints c where id = $1',
        [last?.id],
      );
      await t.database.asOwner(`update checkpoints set ${change} where id = $1`, [last?.id]);
      expect(await findings(), change).toEqual(found);
      await t.database.asOwner('delete from checkpoints where id = $1', [last?.id]);
      await t.database.asOwner(
        'insert into checkpoints select * from jsonb_populate_record(null::checkpoints, $1::jsonb)',
        [row?.row],
      );
    }
    expect(await findings()).toEqual([]);
  });
});
