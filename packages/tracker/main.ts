// The tracker process: settings, signals and exit codes around a worker, or around several.
import cluster from 'node:cluster';
import { runPrimary } from './cluster.ts';
import { ConfigurationError, EXIT_CONFIGURATION, parseEnv } from './env.ts';
import { reasonOf, stdoutLog } from './log.ts';
import { startWorker } from './worker.ts';

const number = Number(process.env.TRACKER_WORKER ?? 0);
const log = stdoutLog({ part: 'tracker', worker: number });

async function main(): Promise<void> {
  const settings = parseEnv(process.env);
  if (settings.workers > 1 && cluster.isPrimary) {
    runPrimary(settings.workers, log);
    return;
  }
  const worker = await startWorker(settings, number, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      worker.stop().then(
        () => process.exit(0),
        (fault) => {
          log.error('could not stop cleanly', { reason: reasonOf(fault) });
          process.exit(1);
        },
      );
    });
  }
}

process.stdout.on('error', () => {
  // whoever read the log is gone: no reason to stop redirecting
});

process.on('uncaughtException', (fault) => {
  log.error('uncaught', { reason: reasonOf(fault), stack: fault.stack });
  process.exit(1);
});

main().catch((fault) => {
  if (fault instanceof ConfigurationError) {
    log.error('configuration', { reasons: fault.reasons });
    process.exit(EXIT_CONFIGURATION);
  }
  log.error('could not start', { reason: reasonOf(fault) });
  process.exit(1);
});
