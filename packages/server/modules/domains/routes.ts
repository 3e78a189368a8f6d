import { randomBytes } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import {
  type Domain,
  DomainChecks,
  domainKinds,
  type domainRoutes,
  domainStates,
  MAX_DOMAINS,
} from '@tributary/contract/settings/domains';
import { z } from 'zod';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { isId, newId } from '../../platform/ids.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Dns, publicName } from '../../platform/outbound/dns.ts';
import { recordAudit } from '../audit/index.ts';
import { isVerifiedElsewhere, tenantChanged } from '../tenancy/index.ts';
import { adviceFor } from './advice.ts';
import { checkDomain } from './check-domain.ts';
import {
  addDomain,
  changeDomain,
  clearDefault,
  type DomainRow,
  deleteDomain,
  domainsOf,
  findDomain,
  lockDomain,
  takeTurns,
} from './domains.repo.ts';
import type { HostDirectory } from './host-directory.ts';
import { type OwnNames, wantedOf } from './wanted.ts';

export interface DomainDeps {
  dns: Dns;
  names: OwnNames;
  directory: Pick<HostDirectory, 'forget'>;
}

const Kind = z.enum(domainKinds);
const State = z.enum(domainStates);

const IN_USE =
  'This domain is already in use. If it is yours, please remove it where it is set up, or write to support.';

function shown(domain: DomainRow, subdomain: string, names: OwnNames): Domain {
  const { proofName, proof, target } = wantedOf(names, subdomain)(domain);
  const checks = domain.checks === null ? null : DomainChecks.parse(domain.checks);
  const records = [
    {
      type: 'TXT' as const,
      name: proofName,
      value: proof,
      state: checks?.txt.state ?? null,
      found: checks?.txt.found ?? [],
    },
    {
      type: 'CNAME' as const,
      name: domain.host,
      value: target,
      state: checks?.cname.state ?? null,
      found: checks?.cname.found ?? [],
    },
  ];
  return {
    id: domain.id,
    host: domain.host,
    shown: domainToUnicode(domain.host),
    kind: Kind.parse(domain.kind),
    state: State.parse(domain.state),
    is_default: domain.is_default,
    records: records.map((record) => ({ ...record, advice: adviceFor(record) })),
    checked_at: domain.checked_at && unixSeconds(domain.checked_at),
    last_ok: domain.last_ok && unixSeconds(domain.last_ok),
    created_at: unixSeconds(domain.created_at),
  };
}

/** under these everybody registers (co.uk, com.au, or.jp): none of them is anybody's own; a name below is never meant */
const REGISTRY_NAMES =
  /^(?:(?:com?|net|org|gov|govt|edu|ac|mil|gob|nom)\.[a-z]{2}|(?:or|ne|go|ad|gr|lg)\.(?:jp|kr|th|id|ke|tz|ug|at)|(?:ltd|plc|me|sch|nhs|police)\.uk|(?:id|asn)\.au)$/;
const isRegistryName = (host: string): boolean => REGISTRY_NAMES.test(host);

/** a name of the public tree that is none of ours */
function hostFrom(text: string, { publicOrigin, trackerOrigin }: OwnNames): string {
  const host = publicName(text);
  if (host === null || host.includes('_')) {
    throw new Fault('invalid_input', 'Please enter a domain such as partners.example.com, without https:// and path.', {
      path: ['host'],
    });
  }
  if (isRegistryName(host)) {
    throw new Fault(
      'invalid_input',
      `${host} belongs to a registry, not to one company. Please enter a domain below it, such as partners.example.${host}.`,
      { path: ['host'] },
    );
  }
  const ours = [publicOrigin, trackerOrigin].map(({ hostname }) => hostname.toLowerCase());
  if (ours.some((own) => host === own || host.endsWith(`.${own}`))) {
    throw new Fault('invalid_input', 'This name belongs to the platform. Please enter a domain of your own.', {
      path: ['host'],
    });
  }
  return host;
}

async function required(tx: Tx, call: SignedInCall, id: string, find = findDomain): Promise<DomainRow> {
  const domain = isId(id) ? await find(tx, call.tenant.id, id) : undefined;
  if (!domain) throw new Fault('not_found');
  return domain;
}

export function domainHandlers({ dns, names, directory }: DomainDeps): Handlers<typeof domainRoutes> {
  const show = (domain: DomainRow, call: SignedInCall) => shown(domain, call.tenant.subdomain, names);
  return {
    domains: inTransaction(async (_input, call, tx) => {
      const domains = await domainsOf(tx, call.tenant.id);
      return { rows: domains.map((domain) => show(domain, call)), total: domains.length };
    }),
    addDomain: inTransaction(async ({ body }, call, tx) => {
      const host = hostFrom(body.host, names);
      const at = call.clock.now();
      const known = await domainsOf(tx, call.tenant.id);
      if (known.some((domain) => domain.host === host)) {
        throw new Fault('conflict', 'This domain is on your list already.');
      }
      if (known.length >= MAX_DOMAINS) {
        throw new Fault('conflict', `A workspace has at most ${MAX_DOMAINS} domains. Please remove one first.`);
      }
      if (await isVerifiedElsewhere(tx, call.tenant.id, host)) throw new Fault('conflict', IN_USE);
      const id = newId(at.getTime());
      const isAdded = await addDomain(tx, {
        tenant_id: call.tenant.id,
        id,
        host,
        kind: body.kind,
        txt: `workspace-proof=${randomBytes(16).toString('hex')}`,
        added_by: call.principal.userId,
        created_at: at,
      });
      if (!isAdded) throw new Fault('conflict', 'This domain is on your list already.');
      await recordAudit(tx, call, {
        action: 'domain.added',
        objectKind: 'domain',
        objectId: id,
        after: { host, kind: body.kind },
      });
      return show(await required(tx, call, id), call);
    }),
    checkDomain: async ({ params }, call) => {
      const domain = await call.transaction((tx) => required(tx, call, params.id));
      const wanted = wantedOf(names, call.tenant.subdomain);
      const { transaction, clock } = call;
      await checkDomain(domain, { call, transaction, dns, wanted, clock, isDaily: false });
      directory.forget();
      return show(await call.transaction((tx) => required(tx, call, params.id)), call);
    },
    defaultDomain: async ({ params }, call) => {
      const chosen = await call.transaction(async (tx) => {
        await takeTurns(tx, 'default', call.tenant.id);
        const domain = await required(tx, call, params.id, lockDomain);
        if (domain.state !== 'verified') {
          throw new Fault('conflict', 'Only a verified domain can be the default. Please check its records first.');
        }
        if (domain.is_default) return domain;
        await clearDefault(tx, call.tenant.id, Kind.parse(domain.kind));
        await changeDomain(tx, call.tenant.id, domain.id, { is_default: true });
        await recordAudit(tx, call, {
          action: 'domain.made_default',
          objectKind: 'domain',
          objectId: domain.id,
          after: { host: domain.host, kind: domain.kind },
        });
        await emit(tx, call.tenant.id, tenantChanged, {});
        return { ...domain, is_default: true };
      });
      directory.forget();
      return show(chosen, call);
    },
    removeDomain: async ({ params }, call) => {
      await call.transaction(async (tx) => {
        const domain = await required(tx, call, params.id, lockDomain);
        await deleteDomain(tx, call.tenant.id, domain.id);
        await recordAudit(tx, call, {
          action: 'domain.removed',
          objectKind: 'domain',
          objectId: domain.id,
          before: { host: domain.host, kind: domain.kind, state: domain.state },
        });
        await emit(tx, call.tenant.id, tenantChanged, {});
      });
      directory.forget();
      return { id: params.id };
    },
  };
}
