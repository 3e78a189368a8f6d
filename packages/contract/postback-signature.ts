// How a signed postback looks. `ts` is unix seconds, `signature` the hex HMAC-SHA-256, under the advertiser's signing key,
// of the lines below. Zod-free: the tracker reads it too.

export const SIGNATURE_WINDOW_SECONDS = 300;

/** the parameters that are signed, in this order; one that is absent is an empty line */
export const signedParameters = ['ts', 'click_id', 'txn_id', 'goal', 'sale_amount', 'currency', 'status'] as const;

export const signedText = (read: (name: (typeof signedParameters)[number]) => string): string =>
  signedParameters.map(read).join('\n');

/** what an advertiser's key is derived from, beside the installation's secret */
export const signingKeyName = (advertiserId: string, version: number): string => `${advertiserId}/${version}`;
