// The tracker as its users meet it: over HTTP, with a server behind it.
import { createHash, createHmac } from 'node:crypto';
import { signatureOf, signedText, signingKeyName } from '@tributary/contract/tracker/postback-signature';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSecret } from './secret.ts';
import * as make from './testing/entities.ts';
import { Harness } from './testing/harness.ts';
import { LeaseLedger } from './testing/lease-ledger.ts';

const GOOD = '/click?camp_id=10&publisher_id=2&p1=abc';
const harness = new Harness();

const rowOf = async (column: string, id: string) => {
  const find = () => harness.server.rows.find(({ row }) => row[column] === id)?.row;
  await harness.until(() => find() !== undefined);
  return find();
};

beforeAll(async () => {
  await harness.start([
    ...make.basics(),
    { put: 'tenant', value: make.tenant({ domains: ['go.brand.example'] }) },
    { put: 'tenant', value: make.tenant({ number: 2, subdomain: 'acme', displayName: '<b>Acme</b>', color: 'red;}' }) },
    { put: 'offer', value: make.offer({ number: 11, redirect: '301' }) },
    {
      put: 'offer',
      value: make.offer({ number: 12, redirect: 'javascript', url: 'https://shop.example/?x={p1}&y={p2:raw}' }),
    },
    { put: 'offer', value: make.offer({ number: 13, conversionTracking: 'pixel' }) },
    { put: 'offer', value: make.offer({ number: 14, advertiser: 4 }) },
    { put: 'offer', value: make.offer({ number: 16, advertiser: 5 }) },
    { put: 'advertiser', value: make.advertiser({ number: 5, postbackSignature: 2 }) },
    { put: 'offer', value: make.offer({ number: 15, caps: [{ id: 'cap-15', publisher: null }] }) },
    { put: 'link', value: make.link() },
    {
      put: 'advertiser',
      value: make.advertiser({
        number: 4,
        postbackTokenHash: createHash('sha256').update('right').digest('hex'),
        postbackNetworks: ['127.0.0.0/8'],
      }),
    },
  ]);
  harness.server.ledger = new LeaseLedger({ limits: { 'cap-15': 5 }, trackers: 1, ttlMs: 5000 });
});
afterAll(() => harness.stop());

describe('a click', () => {
  test('is redirected with no-store, and its record is counted within two seconds', async () => {
    const { status, headers } = await harness.get(GOOD);
    const began = Date.now();
    expect([status, headers['cache-control']]).toEqual([302, 'no-store']);
    const id = new URL(headers.location ?? '').searchParams.get('cid') ?? '';
    expect(id).toMatch(/^[\w-]{40}$/);
    expect(await rowOf('event_id', id)).toMatchObject({ verdict: 'accepted', offer: '10', ip: '127.0.0.1' });
    expect(Date.now() - began).toBeLessThan(2000);
  });

  test('of type 301 is not cached either', async () => {
    const { status, headers } = await harness.get(GOOD.replace('=10', '=11'));
    expect([status, headers['cache-control']]).toEqual([301, 'no-store']);
  });

  test('of type javascript gets a page that nothing can break out of', async () => {
    const nasty = encodeURIComponent('</script><script>alert(1)//"\'\u2028');
    const { status, headers, body } = await harness.get(`/click?camp_id=12&publisher_id=2&p1=${nasty}&p2=${nasty}`);
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'nonce-[0-9a-f]{32}'/);
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('\u2028');
    expect(body).toMatch(/location\.replace\("https:\/\/shop\.example\/\?x=/);
  });

  test('on the tenant’s own domain, on a port, in capitals and by short link is the same tenant’s', async () => {
    for (const host of ['go.brand.example', 'demo.localhost:3001', 'DEMO.localhost']) {
      expect((await harness.get(GOOD, { Host: host })).status).toBe(302);
    }
    expect((await harness.get('/c/abc?p1=x')).headers.location).toContain('p=x');
  });

  test('for another tenant’s offer gets the branded page of its own host', async () => {
    const { status, body, headers } = await harness.get(GOOD, { Host: 'acme.localhost' });
    expect(status).toBe(404);
    expect(body).toContain('&#60;b&#62;Acme');
    expect(body).toContain('--accent:#0f766e');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  test('beyond its cap goes to the fallback; not one more passes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => harness.get('/click?camp_id=15&publisher_id=2')),
    );
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(55);
  });

  test('by HEAD is answered alike and marked', async () => {
    const { status, headers, body } = await harness.get(GOOD, {}, { method: 'HEAD' });
    expect([status, body]).toEqual([302, '']);
    const id = new URL(headers.location ?? '').searchParams.get('cid') ?? '';
    expect(await rowOf('event_id', id)).toMatchObject({ verdict: 'head', is_unique: null });
  });

  test('by POST is not a click', async () => {
    const { status, headers } = await harness.get(GOOD, {}, { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('an impression', () => {
  test('is a one-pixel picture and a record', async () => {
    const { status, headers } = await harness.get('/imp?camp_id=10&publisher_id=2&p1=imp-1', {
      'Sec-Fetch-Dest': 'image',
    });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/gif', 'no-store']);
    await harness.until(() =>
      harness.server.rows.some(({ kind, row }) => kind === 'impression' && row.params === '{"p1":"imp-1"}'),
    );
  });
});

describe('a pixel', () => {
  test('finds its click by the cookie that the click left', async () => {
    const { headers } = await harness.get('/click?camp_id=13&publisher_id=2');
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^tc13=[\w-]{40}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const pixel = await harness.get('/pixel.gif?camp_id=13&txn_id=P1', { Cookie: `a=b; ${cookie.split(';')[0]}` });
    expect(pixel.headers['content-type']).toBe('image/gif');
    expect(await rowOf('txn_id', 'P1')).toMatchObject({ outcome: 'recorded', offer: '13' });
  });

  test('without one is a picture all the same, and a record that says why', async () => {
    expect((await harness.get('/pixel.html?camp_id=13&txn_id=P2')).status).toBe(200);
    expect(await rowOf('txn_id', 'P2')).toMatchObject({ outcome: 'missing_click' });
  });
});

describe('a postback', () => {
  const clickOn = async (offer: number): Promise<string> => {
    const { headers } = await harness.get(`/click?camp_id=${offer}&publisher_id=2`);
    return new URL(headers.location ?? '').searchParams.get('cid') ?? '';
  };
  const outcomeOf = async (query: string, headers = {}, options = {}) => {
    const { status, body } = await harness.get(`/postback?${query}`, headers, options);
    return [status, JSON.parse(body).outcome];
  };

  test('is answered with a named outcome and kept, by GET or by form', async () => {
    const id = await clickOn(10);
    expect(await outcomeOf(`click_id=${id}&txn_id=T1&goal=install&sale_amount=12.50&sub1=x`)).toEqual([
      200,
      'recorded',
    ]);
    expect(await rowOf('txn_id', 'T1')).toMatchObject({
      outcome: 'recorded',
      click_id: id,
      offer: '10',
      publisher: '2',
      advertiser: '3',
      goal: 'install',
      sale_amount: '12.50',
      params: '{"sub1":"x"}',
      method: 'GET',
    });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await outcomeOf('', form, { method: 'POST', body: `click_id=${id}&txn_id=T2` })).toEqual([200, 'recorded']);
    expect(await rowOf('txn_id', 'T2')).toMatchObject({ method: 'POST' });
  });

  test('that memory can refuse is refused by name, and kept all the same', async () => {
    const id = await clickOn(10);
    const foreign = id.slice(0, -1) + (id.endsWith('A') ? 'B' : 'A');
    expect(await outcomeOf('txn_id=N')).toEqual([400, 'missing_click']);
    expect(await outcomeOf(`click_id=${foreign}`)).toEqual([400, 'broken_click']);
    expect(await outcomeOf(`click_id=${'x'.repeat(9000)}`)).toEqual([400, 'broken_click']);
    expect(await outcomeOf(`click_id=${id}`, { Host: 'acme.localhost' })).toEqual([400, 'foreign_click']);
    expect(await outcomeOf(`click_id=${id}&goal=nope`)).toEqual([400, 'goal_unknown']);
    expect(await outcomeOf(`click_id=${id}&camp_id=11`)).toEqual([400, 'offer_mismatch']);
    expect(await outcomeOf(`click_id=${id}&sale_amount=1e9`)).toEqual([400, 'malformed_amount']);
    expect(await rowOf('txn_id', 'N')).toMatchObject({ outcome: 'missing_click' });
  });

  test('needs the advertiser’s token where there is one, which is never written down', async () => {
    const id = await clickOn(14);
    expect(await outcomeOf(`click_id=${id}`)).toEqual([403, 'token_mismatch']);
    expect(await outcomeOf(`click_id=${id}&token=wrong`)).toEqual([403, 'token_mismatch']);
    expect(await outcomeOf(`click_id=${id}&token=right&txn_id=T3`)).toEqual([200, 'recorded']);
    const row = await rowOf('txn_id', 'T3');
    expect(row?.query).toBe(`click_id=${id}&token=&txn_id=T3`);
    expect(harness.logLines.join('')).not.toContain('token=right');
  });

  test('needs the advertiser’s signature where one is asked for, and a fresh one', async () => {
    const id = await clickOn(16);
    const { postbackKey } = openSecret(null, harness.dataDir);
    const key = createHmac('sha256', postbackKey)
      .update(signingKeyName(make.advertiser({ number: 5 }).id, 2))
      .digest('hex');
    const signed = (ts: number, values: Record<string, string>, by = key) => {
      const all: Record<string, string> = { ts: String(ts), click_id: id, ...values };
      const query = new URLSearchParams(all).toString();
      const signature = signatureOf(createHmac('sha256', by).update(signedText(query)).digest('hex'));
      return `${query}&signature=${signature}`;
    };
    const now = Math.floor(Date.now() / 1000);
    expect(await outcomeOf(`click_id=${id}`)).toEqual([403, 'signature_mismatch']);
    expect(await outcomeOf(signed(now, { txn_id: 'S1' }, 'wrong'))).toEqual([403, 'signature_mismatch']);
    expect(await outcomeOf(`sale_amount=9&${signed(now, { txn_id: 'S1' })}`)).toEqual([403, 'signature_mismatch']);
    expect(await outcomeOf(signed(now - 301, { txn_id: 'S1' }))).toEqual([403, 'signature_expired']);
    expect(await outcomeOf(signed(now, { txn_id: 'S1', sale_amount: '9' }))).toEqual([200, 'recorded']);
    expect((await rowOf('txn_id', 'S1'))?.query).not.toMatch(/signature=[0-9a-fv]/);
  });

  test('1,000 guessed click ids are all refused', async () => {
    const alphabet = '0123456789ABCDEFabcdef_-';
    const id = await clickOn(10);
    const guess = () => Array.from({ length: 11 }, () => alphabet[Math.floor(Math.random() * 24)]).join('');
    for (let round = 0; round < 10; round++) {
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () => outcomeOf(`click_id=${id.slice(0, 29)}${guess()}`)),
      );
      expect(outcomes.every(([, name]) => name === 'broken_click')).toBe(true);
    }
  });
});

describe('the operator', () => {
  test('asks on the main host only', async () => {
    for (const path of ['/livez', '/readyz', '/version', '/metrics']) {
      expect((await harness.get(path, { Host: `localhost:${harness.port}` })).status).toBe(200);
      expect((await harness.get(path)).status).toBe(404);
      expect((await harness.get(path, { Host: 'stranger.example' })).status).toBe(404);
    }
    expect((await harness.get('/metrics', { Host: 'localhost', 'X-Forwarded-For': '1.2.3.4' })).status).toBe(404);
  });

  test('sees verdicts per tenant, the spool and the snapshot', async () => {
    const { body } = await harness.get('/metrics', { Host: '127.0.0.1' });
    expect(body).toMatch(/tracker_verdicts_total\{tenant="demo",verdict="accepted",worker="0"\} \d+/);
    expect(body).toMatch(/tracker_spool_failing\{worker="0"\} 0/);
    expect(body).toMatch(/tracker_snapshot_version\{worker="0"\} \d+/);
    expect(body).toMatch(/tracker_commit_seconds_bucket\{le="\+Inf",worker="0"\} \d+/);
  });
});

test('a change in the panel is live and acknowledged within two seconds', async () => {
  const began = Date.now();
  harness.server.publishPatch([{ put: 'offer', value: make.offer({ number: 20, url: 'https://new.example/' }) }]);
  await harness.untilLive();
  expect((await harness.get('/click?camp_id=20&publisher_id=2')).headers.location).toBe('https://new.example/');
  harness.server.publishPatch([{ drop: 'offer', key: '1/20' }]);
  await harness.untilLive();
  expect((await harness.get('/click?camp_id=20&publisher_id=2')).status).toBe(404);
  expect(Date.now() - began).toBeLessThan(2000);
});
