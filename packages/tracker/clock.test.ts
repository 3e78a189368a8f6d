import { expect, test } from 'vitest';
import { TrackerClock } from './clock.ts';

test.each([
  // server, asked at, heard at → difference, what the tracker then says at 1,000,000
  ['in step', 1_000_000, 999_990, 1_000_010, 0, 1_000_000],
  ['a second off is tolerated', 1_001_000, 1_000_000, 1_000_000, 1_000, 1_000_000],
  ['three seconds behind', 1_003_000, 1_000_000, 1_000_000, 3_000, 1_003_000],
  ['an hour ahead', 1_000_000 - 3_600_000, 1_000_000, 1_000_000, -3_600_000, 1_000_000 - 3_600_000],
  ['three seconds, but the answer took four: who knows', 1_003_000, 998_000, 1_002_000, 3_000, 1_000_000],
])('%s', (_name, server, askedAt, heardAt, difference, says) => {
  const clock = new TrackerClock(() => 1_000_000);
  expect([clock.differenceMs, clock.now()]).toEqual([null, 1_000_000]);
  clock.learn(server, askedAt, heardAt);
  expect([clock.differenceMs, clock.now()]).toEqual([difference, says]);
});

test('once it is put right it is believed again', () => {
  let own = 0;
  const clock = new TrackerClock(() => own);
  clock.learn(60_000, 0, 0);
  own = 60_500;
  clock.learn(60_500, 60_500, 60_500);
  expect([clock.differenceMs, clock.now()]).toEqual([0, 60_500]);
});
