// Events from below become a new version of the snapshot.
import { type Job, job } from '../../platform/jobs/topics.ts';
import { accountChanged } from '../accounts/index.ts';
import { linkCreated, offerChanged } from '../offers/index.ts';
import { settingsChanged } from '../settings/index.ts';
import { tenantChanged } from '../tenancy/index.ts';
import type { PostbackSecrets } from './postback-auth.ts';
import { publish } from './publish.ts';
import { creditStopChanged } from './topics.ts';

export const trackingJobs = (secrets: PostbackSecrets): Job[] => [
  job(accountChanged, 'tracking.publish-account', {
    run: ({ payload, tenantId, transaction }) =>
      transaction((tx) => publish(tx, tenantId, { people: [payload.user_id] }, secrets)),
  }),
  job(creditStopChanged, 'tracking.publish-credit', {
    run: ({ payload, tenantId, transaction }) =>
      transaction((tx) => publish(tx, tenantId, { people: [payload.advertiser_id] }, secrets)),
  }),
  job(offerChanged, 'tracking.publish-offer', {
    run: ({ payload, tenantId, transaction }) =>
      transaction((tx) => publish(tx, tenantId, { offers: [payload.offer_id] }, secrets)),
  }),
  job(linkCreated, 'tracking.publish-link', {
    run: ({ payload, tenantId, transaction }) =>
      transaction((tx) => publish(tx, tenantId, { links: [payload.code] }, secrets)),
  }),
  job(tenantChanged, 'tracking.publish-tenant', {
    run: ({ tenantId, transaction }) => transaction((tx) => publish(tx, tenantId, { tenant: true }, secrets)),
  }),
  job(settingsChanged, 'tracking.publish-settings', {
    run: async ({ payload, tenantId, transaction }) => {
      if (payload.section !== 'tracking' && payload.section !== 'privacy') return;
      await transaction((tx) => publish(tx, tenantId, { tenant: true }, secrets));
    },
  }),
];
