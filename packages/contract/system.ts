// Pipeline health, as the System screen shows it: of the trackers how they are, of everything counted the workspace's own. What they
// hold for all tenants together is the operator's (/metrics).
import { z } from 'zod';
import { route, session } from './route.ts';

export const systemRoutes = {
  system: route({
    method: 'GET',
    path: '/api/admin/system',
    summary: 'Health of the pipeline: trackers, spools, intake, jobs',
    access: session(['admin'], { impersonated: 'denied', section: 'settings' }),
    wire: 'json',
    headers: ['subdomain'],
    reply: z.object({
      /** about the installation's settings, in words */
      warnings: z.array(z.string()),
      /** how many changes of its own the workspace has published within the days that are kept */
      snapshot_version: z.number().int(),
      /** how many live trackers have the newest version: "live on 2 of 2" */
      live_on: z.number().int(),
      trackers: z.array(
        z.object({
          /** its place among the trackers */
          id: z.string(),
          alive: z.boolean(),
          /** how many of the workspace's changes it knows */
          snapshot_version: z.number().int(),
          reported_at: z.number().int(),
          oldest_unsent_seconds: z.number().nullable(),
          failing: z.boolean(),
          /** of this tenant since the tracker's start */
          verdicts: z.record(z.string(), z.number()),
          unlogged: z.number(),
          /** when its table of countries was made; null where the tracker is too old to say */
          countries_at: z.number().int().nullable(),
          /** what somebody should look at, in sentences that say what to do */
          alarms: z.array(z.string()),
        }),
      ),
      intake: z.object({ lag_seconds: z.number().nullable() }),
      jobs: z.object({
        ready: z.number().int(),
        running: z.number().int(),
        dead: z.number().int(),
        waiting_events: z.number().int(),
        oldest_seconds: z.number(),
      }),
      /** calls to publishers and webhooks that have not arrived yet; `failing` of them were refused before */
      postbacks: z.object({ waiting: z.number().int(), failing: z.number().int() }),
    }),
    errors: [],
  }),
};
