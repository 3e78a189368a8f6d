// How people sign in to a workspace: what it demands of them, how long they stay, and from where they come.
import { z } from 'zod';
import { MIN_PASSWORD_LENGTH } from '../messages.ts';
import { section } from './section.ts';

export const twoFactorPolicies = ['off', 'employees', 'everyone'] as const;
export const TWO_FACTOR_GRACE_DAYS = 7;
/** what sessions may last at most, and do where nobody says otherwise */
export const SESSION_LIMITS = { hours: 12, idleMinutes: 60, rememberDays: 30 } as const;

const NOT_A_NETWORK = 'Please enter addresses or networks such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32';
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: NOT_A_NETWORK });
/** addresses and networks; empty: from anywhere */
export const networks = z.array(z.string().trim().pipe(Network)).max(50, 'At most 50 networks in a list');
const within = (min: number, max: number) =>
  z
    .int({ error: `Please enter a whole number from ${min} to ${max}` })
    .min(min, `Please enter a whole number from ${min} to ${max}`)
    .max(max, `Please enter a whole number from ${min} to ${max}`);

/** what somebody enters; since when the second factor is demanded is written by the server */
export const securityFields = {
  two_factor: z.enum(twoFactorPolicies),
  password_min_length: within(MIN_PASSWORD_LENGTH, 64),
  session_hours: within(1, SESSION_LIMITS.hours),
  idle_minutes: within(5, SESSION_LIMITS.idleMinutes),
  /** 0: nobody is remembered */
  remember_days: within(0, SESSION_LIMITS.rememberDays),
  /** a role without a list signs in from anywhere; `publisher` and `advertiser` stand beside the ids of the team's roles */
  login_networks: z
    .array(z.object({ role: z.string().min(1).max(100), networks: networks.min(1, NOT_A_NETWORK) }))
    .max(40, 'At most 40 lists')
    .refine((lists) => new Set(lists.map(({ role }) => role)).size === lists.length, 'One list for each role'),
  /** of API keys; empty: from anywhere */
  api_networks: networks,
};
const since = z.int().nullable();

export const securitySection = section(
  'security',
  'Security',
  { ...securityFields, employees_since: since, partners_since: since },
  {
    two_factor: 'off',
    password_min_length: MIN_PASSWORD_LENGTH,
    session_hours: SESSION_LIMITS.hours,
    idle_minutes: SESSION_LIMITS.idleMinutes,
    remember_days: SESSION_LIMITS.rememberDays,
    login_networks: [],
    api_networks: [],
    employees_since: null,
    partners_since: null,
  },
);
