// Ten thousand forged postbacks, as if a tracker had let every one of them through: no conversion, and each kept by name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';

const FORGED = 10_000;
let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
});
afterAll(() => t.close());

test('10,000 forged postbacks make no conversion', async () => {
  const offer = await w.addOffer();
  const genuine = w.clickId(offer.number);
  const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
  const letter = () => alphabet[Math.floor(Math.random() * 64)] ?? 'x';
  /** a genuine id with another checksum, publisher, time or any one character */
  const forge = (n: number): string => {
    if (n % 2 === 0) return genuine.slice(0, 29) + Array.from({ length: 11 }, letter).join('');
    const at = n % 40;
    const other = genuine[at] === 'A' ? 'B' : 'A';
    return genuine.slice(0, at) + other + genuine.slice(at + 1);
  };
  await w.receipts(Array.from({ length: FORGED }, (_, n) => ({ click_id: forge(n), txn_id: String(n) })));
  await t.app.worker?.drain();
  expect(await w.conversions()).toEqual([]);
  const counts = await t.database.asOwner<{ outcome: string; n: string }>(
    'select outcome, count(*) as n from receipt_outcomes group by outcome',
  );
  expect(counts).toEqual([{ outcome: 'broken_click', n: String(FORGED) }]);
  expect(await w.convert({ click_id: genuine, txn_id: 'good' })).toBe('recorded');
});
