// One look at a domain's records, and what follows from it: found, it serves; gone at two daily looks in a row, it no longer does.
import type { DomainChecks } from '@tributary/contract/settings/domains';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emit } from '../../platform/jobs/outbox.repo.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import { type AuditedCall, recordAudit } from '../audit/index.ts';
import { isVerifiedElsewhere, tenantChanged } from '../tenancy/index.ts';
import { checkRecords, isMissed, isProven, type WantedRecords } from './check-records.ts';
import { changeDomain, type DomainChange, type DomainRow, hasDefault, lockDomain, takeTurns } from './domains.repo.ts';
import { domainLost } from './topics.ts';

const LOST_AFTER = 2;

type Transaction = <R>(run: (tx: Tx) => Promise<R>) => Promise<R>;
export interface DomainCheck {
  call: AuditedCall;
  transaction: Transaction;
  dns: Dns;
  wanted: (domain: DomainRow) => WantedRecords;
  clock: Clock;
  /** the daily look: only it takes a domain away, for a person may press a button twice in a minute */
  isDaily: boolean;
}

export async function checkDomain(found: DomainRow, check: DomainCheck): Promise<void> {
  // outside any transaction: name servers may keep us waiting
  const checks = await checkRecords(check.dns, check.wanted(found));
  await check.transaction(async (tx) => {
    const { tenant } = check.call;
    await takeTurns(tx, 'host', found.host);
    await takeTurns(tx, 'default', tenant.id);
    const domain = await lockDomain(tx, tenant.id, found.id);
    if (!domain) return;
    const taken = isProven(checks) && (await isVerifiedElsewhere(tx, tenant.id, domain.host));
    const seen: DomainChecks = taken ? { ...checks, txt: { state: 'taken', found: [] } } : checks;
    const outcome = outcomeOf(domain, seen, check);
    // the first of its kind that serves is where links and mails lead, until somebody chooses another
    const isFirst = outcome.state === 'verified' && !(await hasDefault(tx, tenant.id, domain.kind));
    const change = isFirst ? { ...outcome, is_default: true } : outcome;
    await changeDomain(tx, tenant.id, domain.id, change);
    if (change.state === undefined || change.state === domain.state) return;
    const what = { objectKind: 'domain', objectId: domain.id } as const;
    const told = { host: domain.host, kind: domain.kind };
    await recordAudit(tx, check.call, {
      ...what,
      action: change.state === 'verified' ? 'domain.verified' : 'domain.lost',
      before: { ...told, state: domain.state },
      after: { ...told, state: change.state },
    });
    await emit(tx, tenant.id, tenantChanged, {});
    if (change.state === 'lost') await emit(tx, tenant.id, domainLost, { domain_id: domain.id, host: domain.host });
  });
}

function outcomeOf(domain: DomainRow, checks: DomainChecks, { clock, isDaily }: DomainCheck): DomainChange {
  const now = clock.now();
  const looked = { checks, checked_at: now };
  if (isProven(checks)) return { ...looked, state: 'verified', misses: 0, last_ok: now };
  if (!isDaily || !isMissed(checks) || domain.state !== 'verified') return looked;
  const misses = domain.misses + 1;
  // one that serves no longer is nobody's default
  return misses < LOST_AFTER ? { ...looked, misses } : { ...looked, misses, state: 'lost', is_default: false };
}
