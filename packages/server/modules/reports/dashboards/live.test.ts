// Live views are bounded, so that one person's open tabs never keep the others of the workspace from theirs.
import { expect, test } from 'vitest';
import { quietLog } from '../../../platform/testing.ts';
import { createLiveHub, type Watch } from './live.ts';

const watchOf = (userId: string): Watch => ({
  tenantId: 'tenant',
  userId,
  key: userId,
  seconds: 60,
  admitted: async () => true,
  figures: async () => ({ clicks: 1 }),
});

test('a reader who goes makes room at once, not with the next beat', async () => {
  const hub = createLiveHub({ pulse: async () => 'same', log: quietLog, maxPerUser: 1, minGapMs: 60_000 });
  for (let reloads = 0; reloads < 5; reloads++) {
    const stream = hub.watch(watchOf('asha'));
    expect((await stream.next()).value).toContain('"clicks":1');
    // as a connection does that closes while the stream waits for news
    const waiting = stream.next();
    await stream.return(undefined);
    expect(await waiting).toMatchObject({ done: true });
  }
  hub.close();
});

test('more than six windows of one person are live, and some more for impatient reloads', async () => {
  const hub = createLiveHub({ pulse: async () => 'same', log: quietLog });
  const streams = Array.from({ length: 20 }, () => hub.watch(watchOf('asha')));
  for (const stream of streams) expect((await stream.next()).value).toContain('"clicks":1');
  for (const stream of streams) await stream.return(undefined);
  hub.close();
});

test('so many streams per person and per workspace, and a closed one makes room', async () => {
  const hub = createLiveHub({ pulse: async () => 'same', log: quietLog, maxPerTenant: 4, maxPerUser: 2 });
  const open = async (userId: string) => {
    const stream = hub.watch(watchOf(userId));
    expect((await stream.next()).value).toContain('"clicks":1');
    return stream;
  };
  const first = await open('asha');
  await open('asha');
  expect(() => hub.watch(watchOf('asha'))).toThrow('You have too many live views open.');
  await open('noor');
  await open('ines');
  expect(() => hub.watch(watchOf('omar'))).toThrow('Too many live views are open in this workspace.');
  await first.return(undefined);
  await open('asha');
  hub.close();
});
