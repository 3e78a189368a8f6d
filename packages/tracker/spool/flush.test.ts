import { describe, expect, test } from 'vitest';
import { createFlush } from './flush.ts';

/** a disk whose flushes take as long as it says; remembers where each was waited for */
function diskThatTakes(duration: () => number) {
  let clock = 0;
  let stopped = 0;
  const places: string[] = [];
  const flush = createFlush({
    here: () => {
      places.push('here');
      const took = duration();
      if (took > 1) stopped++;
      clock += took;
    },
    inPool: (_handle, done) => {
      places.push('pool');
      clock += duration();
      done(null);
    },
    nowMs: () => clock,
  });
  const run = (times: number): string[] => {
    places.length = 0;
    for (let time = 0; time < times; time++) flush(1, () => undefined);
    return places;
  };
  return { run, stops: () => stopped };
}

describe('a flush', () => {
  test('of a quick disk is waited for on the spot, always', () => {
    expect(new Set(diskThatTakes(() => 0.1).run(1000))).toEqual(new Set(['here']));
  });

  test('of a slow disk goes to the pool, and is tried on the spot more and more rarely', () => {
    const places = diskThatTakes(() => 10).run(256 + 512 + 1024 + 3);
    const tries = places.flatMap((place, at) => (place === 'here' ? [at] : []));
    expect(tries).toEqual([0, 257, 770]);
  });

  test('of a disk that is slow once in a hundred times is hardly ever waited for on the spot while it is slow', () => {
    let flushes = 0;
    const { run, stops } = diskThatTakes(() => (++flushes % 100 === 0 ? 20 : 0.1));
    run(1_000_000);
    expect(stops()).toBeLessThan(30);
  });

  test('of a disk that was slow once is soon on the spot again, and trusted anew after a thousand quick ones', () => {
    let took = 5;
    const { run } = diskThatTakes(() => took);
    run(1 + 256 + 1);
    took = 0.1;
    expect(run(512)).not.toContain('here');
    expect(run(1000)).not.toContain('pool');
    took = 5;
    run(1);
    took = 0.1;
    expect(run(256)).not.toContain('here');
    expect(run(10)).not.toContain('pool');
  });

  test('that fails says so to the one who waits, and throws nothing', () => {
    const flush = createFlush({
      here: () => {
        throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      },
      inPool: (_handle, done) => done(null),
      nowMs: () => 0,
    });
    const faults: (Error | null)[] = [];
    flush(1, (fault) => faults.push(fault));
    expect(faults).toMatchObject([{ code: 'EIO' }]);
  });
});
