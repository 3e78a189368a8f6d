// An account's statement: entries with the balance after each, both ends of a period, page after page and as a file.
import { routes } from '@tributary/contract';
import type { Statement } from '@tributary/contract/conversions/statement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';

let t: TestApp;
let token: string;
let w: World;
/** the moment before the third conversion */
let middle: number;
beforeAll(async () => {
  t = await createTestApp();
  token = (await t.signIn('admin@demo.test')).token;
  w = await createWorld(t);
  const offer = await w.addOffer();
  const convert = async (txn: string) => {
    t.clock.advance(60_000);
    expect(await w.convert({ click_id: w.clickId(offer.number), txn_id: txn })).toBe('recorded');
  };
  await convert('one');
  await convert('two');
  t.clock.advance(60_000);
  middle = Math.floor(t.clock.now().getTime() / 1000);
  await convert('three');
  const [first] = await w.conversions();
  t.clock.advance(60_000);
  const body = { status: 'rejected', reason: 'A test order' };
  await t.call(routes.decideConversion, { token, params: { id: String(first?.id) }, body });
});
afterAll(() => t.close());

type Query = Partial<Record<'currency' | 'from' | 'to' | 'after' | 'limit', string>>;
const publisher = async (query: Query = {}): Promise<Statement> =>
  (await t.call(routes.publisherStatement, { token, params: { id: w.publisher.id }, query })).body;
const lines = ({ rows }: Statement) => rows.map(({ debit, credit, balance }) => [debit, credit, balance]);

test('a publisher’s: newest first, each entry with what was owed after it', async () => {
  const statement = await publisher();
  expect(lines(statement)).toEqual([
    ['4', null, '8'],
    [null, '4', '12'],
    [null, '4', '8'],
    [null, '4', '4'],
  ]);
  expect(statement).toMatchObject({ currency: 'USD', currencies: ['USD'], opening: '0', closing: '8', waiting: '0' });
  expect(statement.rows.map(({ leg, subject }) => [leg, subject.kind])).toEqual(
    Array(4).fill(['payout', 'conversion']),
  );
  expect(statement.rows[0]?.reason).toBe('A test order');
  expect(statement.owner.id).toBe(w.publisher.id);
});

test('an advertiser’s: what it owes grows by debits', async () => {
  const { body } = await t.call(routes.advertiserStatement, { token, params: { id: w.advertiser.id } });
  expect(lines(body)).toEqual([
    [null, '10', '20'],
    ['10', null, '30'],
    ['10', null, '20'],
    ['10', null, '10'],
  ]);
});

test('a period begins with what stood before it and ends with what stood after it', async () => {
  const later = await publisher({ from: String(middle) });
  expect([later.opening, later.closing, lines(later)]).toEqual([
    '8',
    '8',
    [
      ['4', null, '8'],
      [null, '4', '12'],
    ],
  ]);
  const earlier = await publisher({ to: String(middle) });
  expect([earlier.opening, earlier.closing]).toEqual(['0', '8']);
  expect(lines(earlier)).toEqual([
    [null, '4', '8'],
    [null, '4', '4'],
  ]);
});

test('page by page, and as a file, it is the same', async () => {
  const whole = await publisher();
  const paged: Statement['rows'] = [];
  for (let after: string | undefined; ; ) {
    const page: Statement = await publisher({ limit: '1', ...(after ? { after } : {}) });
    paged.push(...page.rows);
    expect([page.opening, page.closing]).toEqual(['0', '8']);
    if (!page.next) break;
    after = page.next;
  }
  expect(paged).toEqual(whole.rows);
  const file = await t.call(routes.exportPublisherStatement, { token, params: { id: w.publisher.id } });
  const [head, ...rows] = file.raw.replaceAll('"', '').trim().split('\r\n');
  expect(head).toBe('Entry,Time,Kind,Subject,Reason,Debit,Credit,Balance,Currency');
  expect(rows.map((row) => row.split(',').slice(-4))).toEqual([
    ['4', '', '8', 'USD'],
    ['', '4', '12', 'USD'],
    ['', '4', '8', 'USD'],
    ['', '4', '4', 'USD'],
  ]);
});

test('an account without entries, and a currency in which it has none, is empty', async () => {
  const other = await publisher({ currency: 'EUR' });
  expect([other.rows, other.currency, other.closing, other.currencies]).toEqual([[], null, '0', ['USD']]);
  const { publisher: newcomer } = await createWorld(t);
  const { body } = await t.call(routes.publisherStatement, { token, params: { id: newcomer.id } });
  expect([body.rows, body.currencies, body.opening, body.closing]).toEqual([[], [], '0', '0']);
});
