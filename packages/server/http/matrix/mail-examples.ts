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

/** of two who change it at once only one would: what is saved stands there already */
const server = { host: 'smtp.example.com', port: 587, security: 'starttls' };
async function setServer({ scene, subdomain }: Moment): Promise<void> {
  await scene.t.database.asOwner(
    `insert into mail_servers (tenant_id, host, port, security, version, changed_at)
     values ($1, $2, $3, $4, 1, $5) on conflict do nothing`,
    [scene.tenantIdOf(subdomain), server.host, server.port, server.security, scene.t.clock.now()],
  );
}

/** a server of one's own sends from an address of one's own */
async function setSenderAddress({ scene, subdomain }: Moment): Promise<void> {
  await scene.t.database.asOwner(
    `insert into settings (tenant_id, section, version, value, changed_at)
     values ($1, 'sender', 1, '{"address": "hello@example.com"}', $2) on conflict do nothing`,
    [scene.tenantIdOf(subdomain), scene.t.clock.now()],
  );
}

export const mailExamples = {
  mailSender: () => ({}),
  checkMailSender: () => ({}),
  mailServer: () => ({}),
  saveMailServer: async (moment) => {
    await setSenderAddress(moment);
    await setServer(moment);
    return { body: { version: 1, ...server, username: '', password: '' } };
  },
  removeMailServer: () => ({}),
  testMailServer: () => ({ body: { via: 'platform' } }),
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
