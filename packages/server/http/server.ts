// The HTTP server of the panel: the contract's routes, the pages, health and metrics. Built from parts that main.ts
// hands in; it knows no capability by name.
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { type Routes, routes } from '@tributary/contract';
import { MAX_BODY_BYTES } from '@tributary/contract/envelope';
import { isHostHeader } from '@tributary/contract/hosts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Fault } from '../platform/fault.ts';
import type { Metrics } from '../platform/metrics.ts';
import { type BrandImageDeps, mountBrandImages } from './brand-images.ts';
import type { Handlers } from './call.ts';
import { connectionsWithin, exemptAddresses, limitConnections } from './connections.ts';
import { mountDocs } from './docs.ts';
import { securityHeaders } from './headers.ts';
import { type HealthDeps, mountHealth } from './health.ts';
import { type InboxDeps, mountInbox } from './inbox.ts';
import { type InternalDeps, mountInternal } from './internal.ts';
import { answerFault, type MountDeps, mount } from './mount.ts';
import { mountPages, type PageDeps } from './pages.ts';
import { mountTlsAsk, type TlsAskDeps } from './tls-ask.ts';
import { mountUploads, type UploadsDeps } from './uploads.ts';
import { mountWellKnown, type WellKnownDeps } from './well-known.ts';

export interface ServerDeps extends MountDeps {
  handlers: Handlers<Routes>;
  metrics: Metrics;
  health: HealthDeps;
  pages: PageDeps;
  uploads: UploadsDeps;
  brandImages: BrandImageDeps;
  wellKnown: WellKnownDeps;
  tlsAsk: TlsAskDeps;
  inbox: InboxDeps | null;
  /** the trackers' calls */
  internal: InternalDeps | null;
  brandName: string;
  trustedProxies: readonly string[];
  connections: { inAll: number; perAddress: number };
}

/** all of them, as they came: Node keeps the first and forgets the others */
const headersNamed = (name: string, raw: readonly string[]): string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);

export async function buildServer(deps: ServerDeps): Promise<FastifyInstance> {
  // widened on purpose: with pino's own type every plugin would have to be generic over it
  const loggerInstance: FastifyBaseLogger = deps.log;
  const common = securityHeaders(deps.gate.production);
  const decorate = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(common).header('x-request-id', request.id);
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  };
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreTrailingSlash: false },
    // a URL that cannot be decoded is refused before any hook runs
    frameworkErrors: (_error, request, reply) => {
      decorate(request, reply);
      return answerFault(new Fault('invalid_request'), request, reply);
    },
  });
  limitConnections(app.server, {
    inAll: connectionsWithin(deps.connections.inAll),
    perAddress: deps.connections.perAddress,
    isExempt: exemptAddresses(deps.trustedProxies),
  });
  // bodies arrive as bytes; each route decodes its own wire
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  app.addHook('onRequest', async (request, reply) => {
    decorate(request, reply);
    if (!isHostHeader(headersNamed('host', request.raw.rawHeaders))) throw new Fault('wrong_host');
  });
  mountUploads(app, deps.gate.hosts, deps.uploads);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    deps.metrics.requests.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip: request.ip },
      'answered',
    );
  });

  for (const name of Object.keys(routes) as (keyof Routes)[]) mount(app, routes[name], deps.handlers[name], deps);
  mountHealth(app, deps.health, deps.metrics);
  await mountDocs(app, deps.brandName, deps.gate, deps.keeper);
  if (deps.inbox) mountInbox(app, deps.inbox, deps.gate, deps.keeper);
  if (deps.internal) mountInternal(app, deps.internal);
  mountTlsAsk(app, deps.gate, deps.keeper, deps.tlsAsk);
  mountBrandImages(app, deps.gate, deps.keeper, deps.brandImages);
  mountWellKnown(app, deps.gate, deps.keeper, deps.wellKnown);
  await mountPages(app, deps.pages);
  app.setErrorHandler((error, request, reply) => answerFault(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const isPage = /^(GET|HEAD)$/.test(request.method) && !request.url.startsWith('/api');
    if (!isPage) return answerFault(new Fault('not_found'), request, reply);
    return deps.pages.serve(request, reply);
  });
  return app;
}
