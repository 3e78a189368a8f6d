// The tracker process: settings, signals and exit codes around a worker.
import { ConfigurationError, EXIT_CONFIGURATION, parseEnv } from './env.ts';
import { reasonOf, stdoutLog } from './log.ts';
import { startWorker } from './worker.ts';

const log = stdoutLog({ part: 'tracker' });

async function main(): Promise<void> {
  const worker = await startWorker(parseEnv(process.env), 0, log);
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
