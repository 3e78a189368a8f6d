// What follows a change of an offer, outside the request: publishers and account managers are told by mail.
import type { Section } from '@tributary/contract';
import { formatMoney } from '@tributary/contract/money';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { emitOnce } from '../../platform/jobs/outbox.repo.ts';
import { type Job, type JobRun, job } from '../../platform/jobs/topics.ts';
import { type Sentence, sentence } from '../../words/sentences.ts';
import { accountChanged, type Manager, managersWhoFind } from '../accounts/index.ts';
import { type MailName, queueMail } from '../mail/index.ts';
import { BLANKED, notifyEach } from '../notifications/index.ts';
import { originOfTenant, tenantById } from '../tenancy/index.ts';
import { findRequest, publishersConcerned } from './jobs.repo.ts';
import { findOffer } from './offers.repo.ts';
import { namesOf } from './people.repo.ts';
import type { StoredOffer } from './saving/offer-fields.ts';
import { pauseOffersOf } from './saving/pause-offer.ts';
import { briefSubmitted, permissionRequested, publishersToTell } from './topics.ts';

export interface OfferJobDeps {
  clock: Clock;
  publicOrigin: URL;
}

const BATCH = 200;
const mailOf = { 'new-offer': 'offer-published', 'new-terms': 'offer-terms-changed' } as const satisfies Record<
  string,
  MailName
>;

const summaryOf = (offer: StoredOffer): Sentence[] => [
  sentence('line.campaign', { offer: offer.title, number: offer.number }),
  ...(offer.hide_payout
    ? []
    : [
        sentence('line.payout', {
          amount: formatMoney(BigInt(offer.payout_micros)),
          currency: offer.currency,
          model: offer.offer_type,
        }),
      ]),
  sentence('line.countries', { countries: offer.countries.join(', ') }),
];

export const offerJobs = (deps: OfferJobDeps): Job[] => [
  job(publishersToTell, 'offers.tell-publishers', {
    lane: 'bulk',
    run: ({ payload, tenantId, jobId, transaction }) =>
      transaction(async (tx) => {
        const offer = await findOffer(tx, payload.offer_id);
        if (offer?.status !== 'active') return;
        const publishers = await publishersConcerned(tx, offer, payload.news, payload.after, BATCH);
        const last = publishers.at(-1);
        // the next batch is an event under this job's own id: a run that is repeated finds it and mails nobody twice
        const next = { ...payload, after: last?.number ?? 0 };
        if (!last || !(await emitOnce(tx, { tenantId, id: jobId }, publishersToTell, next))) return;
        const tenant = await tenantById(tx, tenantId);
        const url = `${originOfTenant(deps.publicOrigin, tenant)}/publisher/campaigns/available`;
        for (const { email, firstName, language } of publishers) {
          await queueMail(tx, {
            tenantId,
            to: email,
            language,
            name: mailOf[payload.news],
            values: {
              brand: tenant.displayName,
              firstName,
              lines: summaryOf(offer),
              action: { label: sentence('action.see-campaign'), url },
            },
            at: deps.clock.now(),
          });
        }
      }),
  }),
  job(accountChanged, 'offers.pause-of-advertiser', {
    run: async ({ payload, tenantId, transaction }) => {
      const { user_id: advertiserId, change } = payload;
      if (change !== 'deleted' && change !== 'rejected') return;
      const reason = `the advertiser was ${change}`;
      await transaction((tx) => pauseOffersOf(tx, { tenantId, clock: deps.clock, advertiserId, reason }));
    },
  }),
  job(permissionRequested, 'offers.announce-request', {
    run: (run) =>
      run.transaction(async (tx) => {
        const request = await findRequest(tx, run.payload.permission_id);
        if (!request) return;
        const name = `${request.first_name} ${request.last_name}`;
        await tellManagers(tx, run, deps, {
          kind: 'offer-request',
          mail: 'campaign-requested',
          section: 'requests',
          look: () => findRequest(tx, run.payload.permission_id),
          textFor: ({ hidden }) =>
            sentence('offer.requested', {
              name,
              email: hidden.includes('publisher_contact') ? BLANKED : request.email,
              offer: request.title,
              number: request.number,
            }),
          lines: request.traffic ? [sentence('line.traffic', { traffic: request.traffic })] : [],
          path: '/am/offers/requests',
        });
      }),
  }),
  job(briefSubmitted, 'offers.announce-brief', {
    run: (run) =>
      run.transaction(async (tx) => {
        const offer = await findOffer(tx, run.payload.offer_id);
        if (!offer) return;
        const advertiser = (await namesOf(tx, [offer.advertiser_id])).get(offer.advertiser_id);
        await tellManagers(tx, run, deps, {
          kind: 'brief',
          mail: 'brief-submitted',
          section: 'offers',
          look: () => findOffer(tx, offer.id),
          textFor: ({ hidden }) => {
            const known = hidden.includes('advertiser_name') ? undefined : advertiser?.name;
            const named = known ?? sentence('brief.somebody');
            return sentence('brief.submitted', { advertiser: named, offer: offer.title, number: offer.number });
          },
          lines: [],
          path: `/am/offers/${offer.id}`,
        });
      }),
  }),
];

interface Announcement {
  kind: 'offer-request' | 'brief';
  mail: MailName;
  section: Section;
  /** what it is about, or null for a reader who does not find it */
  look: () => Promise<unknown>;
  textFor: (manager: Manager) => Sentence;
  lines: readonly Sentence[];
  path: string;
}

async function tellManagers(tx: Tx, run: JobRun<unknown>, deps: OfferJobDeps, announced: Announcement): Promise<void> {
  const { tenantId, jobId } = run;
  const at = deps.clock.now();
  const { kind, section, look, textFor, path } = announced;
  // the notifications carry the job's id: a run that is repeated tells nobody twice
  const managers = await managersWhoFind(tx, section, look);
  if (!(await notifyEach(tx, { tenantId, cause: jobId, kind, path, at }, managers, textFor))) return;
  const tenant = await tenantById(tx, tenantId);
  const url = `${originOfTenant(deps.publicOrigin, tenant)}${path}`;
  for (const manager of managers) {
    await queueMail(tx, {
      tenantId,
      to: manager.email,
      language: manager.language,
      name: announced.mail,
      values: {
        brand: tenant.displayName,
        firstName: manager.first_name,
        lines: [textFor(manager), ...announced.lines],
        action: { label: sentence('action.review'), url },
      },
      at,
    });
  }
}
