import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { readFrame } from '@tributary/contract/tracker/spool-record';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { jsonLog } from '../log.ts';
import { examine } from './recovery.ts';
import { listSegments, openSpoolDirectory, type SpoolDirectory, segmentFile } from './segments.ts';
import { type Disk, realDisk, Spool } from './spool.ts';

let root: string;
let directory: SpoolDirectory;
const log = jsonLog({}, () => {});

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'spool-'));
  directory = openSpoolDirectory(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const append = (spool: Spool, row: string): Promise<boolean> =>
  new Promise((resolve) => spool.append('click', `${row}\n`, resolve));

const bytesOf = (segment: number): Buffer => readFileSync(segmentFile(root, segment));

function rowsIn(bytes: Buffer): string[] {
  const rows: string[] = [];
  for (const { from, to } of examine(bytes).stretches) {
    for (let at = from; at < to; ) {
      const frame = readFrame(bytes, at, crc32) ?? expect.fail();
      rows.push(...Buffer.from(frame.payload).toString().split('\n').slice(0, -1));
      at = frame.end;
    }
  }
  return rows;
}

const allRows = (): string[] => listSegments(root).flatMap((segment) => rowsIn(bytesOf(segment)));

describe('group commit', () => {
  test('a row is on disk before its caller is told, and 1,000 rows take few commits', async () => {
    let syncs = 0;
    const disk: Disk = {
      ...realDisk,
      sync: (handle, done) => {
        syncs++;
        realDisk.sync(handle, done);
      },
    };
    const spool = new Spool({ directory, log, disk });
    const told = Array.from({ length: 1000 }, (_, at) =>
      append(spool, `row ${at}`).then((logged) => {
        if (at % 250 === 0) expect(allRows()).toContain(`row ${at}`);
        return logged;
      }),
    );
    expect(await Promise.all(told)).not.toContain(false);
    expect(allRows()).toEqual(Array.from({ length: 1000 }, (_, at) => `row ${at}`));
    expect(syncs).toBeLessThan(5);
    expect(spool.committedBytes).toBe(bytesOf(spool.segment).length);
    await spool.close();
  });

  test('what gathers while a commit is in flight goes into the next one', async () => {
    let release: (() => void) | undefined;
    let syncs = 0;
    const disk: Disk = {
      ...realDisk,
      sync: (_handle, done) => {
        syncs++;
        if (syncs === 1) release = () => done(null);
        else done(null);
      },
    };
    const spool = new Spool({ directory, log, disk });
    const first = append(spool, 'first');
    await expect.poll(() => release).toBeDefined();
    const rest = Array.from({ length: 50 }, (_, at) => append(spool, `later ${at}`));
    release?.();
    expect(await Promise.all([first, ...rest])).not.toContain(false);
    expect(syncs).toBe(2);
    await spool.close();
  });

  test('kinds are framed apart, and any text survives', async () => {
    const spool = new Spool({ directory, log });
    await Promise.all([
      append(spool, '₹ naïve 😀'),
      new Promise((resolve) => spool.append('postback', 'receipt\n', resolve)),
      append(spool, 'x'.repeat(700_000)),
    ]);
    const bytes = bytesOf(spool.segment);
    const click = readFrame(bytes, 0, crc32) ?? expect.fail();
    const postback = readFrame(bytes, click.end, crc32) ?? expect.fail();
    expect([click.kind, click.rows, postback.kind, postback.rows]).toEqual(['click', 2, 'postback', 1]);
    expect(rowsIn(bytes)[0]).toBe('₹ naïve 😀');
    await spool.close();
  });

  test('a full segment is followed by a new one with a higher number', async () => {
    const spool = new Spool({ directory, log, segmentBytes: 100 });
    for (let at = 0; at < 4; at++) await append(spool, 'y'.repeat(200));
    expect(listSegments(root)).toHaveLength(4);
    expect(listSegments(root)).toEqual([...listSegments(root)].sort((a, b) => a - b));
    await spool.close();
  });

  test('a spool never writes to a segment that an earlier process left', async () => {
    const first = new Spool({ directory, log });
    await append(first, 'a');
    await first.close();
    const left = bytesOf(first.segment);
    const second = new Spool({ directory, log });
    await append(second, 'b');
    await second.close();
    expect(second.segment).toBeGreaterThan(first.segment);
    expect(bytesOf(first.segment)).toEqual(left);
    expect(openSpoolDirectory(root).trackerId).toBe(directory.trackerId);
  });
});

describe('a failing disk', () => {
  const fault = (code: string): Error => Object.assign(new Error(code), { code });

  test('that is full: the caller is told, half a frame is cut off, and writing goes on once there is room', async () => {
    let isFull = false;
    const disk: Disk = {
      ...realDisk,
      write: (handle, bytes, offset, length) => {
        if (isFull && offset > 0) throw fault('ENOSPC');
        return realDisk.write(handle, bytes, offset, isFull ? 10 : length); // a full disk first takes a part
      },
    };
    const spool = new Spool({ directory, log, disk });
    expect(await append(spool, 'before')).toBe(true);
    isFull = true;
    expect(await append(spool, 'lost')).toBe(false);
    expect(spool.failing).toBe(true);
    isFull = false;
    expect(await append(spool, 'after')).toBe(true);
    expect(spool.failing).toBe(false);
    expect(allRows()).toEqual(['before', 'after']);
    expect(listSegments(root).map((segment) => examine(bytesOf(segment)).tornBytes)).toEqual([0, 0]);
    await spool.close();
  });

  test('whose fdatasync fails: the row counts as lost and is never shipped', async () => {
    let isBroken = true;
    const disk: Disk = {
      ...realDisk,
      sync: (handle, done) => (isBroken ? done(fault('EIO')) : realDisk.sync(handle, done)),
    };
    const spool = new Spool({ directory, log, disk });
    expect(await append(spool, 'lost')).toBe(false);
    isBroken = false;
    expect(await append(spool, 'kept')).toBe(true);
    expect(allRows()).toEqual(['kept']);
    expect(spool.errors).toBe(1);
    await spool.close();
  });

  test('that cannot even open a file does not keep a tracker from starting', async () => {
    let isBroken = true;
    const disk: Disk = {
      ...realDisk,
      open: (file) => {
        if (isBroken) throw fault('EROFS');
        return realDisk.open(file);
      },
    };
    const spool = new Spool({ directory, log, disk });
    expect(spool.failing).toBe(true);
    expect(await append(spool, 'lost')).toBe(false);
    isBroken = false;
    expect(await append(spool, 'kept')).toBe(true);
    await spool.close();
  });
});

describe('recovery', () => {
  async function written(count: number): Promise<{ segment: number; bytes: Buffer }> {
    const spool = new Spool({ directory, log });
    for (let at = 0; at < count; at++) await append(spool, `row ${at} ${'z'.repeat(40)}`);
    await spool.close();
    return { segment: spool.segment, bytes: bytesOf(spool.segment) };
  }

  test('every possible torn tail loses only the frame that was torn', async () => {
    const { bytes } = await written(4);
    const ends = [0];
    for (let at = 0; at < bytes.length; )
      at = ends[ends.push(readFrame(bytes, at, crc32)?.end ?? expect.fail()) - 1] ?? 0;
    for (let cut = 0; cut < bytes.length; cut++) {
      const { stretches, quarantined, tornBytes } = examine(bytes.subarray(0, cut));
      const whole = ends.filter((end) => end <= cut).at(-1) ?? 0;
      expect([cut, stretches.at(-1)?.to ?? 0, tornBytes, quarantined]).toEqual([cut, whole, cut - whole, []]);
    }
  });

  test('a tail of zeros, as a power cut may leave, is passed over', async () => {
    const { bytes } = await written(2);
    expect(examine(Buffer.concat([bytes, Buffer.alloc(4096)]))).toMatchObject({ tornBytes: 4096, quarantined: [] });
  });

  test('any flipped bit costs exactly the frame it is in, and that frame is set aside', async () => {
    const { bytes } = await written(5);
    const frames: { at: number; end: number }[] = [];
    for (let at = 0; at < bytes.length; at = frames.at(-1)?.end ?? 0)
      frames.push(readFrame(bytes, at, crc32) ?? expect.fail());
    for (let bit = 0; bit < (frames[3]?.end ?? 0) * 8; bit += 7) {
      const damaged = Buffer.from(bytes);
      damaged[bit >>> 3] = (damaged[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      const hit = frames.findIndex(({ at, end }) => bit >>> 3 >= at && bit >>> 3 < end);
      const { quarantined } = examine(damaged);
      expect([bit, quarantined]).toEqual([bit, [{ from: frames[hit]?.at, to: frames[hit]?.end }]]);
      expect(rowsIn(damaged)).toHaveLength(4);
    }
  });

  test('random bytes are never taken for rows', () => {
    for (let round = 0; round < 200; round++) {
      const bytes = Buffer.from(Array.from({ length: 500 }, () => Math.floor(Math.random() * 256)));
      expect(examine(bytes).stretches).toEqual([]);
    }
  });

  test('other files in the directory are left alone', async () => {
    await written(1);
    writeFileSync(join(root, 'notes.txt'), 'x');
    appendFileSync(join(root, '12.spool'), 'x');
    expect(listSegments(root)).toHaveLength(1);
    expect(readdirSync(root)).toContain('notes.txt');
  });
});
