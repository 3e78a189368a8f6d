// What lets a request be a test: made by the server for one run and one address, good for five minutes, under a key that only the
// installation's own processes can derive. It travels in a header between them and is never handed to a browser. Zod-free.

export const TEST_TOKEN_HEADER = 'x-tributary-test';
export const TEST_TOKEN_LIFE_MS = 5 * 60_000;
/** where a tracker takes tests: the address that is tested stands behind it, as in /test/click?… */
export const TEST_PATH = '/test';

export interface TestToken {
  /** the tenant's number, as in the snapshot */
  tenant: number;
  /** uuid */
  run: string;
  expiresAt: number;
  /** the country that is simulated, in upper case */
  country: string;
}

/** HMAC-SHA256 under the key of tests, in hexadecimal digits */
export type TestMac = (text: string) => string;

const MAC_DIGITS = 32;
const FORM = /^t1\.(\d{1,10})\.([0-9a-f-]{36})\.(\d{13})\.([A-Z]{2})\.([0-9a-f]{32})$/;

const bodyOf = ({ tenant, run, expiresAt, country }: TestToken): string =>
  `t1.${tenant}.${run}.${expiresAt}.${country}`;
const macOf = (body: string, target: string, mac: TestMac): string => mac(`${body}\n${target}`).slice(0, MAC_DIGITS);

export function sealTestToken(token: TestToken, target: string, mac: TestMac): string {
  const body = bodyOf(token);
  return `${body}.${macOf(body, target, mac)}`;
}

/** null for one that is forged, over, of another tenant or for another address */
export function openTestToken(
  text: string,
  asked: { tenant: number; target: string; now: number },
  mac: TestMac,
): TestToken | null {
  const [, tenant = '', run = '', expiresAt = '', country = '', given = ''] = FORM.exec(text) ?? [];
  if (given === '') return null;
  const token = { tenant: Number(tenant), run, expiresAt: Number(expiresAt), country };
  const right = macOf(bodyOf(token), asked.target, mac);
  let differing = 0; // every digit is looked at, so that timing tells nothing about how many were right
  for (let at = 0; at < MAC_DIGITS; at++) differing |= right.charCodeAt(at) ^ given.charCodeAt(at);
  if (differing !== 0 || token.tenant !== asked.tenant) return null;
  // nor one that claims to last longer than any that is made
  const left = token.expiresAt - asked.now;
  return left > 0 && left <= TEST_TOKEN_LIFE_MS + CLOCKS_DIFFER_MS ? token : null;
}
const CLOCKS_DIFFER_MS = 60_000;
