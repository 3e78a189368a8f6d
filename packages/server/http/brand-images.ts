// Pictures of a tenant's brand, on each of its own hosts: `/brand/{hash of the content}`, so that a browser keeps one for good.
// Sign-in pages show them before anyone is signed in, mails and the tracker's page from elsewhere.
import type { FastifyInstance } from 'fastify';
import { type Gatekeeper, type GateSettings, placeOfCall } from './gate.ts';

export interface BrandImageDeps {
  read(tenantId: string, hash: string): Promise<{ contentType: string; bytes: Buffer } | null>;
}

const HASH = /^[0-9a-f]{64}$/;

export function mountBrandImages(
  app: FastifyInstance,
  { hosts }: GateSettings,
  keeper: Gatekeeper,
  { read }: BrandImageDeps,
): void {
  app.get<{ Params: { hash: string } }>('/brand/:hash', { compress: false }, async ({ headers, params }, reply) => {
    const place = await placeOfCall(headers.host, hosts, keeper);
    const tenant = place.kind === 'tenant' && HASH.test(params.hash) ? await keeper.findTenant(place.subdomain) : null;
    const image = tenant && tenant.access !== 'suspended' ? await read(tenant.id, params.hash) : null;
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (!image) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found.');
    }
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(image.contentType)
      .send(image.bytes);
  });
}
