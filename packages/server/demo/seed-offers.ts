// Fills the demo tenants with further people, offers, requests and links, once: a tenant that has an offer is left alone.
import { blankDefaults, CreateOfferBody, withDefaults } from '@tributary/contract/offers/offers';
import { addAccount, findAccountByEmail, type PasswordHasher } from '../modules/accounts/index.ts';
import {
  addLink,
  decide,
  goalsOf,
  grant,
  hasOffers,
  saveCaps,
  saveKpiTargets,
  savePayoutRules,
  saveRequest,
  storeOffer,
} from '../modules/offers/index.ts';
import { findTenant, nextNumber } from '../modules/tenancy/index.ts';
import { type Clock, DAY_MS } from '../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { acmeOffers, type DemoOffer, demoBrief, demoOffers } from './demo-offers.ts';
import { type DemoPerson, demoPeople } from './demo-people.ts';
import { DEMO_PASSWORD } from './seed-demo.ts';

const plots = [
  { subdomain: 'demo', people: demoPeople, offers: demoOffers, brief: demoBrief },
  { subdomain: 'acme', people: [], offers: acmeOffers, brief: null },
] as const;

interface Place {
  tx: Tx;
  tenantId: string;
  subdomain: string;
  now: Date;
}

export async function seedDemoOffers(
  database: Database,
  passwords: PasswordHasher,
  clock: Clock,
  log: Log,
): Promise<void> {
  for (const { subdomain, people, offers, brief } of plots) {
    const now = clock.now();
    const tenant = await database.withoutTenant((tx) => findTenant(tx, subdomain, now));
    if (!tenant || (await database.withTenant(tenant.id, systemActor, hasOffers))) continue;
    const passwordHash = await passwords.hash(DEMO_PASSWORD);
    await database.withTenant(tenant.id, systemActor, async (tx) => {
      const place: Place = { tx, tenantId: tenant.id, subdomain, now };
      for (const person of people) await addPerson(place, person, passwordHash);
      for (const offer of offers) await addOffer(place, offer);
      if (brief) await addBrief(place, brief);
    });
    log.info({ tenant: subdomain, offers: offers.length }, 'demo offers created');
  }
}

const ago = ({ now }: Place, days: number): Date => new Date(now.getTime() - days * DAY_MS);

async function addPerson(place: Place, person: DemoPerson, passwordHash: string): Promise<void> {
  const { tx, tenantId, subdomain } = place;
  if (await findAccountByEmail(tx, person.email)) return;
  const createdAt = ago(place, person.daysAgo);
  await addAccount(tx, {
    tenantId,
    id: newId(createdAt.getTime()),
    type: person.type,
    sequence: await nextNumber(tx, tenantId, 'user'),
    firstName: person.first,
    lastName: person.last,
    email: person.email,
    passwordHash,
    status: person.status,
    company: person.company,
    managerId: person.type === 'advertiser' ? await idOf(place, `admin@${subdomain}.test`) : null,
    createdAt,
  });
}

async function idOf({ tx }: Place, email: string): Promise<string> {
  const account = await findAccountByEmail(tx, email);
  if (!account) throw new Error(`the demo has no ${email}`);
  return account.id;
}

async function store(place: Place, form: object, of: string, daysAgo: number, isBrief = false): Promise<string> {
  const { tx, tenantId, subdomain } = place;
  // the number is only compared with the session where a person creates an offer; here the id decides
  const fields = withDefaults(CreateOfferBody.parse({ ...form, advertiser_id: 1 }), blankDefaults);
  const advertiserId = await idOf(place, of);
  const createdBy = isBrief ? advertiserId : await idOf(place, `admin@${subdomain}.test`);
  const { id } = await storeOffer(tx, { tenantId, advertiserId, createdBy, fields, isBrief, at: ago(place, daysAgo) });
  return id;
}

async function addBrief(place: Place, form: object): Promise<void> {
  await store(place, form, `advertiser@${place.subdomain}.test`, 1, true);
}

async function addOffer(place: Place, offer: DemoOffer): Promise<void> {
  const { tx, tenantId, subdomain } = place;
  const at = ago(place, offer.daysAgo);
  const offerId = await store(place, offer.form, offer.of ?? `advertiser@${subdomain}.test`, offer.daysAgo);
  const by = await idOf(place, `admin@${subdomain}.test`);
  if (offer.clicksPerDay !== undefined) {
    const cap = { publisherId: null, metric: 'clicks', period: 'day', limit: offer.clicksPerDay } as const;
    await saveCaps(tx, { tenantId, offerId, at }, [{ ...cap, action: 'fallback' }]);
  }
  const publisherIds = await Promise.all((offer.allowed ?? []).map((email) => idOf(place, email)));
  await grant(tx, { tenantId, offerId, publisherIds, state: 'allowed', by, at });
  await addRequests(place, offer, offerId, by);
  if (offer.paysMore) await payMore(place, offerId, await idOf(place, offer.paysMore.to), offer.paysMore.micros, at);
  if (offer.kpi) await demand(place, offerId, offer.kpi);
  if (offer.link) {
    const publisherId = await idOf(place, `publisher@${subdomain}.test`);
    const nowhere = { landingPage: null, deepLink: null };
    await addLink(tx, { tenantId, offerId, publisherId, ...nowhere, ...offer.link, at });
  }
}

async function addRequests(place: Place, offer: DemoOffer, offerId: string, by: string): Promise<void> {
  const { tx, tenantId, now } = place;
  const acceptedTerms = offer.form.require_terms ? 1 : null;
  for (const [index, request] of [...(offer.requested ?? []), ...(offer.refused ?? [])].entries()) {
    const at = new Date(now.getTime() - (index + 1) * 5 * 3_600_000);
    const id = newId(at.getTime());
    const publisherId = await idOf(place, request.by);
    const { traffic } = request;
    await saveRequest(tx, { tenantId, id, offerId, publisherId, state: 'requested', traffic, acceptedTerms, at });
    if ('reason' in request) await decide(tx, id, { state: 'refused', reason: String(request.reason), by, at: now });
  }
}

/** so many of the default goal's conversions are to reach the goal with this token */
async function demand({ tx, tenantId }: Place, offerId: string, kpi: NonNullable<DemoOffer['kpi']>): Promise<void> {
  const goals = (await goalsOf(tx, [offerId])).get(offerId) ?? [];
  const idOfGoal = (token: string) => goals.find((goal) => goal.token === token)?.id ?? '';
  const rate = { op: 'at_least', rateBasisPoints: kpi.percent * 100, minSample: kpi.minSample } as const;
  await saveKpiTargets(tx, { tenantId, offerId }, [
    { fromGoalId: idOfGoal(''), toGoalId: idOfGoal(kpi.token), ...rate },
  ]);
}

async function payMore({ tx, tenantId }: Place, offerId: string, publisherId: string, micros: bigint, at: Date) {
  await savePayoutRules(tx, { tenantId, offerId, at }, [
    {
      publisherId,
      goalId: null,
      countries: [],
      source: null,
      fromConversions: 0,
      startsAt: null,
      endsAt: null,
      payoutMicros: micros,
      payoutBasisPoints: null,
      revenueMicros: null,
      revenueBasisPoints: null,
    },
  ]);
}
