// What the access log records of people and programs getting in, or not. A closed list: who records one names it here first.
// Zod-free, so that modules may take it without the wire.

export const accessEvents = [
  'login',
  'two_factor',
  'login_as',
  'session_ended',
  'password_reset_asked',
  'password_reset',
  'password_changed',
  'two_factor_changed',
  'api_key_made',
  'api_key_ended',
  'api_key_used',
  'export',
  'permission_denied',
  'address_refused',
  'shared_link',
] as const;
export type AccessEvent = (typeof accessEvents)[number];

export const accessResults = ['ok', 'refused'] as const;
export type AccessResult = (typeof accessResults)[number];

/** where a change came from: a person at the screen, a program with a key, a rule, a file, nobody (a job or a timer) */
export const changeSources = ['ui', 'api', 'rule', 'import', 'system', 'mcp', 'sync'] as const;
export type ChangeSource = (typeof changeSources)[number];

/** as the person whose account it is reads them */
export const accessEventLabels = {
  login: 'Sign-in',
  two_factor: 'Second factor',
  login_as: 'Entered by an account manager',
  session_ended: 'Session ended',
  password_reset_asked: 'Password link asked for',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  two_factor_changed: 'Second factor changed',
  api_key_made: 'API key made',
  api_key_ended: 'API key ended',
  api_key_used: 'API key used',
  export: 'File taken along',
  permission_denied: 'Permission denied',
  address_refused: 'Address refused',
  shared_link: 'Shared link opened',
} as const satisfies Record<AccessEvent, string>;
