// Mail kept on this machine because no SMTP_URL is set. Answers loopback only, under a name of ours only (a foreign name
// rebound to this machine must not read password links), and is not mounted at all in production.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { escapeHtml } from '../platform/html.ts';
import type { KeptMail } from '../platform/mail/transport.ts';
import { type Gatekeeper, type GateSettings, isOurs } from './gate.ts';
import { isLoopback } from './health.ts';

export interface InboxDeps {
  read(limit: number): Promise<KeptMail[]>;
}

/** addresses in the text become links, so that a person can follow them */
const linked = (text: string): string =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const page = (mails: readonly KeptMail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Inbox (${mails.length})</title><link rel="stylesheet" href="/inbox.css"></head>
<body><main><h1>Inbox</h1><p class="dim">Mail that would have been sent: no SMTP_URL is set, so it is kept on this machine. Newest first.</p>
${mails.length === 0 ? '<p class="empty">No mail yet. Ask for a password link or sign up, and it will appear here.</p>' : ''}
${mails
  .map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p class="dim">To ${escapeHtml(mail.to)} · <time datetime="${escapeHtml(mail.at)}">${escapeHtml(
        new Date(mail.at).toUTCString(),
      )}</time></p><div class="text">${linked(mail.text)}</div></article>`,
  )
  .join('\n')}
</main></body></html>`;

const css = `:root{color-scheme:light dark;font:16px/1.5 'Inter Variable',system-ui,sans-serif}body{margin:0;background:light-dark(#f8fafc,#0b1220);color:light-dark(#0f172a,#e6edf7)}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.75rem;margin:0}h2{font-size:1rem;margin:0}.dim{color:light-dark(#475569,#a3b1c7);margin:.25rem 0 1rem;font-size:.875rem}
article{background:light-dark(#fff,#111a2c);border:1px solid light-dark(#e2e8f0,#24324d);border-radius:8px;padding:1rem 1.25rem;margin:1rem 0}
.text{white-space:pre-wrap;overflow-wrap:anywhere}a{color:light-dark(#0f766e,#2dd4bf)}.empty{padding:2rem;text-align:center;border:1px dashed light-dark(#cbd5e1,#3a4a69);border-radius:8px}`;

export function mountInbox(
  app: FastifyInstance,
  { read }: InboxDeps,
  { hosts }: GateSettings,
  keeper: Pick<Gatekeeper, 'findTenant' | 'subdomainOfDomain'>,
): void {
  const local = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLoopback(request) || !(await isOurs(request.headers.host, hosts, keeper))) throw new Fault('not_found');
    reply.header('cache-control', 'no-store');
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  };
  app.get('/inbox', { onRequest: local }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(await read(200))),
  );
  app.get('/inbox.json', { onRequest: local }, async () => read(200));
  app.get('/inbox.css', { onRequest: local }, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
}
