import type { tenancyRoutes } from '@tributary/contract';
import { isReservedSubdomain, isSubdomainShape } from '@tributary/contract/subdomains';
import type { Handlers } from '../../http/call.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/network-of.ts';
import { findTenant } from './repo.ts';

export interface TenancyDeps {
  database: Database;
  limiter: RateLimiter;
  brandLabel: string;
}

export const tenancyHandlers = ({ database, limiter, brandLabel }: TenancyDeps): Handlers<typeof tenancyRoutes> => ({
  checkSubdomain: async ({ params }, call) => {
    const subdomain = params.subdomain.toLowerCase();
    // an oracle by contract: only asking for names other than the page's own is counted
    const ownHost = call.origin.includes(`//${subdomain}.`);
    if (!ownHost) limiter.take('check-subdomain', networkOf(call.ip));
    if (!isSubdomainShape(subdomain) || isReservedSubdomain(subdomain, brandLabel)) return { exists: false };
    const tenant = await database.withoutTenant((tx) => findTenant(tx, subdomain, call.clock.now()));
    return { exists: tenant !== null };
  },
});
