// The pages: which HTML a host and path get, with what the browser must know before the first paint written into it.
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { Boot } from '@tributary/contract/boot';
import { VERIFY_PATH } from '@tributary/contract/trust/proof';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { escapeHtml } from '../platform/html.ts';
import type { TenantContext } from './call.ts';
import { type Gatekeeper, type GateSettings, placeOfCall } from './gate.ts';
import { contentSecurityPolicy } from './headers.ts';
import { ICON_PATHS, letterIcon } from './icon.ts';

export interface PageDeps {
  /** dist/web */
  root: string;
  gate: GateSettings;
  keeper: Gatekeeper;
  brandName: string;
  mainOrigin: string;
  /** pictures come from there */
  uploadsOrigin: string;
  localInbox: boolean;
  /** the page of this host and path; the 404 page where there is none */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** paths of the main host that belong to the app bundle rather than to the prerendered site */
const MAIN_APP_PATHS = /^\/operator(\/|$)/;
const TENANT_PATHS =
  /^\/($|am(\/|$)|publisher(\/|$)|advertiser(\/|$)|publisher-signup$|advertiser-signup$|forgot-password$|reset-password$|confirm-email$|terms$|shared\/[\w-]+$)/;
/** shown to whoever has the address, and to no search engine */
const SHARED_PATHS = /^\/shared\//;

export function createPages(deps: Omit<PageDeps, 'serve'>): PageDeps {
  const files = new Map<string, string>();
  /** read once; the build does not change under a running server */
  const template = (name: string): string => {
    const known = files.get(name);
    if (known !== undefined) return known;
    const text = readFileSync(path.join(deps.root, name), 'utf8');
    files.set(name, text);
    return text;
  };

  const send = (
    reply: FastifyReply,
    name: string,
    status: number,
    title: string,
    boot: Omit<Boot, 'nonce'>,
    iconUrl: string | null = null,
  ): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    // `<` cannot end the script element, and U+2028/9 are legal in JSON
    const json = JSON.stringify({ ...boot, nonce }).replaceAll('<', '\\u003c');
    const values: Record<string, string> = {
      BOOT: json,
      TITLE: escapeHtml(title),
      BRAND: escapeHtml(boot.brandName),
      ORIGIN: deps.mainOrigin,
    };
    // in one pass: a value that looks like a place for another stays what it is
    const filled = template(name).replaceAll(/%(BOOT|TITLE|BRAND|ORIGIN)%/g, (_, place: string) => values[place] ?? '');
    // by its own address, which is kept for good: a new icon is seen at once
    const html = iconUrl ? filled.replace(/<link rel="icon"[^>]*>/, `<link rel="icon" href="${iconUrl}" />`) : filled;
    return reply
      .code(status)
      .header('content-security-policy', contentSecurityPolicy(nonce, deps.uploadsOrigin))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  };

  const bootOf = (mode: Boot['mode'], tenant: TenantContext | null): Omit<Boot, 'nonce'> => ({
    mode,
    // a workspace with a brand of its own tells nobody whose software it runs on
    brandName: tenant?.brandName ?? deps.brandName,
    mainOrigin: deps.mainOrigin,
    localInbox: deps.localInbox,
    tenant: tenant && {
      subdomain: tenant.subdomain,
      displayName: tenant.displayName,
      brandName: tenant.brandName,
      color: tenant.color,
      logoUrl: tenant.logoUrl,
      logoDarkUrl: tenant.logoDarkUrl,
    },
  });

  const sitePages = readSitePages(deps.root);

  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const place = await placeOfCall(request.headers.host, deps.gate.hosts, deps.keeper);
    const pathname = request.url.split('?')[0] ?? '/';
    if (place.kind === 'main') {
      const site = sitePages.get(pathname);
      if (site) {
        const language = languageOf(request);
        if (/[?&]lang=/.test(request.url)) {
          reply.setCookie('lang', language, { path: '/', maxAge: 365 * 24 * 60 * 60, sameSite: 'lax' });
        }
        reply.header('vary', 'Cookie');
        return send(reply, `site/${language}/${site}`, 200, deps.brandName, bootOf('main', null));
      }
      const status = MAIN_APP_PATHS.test(pathname) ? 200 : 404;
      return send(reply, 'app.html', status, deps.brandName, bootOf('main', null));
    }
    const tenant = place.kind === 'tenant' ? await deps.keeper.findTenant(place.subdomain) : null;
    if (!tenant) return send(reply, 'app.html', 404, deps.brandName, bootOf('unknown', null));
    const status = TENANT_PATHS.test(pathname) ? 200 : 404;
    if (SHARED_PATHS.test(pathname)) reply.header('x-robots-tag', 'noindex, nofollow');
    return send(reply, 'app.html', status, tenant.displayName, bootOf('tenant', tenant), tenant.faviconUrl);
  };

  return { ...deps, serve };
}

/** of the platform's own pages a workspace's host lists none */
const TENANT_ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /shared/\n';

export async function mountPages(app: FastifyInstance, deps: PageDeps): Promise<void> {
  await app.register(serveStatic, {
    root: path.join(deps.root, 'assets'),
    prefix: '/assets/',
    wildcard: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  });
  for (const url of ICON_PATHS) app.get(url, (request, reply) => sendIcon(deps, request, reply));
  mountVerifyPage(app, deps.root);
  for (const [url, file, type] of rootFiles(deps.root)) {
    app.get(url, async (request, reply) => {
      const isTenants = (await placeOfCall(request.headers.host, deps.gate.hosts, deps.keeper)).kind === 'tenant';
      if (isTenants && url === '/sitemap.xml') throw new Fault('not_found');
      if (isTenants && url === '/robots.txt') return reply.type(type).send(TENANT_ROBOTS);
      const text = readFileSync(path.join(deps.root, file), 'utf8').replaceAll('%ORIGIN%', deps.mainOrigin);
      return reply.header('cache-control', 'public, max-age=3600').type(type).send(text);
    });
  }
}

/** it works from a disk as well, so its policy stands in it; here it is said in the header, too, with what only a header can say */
function mountVerifyPage(app: FastifyInstance, root: string): void {
  const file = path.join(root, VERIFY_PATH);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
  const html = readFileSync(file, 'utf8');
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
  if (!policy) throw new Error('verify.html names no policy');
  app.get(VERIFY_PATH, (_request, reply) =>
    reply
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .header('cache-control', 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .send(html),
  );
}

async function sendIcon(deps: PageDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const place = await placeOfCall(request.headers.host, deps.gate.hosts, deps.keeper);
  const tenant = place.kind === 'tenant' ? await deps.keeper.findTenant(place.subdomain) : null;
  reply.header('cache-control', 'public, max-age=3600');
  if (tenant?.faviconUrl) return reply.redirect(tenant.faviconUrl);
  const icon = tenant ? letterIcon(tenant) : readFileSync(path.join(deps.root, 'favicon.svg'), 'utf8');
  return reply.type('image/svg+xml').send(icon);
}

/** the few files that must lie at the root of the host */
function rootFiles(root: string): [url: string, file: string, type: string][] {
  const candidates: [string, string, string][] = [
    ['/scheme.js', 'scheme.js', 'text/javascript; charset=utf-8'],
    ['/robots.txt', 'robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'sitemap.xml', 'application/xml; charset=utf-8'],
  ];
  return candidates.filter(([, file]) => statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile());
}

/** path → prerendered file, as the build left it */
function readSitePages(root: string): Map<string, string> {
  const list = path.join(root, 'site', 'pages.json');
  if (!statSync(list, { throwIfNoEntry: false })) return new Map();
  const pages: unknown = JSON.parse(readFileSync(list, 'utf8'));
  return new Map(Object.entries(pages ?? {}).map(([url, file]) => [url, String(file)]));
}

/** `?lang=es` (the header's menu, where scripts are off), else the cookie that the menu sets, else English */
const languageOf = (request: FastifyRequest): string => {
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang') ?? request.cookies.lang;
  return asked === 'es' || asked === 'hi' ? asked : 'en';
};
