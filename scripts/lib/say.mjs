// What the bootstrap prints: progress lines with the seconds since the start, and one clear sentence on failure.

const startedAt = performance.now();

// The reader of our output (a pager, a log collector) may go away; that must not take the supervisor with it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** A failure that its message explains completely: shown without a stack trace. */
export class PlainError extends Error {}

/** @param {string} message */
export function say(message) {
  console.log(`[${secondsSince(startedAt).padStart(6)} s] ${message}`);
}

/** @param {number} since a reading of performance.now() */
export function secondsSince(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/**
 * @param {unknown} reason a sentence, or the error that carries it
 * @returns {never}
 */
export function fail(reason) {
  const plain = reason instanceof PlainError ? reason.message : reason;
  console.error(plain instanceof Error ? plain.stack : plain);
  process.exit(1);
}

/**
 * Runs the body of a script; whatever it throws ends the process through `fail`.
 * @param {() => Promise<void>} body
 */
export function script(body) {
  body().catch(fail);
}
