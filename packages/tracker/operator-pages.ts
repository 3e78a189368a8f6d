// What operators and their probes ask for: alive, ready, which version, which figures. Never on a tenant's host, where
// these paths are as unknown as any other.
import type { Reply, TrackerRequest } from './transport.ts';

export interface Readiness {
  ready: boolean;
  /** why not, in words; empty when ready */
  reasons: string[];
}

export interface OperatorPages {
  version: string;
  /** outside loopback the metrics want this bearer */
  metricsToken: string | null;
  readiness(): Readiness;
  metricsText(): string;
}

const json = (status: number, body: object): Reply => ({
  status,
  headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
  body: JSON.stringify(body),
});

const isLoopback = ({ peer }: TrackerRequest): boolean => /^(127\.|::1$|::ffff:127\.)/.test(peer);

const mayReadMetrics = (request: TrackerRequest, token: string | null): boolean =>
  (isLoopback(request) && request.header('x-forwarded-for') === undefined) ||
  (token !== null && request.header('authorization') === `Bearer ${token}`);

export function operatorReply(path: string, request: TrackerRequest, pages: OperatorPages): Reply | null {
  switch (path) {
    case '/livez':
      return json(200, { alive: true });
    case '/readyz': {
      const { ready, reasons } = pages.readiness();
      return json(ready ? 200 : 503, { ready, reasons });
    }
    case '/version':
      return json(200, { version: pages.version });
    case '/metrics':
      if (!mayReadMetrics(request, pages.metricsToken)) return null;
      return {
        status: 200,
        headers: ['Content-Type', 'text/plain; version=0.0.4', 'Cache-Control', 'no-store'],
        body: pages.metricsText(),
      };
    default:
      return null;
  }
}
