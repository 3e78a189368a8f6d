// What operators and their probes ask for: alive, ready, which version, which figures. Never on a tenant's host, where
// these paths are as unknown as any other.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isLocalName } from '@tributary/contract/hosts';
import type { Reply, TrackerRequest } from '../transport/transport.ts';

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
  gatherMetrics(done: (text: string) => void): void;
}

const json = (status: number, body: object): Reply => ({
  status,
  headers: ['Content-Type', 'application/json', 'Cache-Control', 'no-store'],
  body: JSON.stringify(body),
});

const METRICS_HEADERS = ['Content-Type', 'text/plain; version=0.0.4', 'Cache-Control', 'no-store'];

/** someone at this machine, as on the panel: connected from here, asking for a name of this machine, by no proxy */
const isLoopback = (request: TrackerRequest): boolean =>
  /^(127\.|::1$|::ffff:127\.)/.test(request.peer) &&
  isLocalName(request.header('host')) &&
  FORWARDING.every((name) => request.header(name) === undefined);

const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const mayReadMetrics = (request: TrackerRequest, token: string | null): boolean =>
  isLoopback(request) ||
  (token !== null && timingSafeEqual(digest(request.header('authorization') ?? ''), digest(`Bearer ${token}`)));

/** false where the path is none of ours */
export function answerOperator(
  path: string,
  request: TrackerRequest,
  pages: OperatorPages,
  answer: (reply: Reply) => void,
): boolean {
  switch (path) {
    case '/livez':
      answer(json(200, { alive: true }));
      return true;
    case '/readyz': {
      const { ready, reasons } = pages.readiness();
      answer(json(ready ? 200 : 503, { ready, reasons }));
      return true;
    }
    case '/version':
      answer(json(200, { version: pages.version }));
      return true;
    case '/metrics':
      if (!mayReadMetrics(request, pages.metricsToken)) return false;
      pages.gatherMetrics((body) => answer({ status: 200, headers: METRICS_HEADERS, body }));
      return true;
    default:
      return false;
  }
}
