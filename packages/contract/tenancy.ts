// Tenancy on the wire: does this subdomain exist?
import { z } from 'zod';
import { anyone, route } from './route.ts';

export const tenancyRoutes = {
  checkSubdomain: route({
    method: 'GET',
    path: '/api/check-subdomain/{subdomain}',
    summary: 'Tells whether a tenant lives at this subdomain',
    access: anyone('both'),
    wire: 'json',
    headers: [],
    names: { noId: 'a name, which anyone may ask about' },
    params: z.object({ subdomain: z.string().max(63) }),
    reply: z.object({ exists: z.boolean() }),
    errors: ['rate_limited'],
    rates: [],
  }),
};
