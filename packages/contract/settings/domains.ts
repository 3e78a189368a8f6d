// Domains of a workspace's own: for its portal and for its tracking links. Proven by a TXT record, led to us by a CNAME.
import { z } from 'zod';
import { route, session } from '../route.ts';

export const domainKinds = ['portal', 'tracking'] as const;
export type DomainKind = (typeof domainKinds)[number];
export const domainStates = ['pending', 'verified', 'lost'] as const;
/** what a record is found to be; `unanswered` says nothing about the domain */
export const recordStates = ['ok', 'missing', 'wrong', 'itself', 'top', 'taken', 'unanswered'] as const;
export type RecordState = (typeof recordStates)[number];
export const MAX_DOMAINS = 20;

export const RecordCheck = z.object({ state: z.enum(recordStates), found: z.array(z.string()) });
export const DomainChecks = z.object({ txt: RecordCheck, cname: RecordCheck });
export type DomainChecks = z.output<typeof DomainChecks>;

const Wanted = z.object({ type: z.enum(['TXT', 'CNAME']), name: z.string(), value: z.string() });
export const Domain = z.object({
  id: z.string(),
  /** lower case, punycode */
  host: z.string(),
  /** as people write it */
  shown: z.string(),
  kind: z.enum(domainKinds),
  state: z.enum(domainStates),
  is_default: z.boolean(),
  /** the records to set, and a sentence for each that is not right yet */
  records: z.array(
    Wanted.extend({ state: z.enum(recordStates).nullable(), found: z.array(z.string()), advice: z.string() }),
  ),
  checked_at: z.int().nullable(),
  last_ok: z.int().nullable(),
  created_at: z.int(),
});
export type Domain = z.output<typeof Domain>;

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
const one = { params: z.object({ id: z.string() }), names: 'domain', rates: ['admin-writes'] } as const;

export const domainRoutes = {
  domains: route({
    ...plain,
    method: 'GET',
    path: '/api/domains',
    summary: 'The workspace’s own domains, with the records to set and what was found',
    access,
    reply: z.object({ rows: z.array(Domain), total: z.int() }),
    errors: [],
  }),
  addDomain: route({
    ...plain,
    method: 'POST',
    path: '/api/domains',
    summary: 'Claims a domain; it serves once its records are found',
    access,
    body: z.object({ host: z.string().trim().max(300), kind: z.enum(domainKinds) }),
    reply: Domain,
    status: 201,
    errors: ['invalid_input', 'conflict'],
    rates: ['admin-writes'],
  }),
  checkDomain: route({
    ...plain,
    ...one,
    method: 'POST',
    path: '/api/domains/{id}/check',
    summary: 'Asks the name servers now',
    access,
    reply: Domain,
    errors: [],
    rates: ['call-tests', 'call-tests-tenant'],
  }),
  defaultDomain: route({
    ...plain,
    ...one,
    method: 'POST',
    path: '/api/domains/{id}/default',
    summary: 'Makes a verified domain the one that links and mails lead to',
    access,
    reply: Domain,
    errors: ['conflict'],
  }),
  removeDomain: route({
    ...plain,
    ...one,
    method: 'DELETE',
    path: '/api/domains/{id}',
    summary: 'Takes a domain away: nothing is served under it any more',
    access,
    reply: z.object({ id: z.string() }),
    errors: [],
  }),
};
