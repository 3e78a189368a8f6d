// Feeds the demo tenants' history through the intake, in the background after a start, oldest day first.
import { type MacKey, macKey } from '@tributary/contract/tracker/siphash';
import { TOKEN_DIGEST_LENGTH } from '@tributary/contract/tracker/spool-record';
import { CLICK_ID_KEY_LABEL } from '@tributary/contract/tracker/tracker-wire';
import { readPeopleForSnapshot } from '../modules/accounts/index.ts';
import { dayToBook, lateLotsToFind } from '../modules/conversions/index.ts';
import type { Intake } from '../modules/events/index.ts';
import { readOffersForSnapshot } from '../modules/offers/index.ts';
import { findTenant, readTenantForSnapshot } from '../modules/tenancy/index.ts';
import { postbackSecrets } from '../modules/tracking/index.ts';
import { dayToRecount, unmatchedToSort } from '../modules/trust/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor } from '../platform/db/database.ts';
import { emit } from '../platform/jobs/outbox.repo.ts';
import type { Log } from '../platform/log.ts';
import type { InstallationSecret } from '../platform/secret.ts';
import { dayOfHistory, type HistoryTenant, paidClicksOf } from './history.ts';

const histories = [
  { subdomain: 'demo', tracker: 'de30de30de30de30', clicksPerDay: 500 },
  { subdomain: 'acme', tracker: 'ac3eac3eac3eac3e', clicksPerDay: 40 },
] as const;

/** and today */
const TOLD_LATER_DAYS = 2;
/** older days are not booked by themselves */
const LATE_AFTER_DAYS = 3;
const RECOUNTED_DAYS = 7;

export interface HistoryDeps {
  database: Database;
  intake: Intake;
  secret: InstallationSecret;
  clock: Clock;
  log: Log;
  days: number;
  /** the server is stopping: the next start goes on where this one left off */
  stopped(): boolean;
}

export async function seedHistory(deps: HistoryDeps): Promise<void> {
  const key = macKey(deps.secret.derive(CLICK_ID_KEY_LABEL));
  const now = deps.clock.now();
  const today = Math.floor(now.getTime() / DAY_MS);
  for (const history of histories) {
    const tenant = await readTenant(deps, history.subdomain, history.clicksPerDay, now);
    if (!tenant || tenant.offers.length === 0 || tenant.publishers.length === 0) continue;
    // the small tenant stays a quiet one
    if (history.subdomain === 'demo') tenant.toldLaterFrom = new Date((today - TOLD_LATER_DAYS) * DAY_MS);
    let rows = 0;
    for (let day = today - deps.days; day <= today && !deps.stopped(); day++) {
      // a day is one chunk of one segment: taken in once, whatever happens in between
      const body = dayOfHistory(tenant, new Date(day * DAY_MS), now, key);
      rows += (await deps.intake.accept({ tracker: history.tracker, segment: day, offset: 0, body })).rows;
    }
    if (rows > 0) await bookDays(deps.database, tenant.id, today - deps.days, today);
    if (rows > 0 && history.subdomain === 'demo') await arriveLate(deps, tenant, history.tracker, key, today);
    if (rows > 0) await countAgain(deps.database, tenant.id, today);
    if (rows > 0) deps.log.info({ tenant: history.subdomain, rows }, 'demo history is in');
  }
}

/** a tracker was offline before the history begins: what it held is in no lot, and waits for a person */
async function arriveLate(deps: HistoryDeps, tenant: HistoryTenant, tracker: string, key: MacKey, today: number) {
  const day = today - Math.max(deps.days, LATE_AFTER_DAYS) - 2;
  const body = paidClicksOf(tenant, new Date(day * DAY_MS), key);
  if (!body) return;
  await deps.intake.accept({ tracker, segment: day, offset: 0, body });
  const before = new Date((today - LATE_AFTER_DAYS) * DAY_MS).toISOString().slice(0, 10);
  await deps.database.withTenant(tenant.id, systemActor, (tx) => emit(tx, tenant.id, lateLotsToFind, { before }));
}

/** in earnest each day is booked when it has ended; these are all over */
const bookDays = (database: Database, tenantId: string, first: number, today: number): Promise<void> =>
  database.withTenant(tenantId, systemActor, async (tx) => {
    for (let day = first; day < today; day++) {
      const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
      await emit(tx, tenantId, dayToBook, { day: text, however_late: true });
    }
  });

/** in earnest each night counts its last days, and looks for calls that became nothing; these come at once */
const countAgain = (database: Database, tenantId: string, today: number): Promise<void> =>
  database.withTenant(tenantId, systemActor, async (tx) => {
    for (let back = 1; back <= RECOUNTED_DAYS; back++) {
      const day = new Date((today - back) * DAY_MS).toISOString().slice(0, 10);
      await emit(tx, tenantId, dayToRecount, { day, books: back === 1 });
    }
    await emit(tx, tenantId, unmatchedToSort, {});
  });

async function readTenant(
  { database, secret }: HistoryDeps,
  subdomain: string,
  clicksPerDay: number,
  at: Date,
): Promise<HistoryTenant | null> {
  const found = await database.withoutTenant((tx) => findTenant(tx, subdomain, at));
  if (!found) return null;
  const secrets = postbackSecrets(secret);
  return database.withTenant(found.id, systemActor, async (tx) => {
    const tenant = await readTenantForSnapshot(tx, found.id);
    const offers = await readOffersForSnapshot(tx, tenant?.number ?? 0, null);
    const people = await readPeopleForSnapshot(tx, null);
    const publishers = people.filter(
      (person) => person.kind === 'publisher' && person.status === 'approved' && !person.deleted,
    );
    return {
      id: found.id,
      number: tenant?.number ?? 0,
      offers: offers.filter((offer) => offer.status === 'active' && offer.visibility === 'public'),
      publishers: publishers.map((person) => person.number),
      clicksPerDay,
      digests: new Map(
        people.flatMap(({ kind, id, number }) =>
          kind === 'advertiser'
            ? [[String(number), secrets.tokenHash(id, 1).slice(0, TOKEN_DIGEST_LENGTH)] as const]
            : [],
        ),
      ),
    };
  });
}
