// What operators and their probes ask for: alive, ready, which version, which figures. Never on a tenant's host, where
// these paths are as unknown as any other.
import type { Reply } from './transport.ts';

export interface Readiness {
  ready: boolean;
  /** why not, in words; empty when ready */
  reasons: string[];
}

export interface OperatorPages {
  version: string;
  readiness(): Readiness;
  metricsText(): string;
}

const json = (status: number, body: object): Reply => ({
  status,
  headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
  body: JSON.stringify(body),
});

export function operatorReply(path: string, pages: OperatorPages): Reply | null {
  switch (path) {
    case '/livez':
      return json(200, { status: 'alive' });
    case '/readyz': {
      const { ready, reasons } = pages.readiness();
      return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', reasons });
    }
    case '/version':
      return json(200, { name: 'tracker', version: pages.version, node: process.version });
    case '/metrics':
      return {
        status: 200,
        headers: ['Content-Type', 'text/plain; version=0.0.4', 'Cache-Control', 'no-store'],
        body: pages.metricsText(),
      };
    default:
      return null;
  }
}
