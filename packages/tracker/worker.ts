// One tracker worker: puts the parts together and takes them apart again without losing a record.
import { placeOf } from '@tributary/contract/hosts';
import type { Settings } from './env.ts';
import type { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { NodeHttpTransport } from './node-http.ts';
import { operatorReply } from './operator-pages.ts';
import manifest from './package.json' with { type: 'json' };
import { PAGE_COLOR, unavailablePage } from './page.ts';
import type { Handler } from './transport.ts';

export interface Worker {
  port: number;
  /** readiness off → grace → no new connections → in-flight answered; safe to call twice */
  stop(): Promise<void>;
}

const DRAIN_LIMIT_MS = 25_000;

export async function startWorker(settings: Settings, log: Log): Promise<Worker> {
  const metrics = new Metrics();
  const plainPage = unavailablePage({ name: settings.brandName, color: PAGE_COLOR });
  let stopping: Promise<void> | undefined;

  const pages = {
    version: manifest.version,
    readiness: () => ({ ready: !stopping, reasons: stopping ? ['stopping'] : [] }),
    metricsText: () => metrics.text('0'),
  };
  const handler: Handler = (request, answer) => {
    const mark = request.target.indexOf('?');
    const path = mark < 0 ? request.target : request.target.slice(0, mark);
    const onMain = placeOf(request.header('host'), settings).kind === 'main';
    answer((onMain ? operatorReply(path, pages) : null) ?? plainPage);
  };
  const transport = new NodeHttpTransport(handler);
  const port = await transport.listen(settings.port, settings.listenHost);
  log.info('listening', { port });

  const stop = async (): Promise<void> => {
    log.info('draining', { graceMs: settings.drainGraceMs });
    await new Promise((resolve) => setTimeout(resolve, settings.drainGraceMs));
    await transport.close(DRAIN_LIMIT_MS);
    log.info('stopped');
  };
  return {
    port,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
