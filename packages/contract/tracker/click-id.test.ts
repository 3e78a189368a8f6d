import { describe, expect, test } from 'vitest';
import { CLICK_ID_LENGTH, type ClickIdFields, clickIdMint, decodeClickId, encodeClickId } from './click-id.ts';
import { appendMac, macKey } from './siphash.ts';

const key = macKey(Uint8Array.from({ length: 16 }, (_, at) => at));
const otherKey = macKey(Uint8Array.from({ length: 16 }, (_, at) => at + 1));
const fields: ClickIdFields = {
  kind: 'click',
  timeMs: 1_794_715_200_123,
  tenant: 7,
  offer: 2_147_483_647,
  publisher: 12,
  random: 0xfedcba98,
};

/** small, fast and seeded, so that a failure repeats */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

test('the checksum is SipHash-2-4, by its published vector', () => {
  const data = new Uint8Array(23);
  for (let at = 0; at < 15; at++) data[at] = at;
  appendMac(key, data, 15);
  const hex = Array.from(data.subarray(15), (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(hex).toBe('e545be4961ca29a1');
});

describe('a click id', () => {
  test('is 40 URL-safe characters, begins with a digit and gives its fields back', () => {
    const id = encodeClickId(fields, key);
    expect(id).toMatch(/^\d[\w-]{39}$/);
    expect(id).toHaveLength(CLICK_ID_LENGTH);
    expect(decodeClickId(id, key)).toEqual(fields);
  });

  test('sorts by time as plain text', () => {
    const random = randomSource(1);
    const ids = Array.from({ length: 200 }, (_, at) =>
      encodeClickId({ ...fields, timeMs: fields.timeMs + at * 977, random: random() }, key),
    );
    expect([...ids].sort()).toEqual(ids);
  });

  test('of another installation, of another length or with a foreign character is refused', () => {
    const id = encodeClickId(fields, key);
    expect(decodeClickId(id, otherKey)).toBeNull();
    for (const wrong of ['', id.slice(1), `${id}0`, `${id.slice(0, 39)}~`, `${id.slice(0, 39)}é`, 'x'.repeat(5000)]) {
      expect(decodeClickId(wrong, key)).toBeNull();
    }
  });

  test('does not survive the change of any one character', () => {
    const id = encodeClickId(fields, key);
    for (let at = 0; at < id.length; at++) {
      const changed = `${id.slice(0, at)}${id[at] === 'A' ? 'B' : 'A'}${id.slice(at + 1)}`;
      expect(decodeClickId(changed, key)).toBeNull();
    }
  });

  test('cannot be guessed: 10,000 random ids and 10,000 with a true head and a guessed checksum all fail', () => {
    const random = randomSource(42);
    const genuine = encodeClickId(fields, key);
    for (let at = 0; at < 10_000; at++) {
      const guess = encodeClickId(
        { ...fields, random: random() },
        macKey(Uint8Array.from({ length: 16 }, () => random())),
      );
      expect(decodeClickId(guess, key)).toBeNull();
      expect(decodeClickId(genuine.slice(0, 29) + guess.slice(29), key)).toBeNull();
    }
  });

  test('never repeats within one millisecond, whatever the random source says', () => {
    const mint = clickIdMint(key, () => 5);
    const ids = new Set(Array.from({ length: 20_000 }, () => mint({ ...fields })));
    expect(ids.size).toBe(20_000);
  });
});
