// Keccak-256 as Ethereum has it. It is not SHA3-256, which pads otherwise; that is why node:crypto does not help.

const LANES = 25;
const RATE_BYTES = 136;
const MASK = (1n << 64n) - 1n;

const { rotations, constants } = tables();

/** made as the standard makes them: one walk through the lanes, one shift register */
function tables() {
  const rotations = new Array<bigint>(LANES).fill(0n);
  let [x, y] = [1, 0];
  for (let t = 0; t < 24; t++) {
    rotations[x + 5 * y] = BigInt((((t + 1) * (t + 2)) / 2) % 64);
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const constants: bigint[] = [];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if (register & 1) constant |= 1n << BigInt((1 << j) - 1);
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1;
    }
    constants.push(constant);
  }
  return { rotations, constants };
}

const rotate = (lane: bigint, by: bigint): bigint => ((lane << by) | (lane >> (64n - by))) & MASK;
const at = (lanes: readonly bigint[], index: number): bigint => lanes[index] ?? 0n;

function permute(state: bigint[]): void {
  for (const constant of constants) {
    const columns = [0, 1, 2, 3, 4].map((x) => [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ at(state, x + row), 0n));
    const parity = columns.map((_, x) => at(columns, (x + 4) % 5) ^ rotate(at(columns, (x + 1) % 5), 1n));
    const moved = new Array<bigint>(LANES).fill(0n);
    for (let index = 0; index < LANES; index++) {
      const [x, y] = [index % 5, Math.floor(index / 5)];
      moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotate(at(state, index) ^ at(parity, x), at(rotations, index));
    }
    for (let index = 0; index < LANES; index++) {
      const [x, row] = [index % 5, index - (index % 5)];
      state[index] = at(moved, index) ^ (~at(moved, row + ((x + 1) % 5)) & MASK & at(moved, row + ((x + 2) % 5)));
    }
    state[0] = at(state, 0) ^ constant;
  }
}

export function keccak256(message: Uint8Array): Buffer {
  const padded = Buffer.alloc((Math.floor(message.length / RATE_BYTES) + 1) * RATE_BYTES);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const state = new Array<bigint>(LANES).fill(0n);
  for (let from = 0; from < padded.length; from += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane++) {
      state[lane] = at(state, lane) ^ padded.readBigUInt64LE(from + lane * 8);
    }
    permute(state);
  }
  const digest = Buffer.alloc(32);
  for (let lane = 0; lane < 4; lane++) digest.writeBigUInt64LE(at(state, lane), lane * 8);
  return digest;
}
