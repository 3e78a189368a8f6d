// How a signed postback looks. `ts` is unix seconds; `signature` proves that the advertiser said everything in the call and
// that nobody added to it. Zod-free: the tracker reads it too.

export const SIGNATURE_WINDOW_SECONDS = 300;

/** `ts` as a number; NaN, and so never fresh, where it is anything but digits: 0x… and 1e9 are numbers to a program, not to people */
export const signedSeconds = (ts: string): number => (/^\d{1,12}$/.test(ts) ? Number(ts) : Number.NaN);

/** the old form signs these values alone, in this order; one that is absent is an empty line */
const oldParameters = ['ts', 'click_id', 'txn_id', 'goal', 'sale_amount', 'currency', 'status'];
/** what proves, it need not cover */
const proofs = ['token', 'signature'];

/** the pairs of a query (and form), as they were sent */
const pairsOf = (text: string): string[] => text.split('&').filter((pair) => pair !== '');
const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? '';

export interface SignedCall {
  /** of which the HMAC-SHA-256 under the advertiser's signing key must be taken */
  text: string;
  /** in hexadecimal, as given */
  given: string;
}

/** the new form: all that the call says, letter for letter, without the signature itself */
export const signedText = (query: string): string =>
  `v2\n${pairsOf(query)
    .filter((pair) => nameOf(pair) !== 'signature')
    .join('&')}`;
export const signatureOf = (hex: string): string => `v2.${hex}`;

/** parameters of a call that its signature of the old form says nothing about, or that it has twice */
export function uncovered(query: string): string[] {
  const names = pairsOf(query).map(nameOf);
  return names.filter(
    (name, at) => (!oldParameters.includes(name) && !proofs.includes(name)) || names.indexOf(name) !== at,
  );
}

/**
 * What must have been signed, by the form of the signature that was given; null where it is of neither form, or of the old
 * one and the call says more than it covers: that would prove nothing about the rest.
 */
export function signedCall(query: string, read: (name: string) => string): SignedCall | null {
  const signatures = pairsOf(query).filter((pair) => nameOf(pair) === 'signature');
  if (signatures.length !== 1) return null;
  const given = read('signature');
  if (given.startsWith('v2.')) return { text: signedText(query), given: given.slice(3) };
  if (uncovered(query).length > 0) return null;
  return { text: oldParameters.map(read).join('\n'), given };
}

/** what an advertiser's key is derived from, beside the installation's secret */
export const signingKeyName = (advertiserId: string, version: number): string => `${advertiserId}/${version}`;
