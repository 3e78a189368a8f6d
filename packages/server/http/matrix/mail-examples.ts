// For tests only: calls of the mail's routes that succeed.
import type { Example, Moment } from './examples.ts';

const params = { event: 'campaign-approved', language: 'en' };
/** the callers of a route come at once, and a template is saved by one at a time: each takes another */
const several = ['campaign-approved', 'campaign-refused', 'traffic-warning'].flatMap((event) =>
  ['en', 'es', 'hi'].map((language) => ({ event, language })),
);
let taken = 0;
const another = () => several[taken++ % several.length] ?? params;
const draft = { subject: 'Welcome to {{ brand }}', body: '<p>{{ offer }}</p><p>{{ button }}</p>' };

/** whoever saves names the version that stands */
async function versionIn({ scene, subdomain }: Moment, { event, language }: typeof params): Promise<number> {
  const [row] = await scene.t.database.asOwner<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from mail_templates
     where tenant_id = $1 and event = $2 and language = $3`,
    [scene.tenantIdOf(subdomain), event, language],
  );
  return row?.version ?? 0;
}

export const mailExamples = {
  mailSender: () => ({}),
  checkMailSender: () => ({}),
  mailTemplates: () => ({}),
  exportMailTemplates: () => ({}),
  mailObjects: () => ({ query: { kind: 'offer' } }),
  mailTemplate: () => ({ params }),
  saveMailTemplate: async (moment) => {
    const one = another();
    return { params: one, body: { version: await versionIn(moment, one), ...draft } };
  },
  restoreMailTemplate: async (moment) => {
    const one = another();
    return { params: one, body: { version: await versionIn(moment, one), to: 0 } };
  },
  previewMailTemplate: () => ({ params, body: { draft } }),
  testMailTemplate: () => ({ params, body: {} }),
} satisfies Record<string, Example>;
