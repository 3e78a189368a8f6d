// For whoever watches the process: alive, ready, version, metrics. Not on tenants' hosts.
import { isLocalName, placeOf } from '@tributary/contract/hosts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../platform/fault.ts';
import { isSameSecret } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { GateSettings } from './gate.ts';

export interface HealthDeps {
  version: string;
  gate: GateSettings;
  /** one sentence a reason; empty = ready */
  reasonsNotReady(): Promise<string[]>;
  /** outside loopback the metrics want this bearer */
  metricsToken: string | undefined;
}

/** someone at this machine */
export const isLoopback = (request: FastifyRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '') &&
  isLocalName(request.headers.host) &&
  request.headers['x-forwarded-for'] === undefined;

export function mountHealth(app: FastifyInstance, deps: HealthDeps, metrics: Metrics): void {
  const offTenants = (request: FastifyRequest) => {
    if (placeOf(request.headers.host, deps.gate.hosts).kind !== 'main') throw new Fault('not_found');
  };
  app.get('/livez', async (request) => {
    offTenants(request);
    return { alive: true };
  });
  app.get('/readyz', async (request, reply) => {
    offTenants(request);
    const reasons = await deps.reasonsNotReady();
    reply.code(reasons.length === 0 ? 200 : 503);
    return { ready: reasons.length === 0, reasons };
  });
  app.get('/version', async (request) => {
    offTenants(request);
    return { version: deps.version };
  });
  app.get('/metrics', async (request, reply) => {
    offTenants(request);
    const allowed =
      isLoopback(request) ||
      (deps.metricsToken && isSameSecret(request.headers.authorization ?? '', `Bearer ${deps.metricsToken}`));
    if (!allowed) throw new Fault('not_found');
    reply.type(metrics.registry.contentType);
    return metrics.registry.metrics();
  });
}
