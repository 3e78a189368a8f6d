// What the console's shell shows around every screen: the trial's days left, quick search.
import { z } from 'zod';
import { hiddenClassNames } from './accounts/hidden.ts';
import { hide, sideIn } from './hiding.ts';
import { route, session } from './route.ts';

const admins = session(['admin'], { section: 'self', impersonated: 'denied' });
const plain = { wire: 'json', headers: ['subdomain'] } as const;

export const workspaceRoutes = {
  workspace: route({
    ...plain,
    method: 'GET',
    path: '/api/admin/workspace',
    summary: "The workspace's plan and what is left of its trial",
    access: admins,
    reply: z.object({
      plan: z.enum(['basic', 'advanced', 'premium']),
      /** null outside a trial */
      trial: z
        .object({ days_left: z.number().int(), days_total: z.number().int(), ends_at: z.number().int() })
        .nullable(),
      read_only: z.boolean(),
      /** of the sections that the reader's role opens */
      /** classes of fields that the reader's role hides: their columns and fields are left out */
      hidden: z.array(z.enum(hiddenClassNames)),
      pending: z.object({ publishers: z.number().int(), advertisers: z.number().int() }).partial(),
    }),
    errors: [],
  }),
  quickSearch: route({
    ...plain,
    method: 'GET',
    path: '/api/admin/search',
    summary: 'Records whose name, e-mail or number matches, for the quick search',
    access: admins,
    query: z.object({ q: z.string().trim().min(1).max(100) }),
    reply: z.object({
      rows: z.array(
        sideIn(
          'kind',
          z.object({
            kind: z.enum(['publisher', 'advertiser']),
            id: z.string(),
            title: hide('account_name', z.string()),
            detail: hide('account_contact', z.string()),
          }),
        ),
      ),
    }),
    errors: [],
  }),
};
