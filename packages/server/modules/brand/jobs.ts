import { emit } from '../../platform/jobs/outbox.repo.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { settingsChanged } from '../settings/index.ts';
import { tenantChanged } from '../tenancy/index.ts';

/** trackers show the brand, too: on the page for visitors whose link leads nowhere */
export const brandJobs = (): Job[] => [
  job(settingsChanged, 'brand.tell-trackers', {
    run: async ({ payload, tenantId, transaction }) => {
      if (payload.section === 'brand') await transaction((tx) => emit(tx, tenantId, tenantChanged, {}));
    },
  }),
];
