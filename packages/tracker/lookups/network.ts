// IP addresses and CIDR blocks as numbers. An address is 128 bits wide (IPv4 as ::ffff:a.b.c.d, as dual-stack sockets
// report it), held as four unsigned 32-bit words, so that matching a block is a few integer comparisons.

export interface Address {
  /** four big-endian words */
  words: readonly [number, number, number, number];
  isV4: boolean;
}

export interface Network {
  words: readonly [number, number, number, number];
  /** 0-128; an IPv4 block of /n has 96 + n */
  bits: number;
}

/** "192.0.2.1" → its 32 bits; -1 where it is not dotted-quad */
export function parseV4(text: string): number {
  let value = 0;
  let octet = -1;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      if (octet === 0) return -1; // a leading zero: some parsers read octal there
      octet = Math.max(octet, 0) * 10 + code - 48;
      if (octet > 255) return -1;
    } else if (code === 46) {
      if (octet < 0 || ++dots > 3) return -1;
      value = value * 256 + octet;
      octet = -1;
    } else return -1;
  }
  return dots === 3 && octet >= 0 ? value * 256 + octet : -1;
}

function groupsOf(part: string): number[] | null {
  if (part === '') return [];
  const groups: number[] = [];
  for (const group of part.split(':')) {
    if (!/^[0-9a-f]{1,4}$/i.test(group)) return null;
    groups.push(Number.parseInt(group, 16));
  }
  return groups;
}

function parseV6(text: string): Address | null {
  let body = text;
  const lastColon = body.lastIndexOf(':');
  if (body.includes('.')) {
    const v4 = parseV4(body.slice(lastColon + 1));
    if (v4 < 0) return null;
    body = `${body.slice(0, lastColon + 1)}${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`;
  }
  const halves = body.split('::');
  if (halves.length > 2) return null;
  const head = groupsOf(halves[0] ?? '');
  const tail = halves.length === 2 ? groupsOf(halves[1] ?? '') : [];
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail];
  const word = (at: number): number => (((groups[at * 2] ?? 0) << 16) | (groups[at * 2 + 1] ?? 0)) >>> 0;
  const words = [word(0), word(1), word(2), word(3)] as const;
  return { words, isV4: words[0] === 0 && words[1] === 0 && words[2] === 0xffff };
}

/** the address a text names, IPv4-mapped IPv6 counted as IPv4; null for anything else (zones and ports included) */
export function parseAddress(text: string): Address | null {
  if (text.length > 45) return null;
  if (text.includes(':')) return parseV6(text);
  const v4 = parseV4(text);
  return v4 < 0 ? null : { words: [0, 0, 0xffff, v4], isV4: true };
}

export function parseNetwork(text: string): Network | null {
  const [base = '', prefix, ...rest] = text.split('/');
  const address = parseAddress(base);
  if (!address || rest.length > 0) return null;
  const width = base.includes(':') ? 128 : 32;
  if (prefix === undefined) return { words: address.words, bits: 128 };
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > width) return null;
  return { words: address.words, bits: Number(prefix) + 128 - width };
}

export function contains(network: Network, { words }: Address): boolean {
  let left = network.bits;
  for (let at = 0; at < 4 && left > 0; at++, left -= 32) {
    const differing = ((network.words[at] ?? 0) ^ (words[at] ?? 0)) >>> 0;
    if (left >= 32 ? differing !== 0 : differing >>> (32 - left) !== 0) return false;
  }
  return true;
}

export function isLoopback({ words, isV4 }: Address): boolean {
  const [a, b, c, d] = words;
  return isV4 ? d >>> 24 === 127 : a === 0 && b === 0 && c === 0 && d === 1;
}

export function formatAddress({ words, isV4 }: Address): string {
  if (isV4) {
    const v4 = words[3];
    return `${v4 >>> 24}.${(v4 >>> 16) & 255}.${(v4 >>> 8) & 255}.${v4 & 255}`;
  }
  const groups = words.flatMap((word) => [word >>> 16, word & 0xffff]);
  return compressZeros(groups.map((group) => group.toString(16)));
}

/** RFC 5952: the first of the longest runs of two or more zero groups becomes "::" */
function compressZeros(groups: string[]): string {
  let best = -1;
  let bestLength = 1;
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (groups[end] === '0') end++;
    if (end - start > bestLength) [best, bestLength] = [start, end - start];
  }
  if (best < 0) return groups.join(':');
  return `${groups.slice(0, best).join(':')}::${groups.slice(best + bestLength).join(':')}`;
}
