// The closed list of ways a call can fail. A code carries its status and the sentence a person reads when the
// caller has nothing more precise to say. Zod-free: the tracker and the browser read it too.

export const errorCodes = {
  invalid_request: { status: 400, message: 'Invalid request' },
  invalid_input: { status: 400, message: 'Some of the values are not valid.' },
  missing_header: { status: 400, message: 'A required header is missing or malformed.' },
  wrong_host: { status: 400, message: 'The Host header must name one host, with or without a port.' },
  wrong_place: { status: 400, message: 'The X-Subdomain header does not name the tenant of this host.' },
  link_expired: { status: 400, message: 'This link has expired or was already used. Please ask for a new one.' },
  password_refused: { status: 400, message: 'Please choose another password.' },
  unauthenticated: { status: 401, message: 'Please sign in again.' },
  wrong_credentials: { status: 401, message: 'Login failed. Please check your credentials.' },
  code_needed: { status: 401, message: 'Please enter the code from your authenticator app.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  password_change_required: { status: 403, message: 'Please choose a new password first.' },
  terms_required: { status: 403, message: 'Please accept the terms first.' },
  two_factor_required: { status: 403, message: 'Please set up two-factor sign-in first.' },
  password_needed: { status: 403, message: 'Please enter your password again.' },
  account_not_open: { status: 403, message: 'Your account is not open.' },
  read_only: { status: 403, message: 'This workspace is read-only because its trial or plan has ended.' },
  not_found: { status: 404, message: 'Not found.' },
  conflict: { status: 409, message: 'This was changed meanwhile. Please reload and try again.' },
  over_cap: { status: 409, message: 'This goes over a full cap. Leave it, or say that it shall go over the cap.' },
  too_large: { status: 413, message: 'The request is too large.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  busy: { status: 429, message: 'The server is busy. Please try again in a few seconds.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'The service is starting or stopping. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(errorCodes, value);
