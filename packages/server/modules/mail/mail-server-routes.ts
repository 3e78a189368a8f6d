// Settings › Mail sender, the server of one's own: set, forgotten, and tried out with the server's own words.
import type { mailServerRoutes } from '@tributary/contract/mail-server';
import { type Handlers, inTransaction, type SignedInCall } from '../../http/call.ts';
import { DAY_MS, unixSeconds } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Fault } from '../../platform/fault.ts';
import { newId } from '../../platform/ids.ts';
import { type GuardedSmtp, MailRefused, ServerTrouble } from '../../platform/mail/guarded-smtp.ts';
import type { MailTransport, OutgoingMail } from '../../platform/mail/transport.ts';
import { OutboundRefused } from '../../platform/outbound/guard.ts';
import type { Language } from '../../words/sentences.ts';
import { recordAudit } from '../audit/index.ts';
import { isMailName } from './content.ts';
import { answerIn } from './deliver.ts';
import { findServer, noteTrouble, noteWorks } from './mail-server.repo.ts';
import { forgetServer, opened, saveServer, shownServer } from './mail-server.ts';
import { oneLine } from './plain-name.ts';
import { renderMail } from './render-mail.ts';
import { failedSince } from './repo.ts';
import { headersFor, type SenderDeps } from './sender.ts';
import type { TellDeps } from './tell-owners.ts';
import { mailTitle } from './titles.ts';

export interface MailServerDeps extends SenderDeps, TellDeps {
  transport: MailTransport;
  servers: GuardedSmtp;
  senderNameOf(tx: Tx, tenantId: string): Promise<string>;
  languageOf(tx: Tx, userId: string): Promise<Language>;
}

const FAILURES_MS = 7 * DAY_MS;
const FAILURES_SHOWN = 20;

async function state(tx: Tx, { clock, tenant, principal }: SignedInCall, { languageOf }: MailServerDeps) {
  const now = clock.now();
  const server = await findServer(tx);
  const failed = await failedSince(tx, new Date(now.getTime() - FAILURES_MS), FAILURES_SHOWN);
  const language = await languageOf(tx, principal.userId);
  const titleOf = (template: string): string => {
    const name = template.replace(/^test:/, '');
    return isMailName(name) ? mailTitle(name, tenant.displayName, language) : name;
  };
  return {
    server: server && shownServer(server, now),
    failures: failed.map(({ id, template, error, created_at }) => ({
      id,
      title: titleOf(template),
      error: error ?? '',
      at: unixSeconds(created_at),
    })),
  };
}

/** what went wrong, in the server's words; of the platform's own server nobody hears more than what it said about the mail */
function answerOf(error: unknown, via: 'own' | 'platform'): string {
  if (error instanceof MailRefused || error instanceof ServerTrouble || error instanceof OutboundRefused) {
    return answerIn(error);
  }
  if (via === 'own' || !(error instanceof Error)) throw error;
  const said: unknown = Reflect.get(error, 'response');
  return typeof said === 'string' ? oneLine(said).slice(0, 300) : 'The platform’s mail server could not be reached.';
}

async function test(via: 'own' | 'platform', call: SignedInCall, deps: MailServerDeps) {
  const { clock, principal, tenant } = call;
  const { server, headers, language } = await call.transaction(async (tx) => ({
    server: await findServer(tx),
    headers: await headersFor(tx, tenant.id, await deps.senderNameOf(tx, tenant.id), deps),
    language: await deps.languageOf(tx, principal.userId),
  }));
  const from = via === 'own' ? headers.own : headers.platform;
  if (!from || (via === 'own' && !server)) {
    throw new Fault('conflict', 'There is no mail server of your own yet. Please save one first.');
  }
  const to = principal.email;
  const said = renderMail({ name: 'sender-test', values: { brand: tenant.displayName }, language });
  const mail: OutgoingMail = { id: newId(clock.now().getTime()), to, ...said, ...from };
  const attempt = async () => {
    try {
      const answer =
        via === 'own' && server
          ? await deps.servers.send(opened(tenant.id, server, deps.vault), mail)
          : await deps.transport.send(mail);
      return { sent: true, works: true, answer: oneLine(answer).slice(0, 300) };
    } catch (error) {
      // who refuses this one mail can be used
      return { sent: false, works: error instanceof MailRefused, answer: answerOf(error, via) };
    }
  };
  const { works, ...outcome } = await attempt();
  await call.transaction(async (tx) => {
    if (via === 'own' && server) {
      const at = clock.now();
      if (works) await noteWorks(tx, server, at);
      else await noteTrouble(tx, server, { error: outcome.answer, at });
    }
    const after = { via, ...outcome };
    await recordAudit(tx, call, { action: 'mail.sender.tested', objectKind: 'mail-sender', objectId: null, after });
  });
  return { ...outcome, to, from: from.from };
}

export const mailServerHandlers = (deps: MailServerDeps): Handlers<typeof mailServerRoutes> => ({
  mailServer: inTransaction((_input, call, tx) => state(tx, call, deps)),
  saveMailServer: inTransaction(async ({ body }, call, tx) => {
    await saveServer(tx, call, body, deps);
    return state(tx, call, deps);
  }),
  removeMailServer: inTransaction(async (_input, call, tx) => {
    await forgetServer(tx, call, deps);
    return state(tx, call, deps);
  }),
  testMailServer: ({ body }, call) => test(body.via, call, deps),
});
