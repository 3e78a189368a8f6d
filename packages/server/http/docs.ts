// The API described: the document at /api/openapi.json and a page to browse it at /api/docs, served from here alone.
import scalar from '@scalar/fastify-api-reference';
import { routes } from '@tributary/contract';
import { placeOf } from '@tributary/contract/hosts';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../platform/fault.ts';
import type { GateSettings } from './gate.ts';
import { openApiDocument } from './openapi.ts';

export async function mountDocs(app: FastifyInstance, brandName: string, { hosts }: GateSettings): Promise<void> {
  const document = openApiDocument(routes, brandName);
  app.get('/api/openapi.json', async () => document);
  await app.register(async (scope) => {
    // the reference page brings its own inline script and styles: it gets a policy of its own, and stays off the tenants'
    // hosts, where people's tokens lie in the browser's storage
    scope.addHook('onRequest', async (request, reply) => {
      if (placeOf(request.headers.host, hosts).kind !== 'main') throw new Fault('not_found');
      reply.header(
        'content-security-policy',
        "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
    });
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: {
        url: '/api/openapi.json',
        title: `${brandName} API`,
        withDefaultFonts: false,
        hideClientButton: true,
        telemetry: false,
      },
    });
  });
}
