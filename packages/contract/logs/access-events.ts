// What the access log records of people and programs getting in, or not. A closed list: who records one names it here first.
// Zod-free, so that modules may take it without the wire.
import { sections } from '../accounts/sections.ts';
import { fileActions } from './trail-actions.ts';

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

/** to filter by */
export const accessResultLabels = { ok: 'Succeeded', refused: 'Refused' } as const satisfies Record<
  AccessResult,
  string
>;

/** where a change came from: a person at the screen, a program with a key, a rule, a file, nobody (a job or a timer) */
export const changeSources = ['ui', 'api', 'rule', 'import', 'system', 'mcp', 'sync'] as const;
export type ChangeSource = (typeof changeSources)[number];
export const changeSourceLabels = {
  ui: 'Screen',
  api: 'API',
  rule: 'Rule',
  import: 'Import',
  system: 'System',
  mcp: 'Assistant',
  sync: 'Sync',
} as const satisfies Record<ChangeSource, string>;

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

/** what became of it: "let in" is said of an entry alone */
const doneLabels = {
  login: 'Let in',
  two_factor: 'Let in',
  login_as: 'Let in',
  session_ended: 'Ended',
  password_reset_asked: 'Link sent',
  password_reset: 'New password set',
  password_changed: 'Changed',
  two_factor_changed: 'Changed',
  api_key_made: 'Made',
  api_key_ended: 'Ended',
  api_key_used: 'Used',
  export: 'Taken along',
  permission_denied: 'Refused',
  address_refused: 'Refused',
  shared_link: 'Opened',
} as const satisfies Record<AccessEvent, string>;
const NO_LINK = 'No link sent';

/** what a row adds to its event: a code of this list, or a name that somebody gave */
export const accessDetails = {
  wrong_password: 'Wrong password',
  unknown_address: 'Nobody has this address',
  pending: 'The account waits for approval',
  rejected: 'The account is rejected',
  suspended: 'The workspace is suspended',
  unconfirmed: 'The address is not confirmed',
  address: 'Not from this network',
  throttled: 'Too many tries',
  remembered: 'Stays signed in',
  signed_out: 'Signed out',
  revoked: 'Ended by hand',
  others_revoked: 'All other sessions ended',
  all_revoked: 'All sessions ended',
  totp: 'Authenticator app',
  code: 'Wrong code',
  'recovery-code': 'Recovery code',
  passkey: 'Passkey',
  on: 'Turned on',
  off: 'Turned off',
  reset: 'Reset by somebody else',
  'factor-removed': 'One of several removed',
  'passkey-renamed': 'Passkey renamed',
  'recovery-codes-renewed': 'Recovery codes renewed',
} as const;
export type AccessDetail = keyof typeof accessDetails;
export const deniedNeeds = { read: 'to see', write: 'to change' } as const;

/** every word that the columns of the log may say */
export const accessWords: readonly string[] = [
  ...Object.values(doneLabels),
  NO_LINK,
  ...Object.values(accessDetails),
  ...Object.values(deniedNeeds),
  ...Object.values(accessResultLabels),
];

interface Access {
  event: AccessEvent;
  result: AccessResult;
  detail: string | null;
}
export const accessResultWords = ({ event, result, detail }: Access): string => {
  if (result === 'refused') return accessResultLabels.refused;
  return event === 'password_reset_asked' && detail === 'unknown_address' ? NO_LINK : doneLabels[event];
};

const wordIn = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;

/** in words of which each has its own in other languages; what somebody wrote himself stays as it is */
export function accessDetailWords({ event, detail }: Pick<Access, 'event' | 'detail'>): readonly string[] {
  if (detail === null || detail === '') return [];
  if (event === 'api_key_made' || event === 'api_key_used') return [detail];
  const [first = '', rest = ''] = detail.split(/[ :](.*)/s);
  const file = event === 'export' && wordIn(fileActions, first);
  if (file) return [file, rest.toUpperCase()];
  const section = event === 'permission_denied' && wordIn(sections, first);
  if (section) return [section, wordIn(deniedNeeds, rest) ?? rest];
  return [wordIn(accessDetails, detail) ?? detail];
}
