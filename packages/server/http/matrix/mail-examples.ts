// For tests only: calls of the mail's routes that succeed.
import type { Example, Moment } from './examples.ts';

const params = { event: 'campaign-approved', language: 'en' };
const draft = { subject: 'Welcome to {{ brand }}', body: '<p>{{ offer }}</p><p>{{ button }}</p>' };

/** whoever saves names the version that stands */
async function versionIn({ scene, subdomain }: Moment): Promise<number> {
  const [row] = await scene.t.database.asOwner<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from mail_templates
     where tenant_id = $1 and event = $2 and language = $3`,
    [scene.tenantIdOf(subdomain), params.event, params.language],
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
  saveMailTemplate: async (moment) => ({ params, body: { version: await versionIn(moment), ...draft } }),
  restoreMailTemplate: async (moment) => ({ params, body: { version: await versionIn(moment), to: 0 } }),
  previewMailTemplate: () => ({ params, body: { draft } }),
  testMailTemplate: () => ({ params, body: {} }),
} satisfies Record<string, Example>;
