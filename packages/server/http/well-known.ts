// The public keys by which a workspace signs statements, on each of its own hosts. Anyone may read them, from anywhere.
import { KEYS_PATH } from '@tributary/contract/trust/proof';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { type Gatekeeper, type GateSettings, placeOfCall } from './gate.ts';

export interface WellKnownDeps {
  keys(tenantId: string): Promise<unknown>;
}

export function mountWellKnown(
  app: FastifyInstance,
  { hosts }: GateSettings,
  keeper: Gatekeeper,
  { keys }: WellKnownDeps,
): void {
  app.get(KEYS_PATH, async ({ headers }, reply) => {
    const place = await placeOfCall(headers.host, hosts, keeper);
    const tenant = place.kind === 'tenant' ? await keeper.findTenant(place.subdomain) : null;
    if (!tenant || tenant.access === 'suspended') throw new Fault('not_found');
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await keys(tenant.id), null, 2));
  });
}
