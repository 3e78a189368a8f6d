// Prometheus metrics of this process. Names say the unit; labels stay few.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  requests: Histogram<'route' | 'status'>;
  loginFailures: Counter;
  rateLimited: Counter<'rule'>;
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'tributary_http_request_seconds',
      help: 'Time to answer, by route and status',
      labelNames: ['route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    loginFailures: new Counter({ name: 'tributary_login_failures_total', help: 'Refused sign-ins', registers }),
    rateLimited: new Counter({
      name: 'tributary_rate_limited_total',
      help: 'Calls refused by a rate rule',
      labelNames: ['rule'],
      registers,
    }),
    gauge: (name, help, read) => {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}
