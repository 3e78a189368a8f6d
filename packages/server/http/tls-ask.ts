// A proxy that gets certificates on demand asks here first: only for names that we serve, so that nobody makes it fetch one for a
// name of his. Answers whoever stands beside us or is a trusted proxy and asks by a name of this machine; a request that came
// through the proxy from outside does not find it.

import { hostName, isMainHost, placeOf } from '@tributary/contract/hosts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Fault } from '../platform/fault.ts';
import type { Gatekeeper, GateSettings } from './gate.ts';
import { UPLOADS_LABEL } from './uploads.ts';

export interface TlsAskDeps {
  trackerHost: string;
  trustedProxies: readonly string[];
  /** the host of a verified domain, of either kind */
  isVerified(host: string): Promise<boolean>;
}

/** not by the outside's name for us: `127.0.0.1`, `localhost`, `tributary` between containers */
const isAskedInside = (request: FastifyRequest): boolean => {
  const name = hostName(request.headers.host) ?? '';
  return ipaddr.isValid(name) || name === 'localhost' || (name !== '' && !name.includes('.'));
};

function isNeighbour(request: FastifyRequest, trusted: readonly string[]): boolean {
  const address = request.socket.remoteAddress ?? '';
  if (!ipaddr.isValid(address)) return false;
  const peer = ipaddr.process(address);
  if (peer.range() === 'loopback') return true;
  return trusted.some((place) => {
    const [network, bits] = ipaddr.isValidCIDR(place)
      ? ipaddr.parseCIDR(place)
      : ([ipaddr.parse(place), ipaddr.parse(place).kind() === 'ipv4' ? 32 : 128] as const);
    return network.kind() === peer.kind() && peer.match(network, bits);
  });
}

export function mountTlsAsk(app: FastifyInstance, gate: GateSettings, keeper: Gatekeeper, deps: TlsAskDeps): void {
  const isServed = async (domain: string): Promise<boolean> => {
    const name = hostName(domain);
    if (name === null || name !== domain.toLowerCase() || ipaddr.isValid(name)) return false;
    if (name === gate.hosts.baseHost || name === deps.trackerHost) return true;
    if (isMainHost(name, gate.hosts)) return name.endsWith(`.${gate.hosts.baseHost}`);
    const bases = [gate.hosts, { ...gate.hosts, baseHost: deps.trackerHost }];
    for (const hosts of bases) {
      const place = name.endsWith(`.${hosts.baseHost}`) ? placeOf(name, hosts) : null;
      if (place?.kind === 'tenant') {
        return place.subdomain === UPLOADS_LABEL || (await keeper.findTenant(place.subdomain)) !== null;
      }
    }
    return deps.isVerified(name);
  };
  app.get<{ Querystring: { domain?: unknown } }>('/internal/tls-ask', async (request, reply) => {
    const cameThrough = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via'].some(
      (name) => name in request.headers,
    );
    if (cameThrough || !isAskedInside(request) || !isNeighbour(request, deps.trustedProxies))
      throw new Fault('not_found');
    const { domain } = request.query;
    if (typeof domain !== 'string' || !(await isServed(domain))) throw new Fault('not_found');
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok');
  });
}
