import { MOST_KEPT_ROWS, QUARTER_MS } from '@tributary/contract/tracker/tracker-wire';
import { expect, test } from 'vitest';
import { KeptCounts } from './kept-rows.ts';

const EIGHT = Date.UTC(2026, 10, 1, 8);
const none = { clicks: 0, impressions: 0, receipts: 0 };

test('rows are counted by workspace and by the quarter whose time they bear; tests are not', () => {
  const kept = new KeptCounts();
  for (const kind of ['click', 'click', 'impression', 'postback', 'pixel', 'test', 'hook'] as const) {
    kept.count('a', kind, EIGHT + QUARTER_MS - 1);
  }
  kept.count('b', 'click', EIGHT);
  kept.count('a', 'click', EIGHT + QUARTER_MS);
  kept.end();
  expect(kept.ended(EIGHT)).toEqual([
    { tenant: 'a', quarter: EIGHT, clicks: 2, impressions: 1, receipts: 2 },
    { tenant: 'b', quarter: EIGHT, ...none, clicks: 1 },
    { tenant: 'a', quarter: EIGHT + QUARTER_MS, ...none, clicks: 1 },
  ]);
});

test('a quarter is told from a minute after its end until it was heard as it is', () => {
  const kept = new KeptCounts();
  kept.count('a', 'click', EIGHT);
  expect(kept.ended(EIGHT + QUARTER_MS + 59_999)).toEqual([]);
  const told = kept.ended(EIGHT + QUARTER_MS + 60_000);
  expect(told).toEqual([{ tenant: 'a', quarter: EIGHT, ...none, clicks: 1 }]);
  // what came after it was read is not forgotten with it
  kept.count('a', 'click', EIGHT);
  kept.forget(told);
  const again = kept.ended(EIGHT + 2 * QUARTER_MS);
  expect(again).toEqual([{ tenant: 'a', quarter: EIGHT, ...none, clicks: 2 }]);
  kept.forget(again);
  expect([kept.ended(EIGHT + 2 * QUARTER_MS), kept.untold]).toEqual([[], 0]);
});

test('more than a report holds follows in the next ones, each once', () => {
  const kept = new KeptCounts();
  const many = 2 * MOST_KEPT_ROWS + 7;
  for (let tenant = 0; tenant < many; tenant++) kept.count(`t${tenant}`, 'click', EIGHT);
  const heard: string[] = [];
  for (let told = kept.ended(EIGHT + 2 * QUARTER_MS); told.length > 0; told = kept.ended(EIGHT + 2 * QUARTER_MS)) {
    expect(told.length).toBeLessThanOrEqual(MOST_KEPT_ROWS);
    heard.push(...told.map(({ tenant }) => tenant));
    kept.forget(told);
  }
  expect(heard).toHaveLength(many);
  expect(new Set(heard).size).toBe(many);
});
