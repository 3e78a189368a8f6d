// The API described: the document at /api/openapi.json and a page to browse it at /api/docs, served from here alone. The page
// lies on the main host, which is the operator's, too: no script but files of ours runs there.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { routes } from '@tributary/contract';
import { isMainHost } from '@tributary/contract/hosts';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { escapeHtml } from '../platform/html.ts';
import { type Gatekeeper, type GateSettings, isOurs, placeOfCall } from './gate.ts';
import { openApiDocument, titleOf } from './openapi.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

const page = (title: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body><div id="reference"></div><script src="/api/docs/js/scalar.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const start = (title: string): string => {
  const configuration = {
    url: '/api/openapi.json',
    metaData: { title },
    withDefaultFonts: false,
    hideClientButton: true,
    telemetry: false,
    // nothing of the page asks the outside
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
  };
  return `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`;
};

/** the reference's own bundle, from the package that ships it */
const bundleFile = (): string => {
  const entry = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return path.join(path.dirname(entry), 'js', 'standalone.js');
};

export async function mountDocs(
  app: FastifyInstance,
  brandName: string,
  { hosts }: GateSettings,
  keeper: Pick<Gatekeeper, 'findTenant' | 'subdomainOfDomain'>,
): Promise<void> {
  const document = openApiDocument(routes, brandName);
  const title = titleOf(brandName);
  const bundle = readFileSync(bundleFile());
  app.get('/api/openapi.json', async (request) => {
    const { host } = request.headers;
    if (!(await isOurs(host, hosts, keeper))) throw new Fault('not_found');
    const place = await placeOfCall(host, hosts, keeper);
    const tenant = place.kind === 'tenant' ? await keeper.findTenant(place.subdomain) : null;
    return tenant?.brandName ? { ...document, info: { ...document.info, title: titleOf(tenant.brandName) } } : document;
  });
  await app.register(async (scope) => {
    // off the tenants' hosts, where people's tokens lie in the browser's storage, and off every name that is not ours
    scope.addHook('onRequest', async (request, reply) => {
      if (!isMainHost(request.headers.host, hosts)) throw new Fault('not_found');
      reply.header('content-security-policy', POLICY);
    });
    scope.get('/api/docs', async (_request, reply) => reply.redirect('/api/docs/', 301));
    scope.get('/api/docs/', async (_request, reply) => reply.type(HTML).send(page(title)));
    scope.get('/api/docs/start.js', async (_request, reply) => reply.type(SCRIPT).send(start(title)));
    scope.get('/api/docs/js/scalar.js', async (_request, reply) => reply.type(SCRIPT).send(bundle));
  });
}
