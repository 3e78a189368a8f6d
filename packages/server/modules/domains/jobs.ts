import type { Clock } from '../../platform/clock.ts';
import { type Job, job } from '../../platform/jobs/topics.ts';
import { sentence } from '../../words/sentences.ts';
import { workspaceOwners } from '../accounts/index.ts';
import { queueMail } from '../mail/index.ts';
import { tenantById, tenantOrigin } from '../tenancy/index.ts';
import { domainLost } from './topics.ts';

export interface DomainJobDeps {
  clock: Clock;
  publicOrigin: URL;
}

const PATH = '/am/settings/domains';

/** by the workspace's own name on our host: the domain that was lost may be the one it signs in at */
export const domainJobs = ({ clock, publicOrigin }: DomainJobDeps): Job[] => [
  job(domainLost, 'domains.tell-of-loss', {
    run: ({ payload, tenantId, transaction }) =>
      transaction(async (tx) => {
        const tenant = await tenantById(tx, tenantId);
        const url = `${tenantOrigin(publicOrigin, tenant.subdomain)}${PATH}`;
        for (const owner of await workspaceOwners(tx)) {
          await queueMail(tx, {
            tenantId,
            to: owner.email,
            language: owner.language,
            name: 'domain-lost',
            values: {
              brand: tenant.displayName,
              firstName: owner.first_name,
              lines: [{ verbatim: sentence('line.address', { address: payload.host }) }],
              action: { label: sentence('action.look'), url },
            },
            at: clock.now(),
          });
        }
      }),
  }),
];
