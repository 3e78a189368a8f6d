// Random bytes from a pool: one system call per few thousand ids instead of one each.
import { randomFillSync } from 'node:crypto';

const pool = new Uint32Array(4096);
let used = pool.length;

export function random32(): number {
  if (used >= pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool[used] ?? 0;
  pool[used++] = 0;
  return value;
}

const hex8 = (value: number): string => value.toString(16).padStart(8, '0');

/** 32 hex digits */
export const randomHex = (): string => hex8(random32()) + hex8(random32()) + hex8(random32()) + hex8(random32());

/** a time-ordered uuid, version 7 */
export function uuidv7(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0');
  const [a, b] = [hex8(random32()), hex8(random32())];
  const variant = (8 + (random32() & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${a.slice(0, 3)}-${variant}${a.slice(3, 6)}-${b}${hex8(random32()).slice(0, 4)}`;
}
