// Who got in, who did not, from where, and what was taken along.
import { z } from 'zod';
import { hide } from '../hiding.ts';
import { anyOf, fileOf, idFilter, log, momentFilter, oneOf, searched, wordFilter } from '../lists.ts';
import { route, session } from '../route.ts';
import {
  accessDetailWords,
  accessEventLabels,
  accessEvents,
  accessResults,
  accessResultWords,
} from './access-events.ts';

/** of the team, a publisher or an advertiser: nothing here says which, so each class blanks them all */
export const someones = ['publisher_contact', 'advertiser_name'] as const;
const Person = z.object({
  id: z.string(),
  name: hide('advertiser_name', z.string()),
  email: hide(someones, z.string()),
});

const common = {
  id: z.string(),
  /** unix seconds */
  at: z.number().int(),
  event: z.enum(accessEvents),
  result: z.enum(accessResults),
  ip: hide('ip', z.string()),
  country: z.string().nullable(),
  user_agent: hide('device_ids', z.string()),
  detail: z.string().nullable(),
};

export const AccessRow = z
  .object({
    ...common,
    /** whose account it is about; null: the address is nobody's */
    user: Person.nullable(),
    /** who acted in that person's name, or on that account */
    actor: Person.nullable(),
    /** as it was typed, where nobody was signed in */
    email: hide(someones, z.string().nullable()),
    role: z.string().nullable(),
    session_id: z.string().nullable(),
  })
  .meta({ id: 'Access' });
export type AccessRow = z.output<typeof AccessRow>;

export const accessLog = log({
  row: AccessRow,
  filters: {
    ...searched,
    from: momentFilter,
    to: momentFilter,
    event: anyOf(accessEvents),
    result: oneOf(accessResults),
    person_id: idFilter,
    ip: hide('ip', wordFilter(45)),
  },
  columns: {
    at: { kind: 'time', value: (row) => row.at, file: 'Time (UTC)' },
    event: { kind: 'text', value: (row) => accessEventLabels[row.event], file: 'Event' },
    result: { kind: 'text', value: accessResultWords, file: 'Result' },
    user: { kind: 'text', hide: 'advertiser_name', value: (row) => row.user?.name ?? row.email, file: 'User' },
    email: { kind: 'text', hide: 'publisher_contact', value: (row) => row.user?.email ?? row.email, file: 'E-mail' },
    role: { kind: 'text', value: (row) => row.role, file: 'Role' },
    actor: { kind: 'text', value: (row) => row.actor?.name ?? null, file: 'Done by' },
    ip: { kind: 'text', hide: 'ip', value: (row) => row.ip, file: 'IP' },
    country: { kind: 'text', value: (row) => row.country, file: 'Country' },
    device: { kind: 'text', hide: 'device_ids', value: (row) => row.user_agent, file: 'Device' },
    session_id: { kind: 'text', value: (row) => row.session_id, file: 'Session' },
    detail: { kind: 'text', value: (row) => accessDetailWords(row).join(', ') || null, file: 'Detail' },
  },
});

/** to the person whose account it is: who acted is told by name alone */
const OwnAccess = z.object({ ...common, actor_name: z.string().nullable() });

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'security' });

export const accessLogRoutes = {
  accessLog: route({
    ...plain,
    method: 'GET',
    path: '/api/access-log',
    heavy: true,
    summary: 'Sign-ins, refusals, keys and files taken along, newest first',
    access,
    query: accessLog.query,
    reply: accessLog.reply,
    errors: ['invalid_input'],
  }),
  exportAccessLog: route({
    ...fileOf(accessLog),
    path: '/api/access-log/export',
    summary: 'The filtered access log as a file',
    access,
  }),
  logPeople: route({
    ...plain,
    method: 'GET',
    path: '/api/access-log/people',
    summary: 'People of the workspace by a part of their name or address, to narrow a log to one of them',
    access,
    query: z.object(searched),
    reply: z.object({ rows: z.array(Person) }),
    errors: ['invalid_input'],
  }),
  ownAccesses: route({
    ...plain,
    method: 'GET',
    path: '/api/profile/accesses',
    summary: 'The last accesses to your own account, those in your name as well',
    access: session(['admin', 'publisher', 'advertiser'], { impersonated: 'allowed', section: 'self' }),
    reply: z.object({ rows: z.array(OwnAccess), total: z.number().int() }),
    errors: [],
  }),
};
