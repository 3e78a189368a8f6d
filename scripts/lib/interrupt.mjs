// Ctrl-C during an install, a build or a test run: undo what is under way, newest first, then leave.
import os from 'node:os';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const cleanups = new Set();
let interrupted = false;

export const isInterrupted = () => interrupted;

/**
 * @param {(signal: NodeJS.Signals) => unknown} cleanup
 * @returns {() => void} call it when there is nothing left to clean up
 */
export function whenInterrupted(cleanup) {
  if (cleanups.size === 0) for (const signal of signals) process.on(signal, interrupt);
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) for (const signal of signals) process.off(signal, interrupt);
  };
}

/** One Ctrl-C arrives twice under npm (from the terminal and forwarded by npm), so repeats are ignored. */
async function interrupt(signal) {
  if (interrupted) return;
  interrupted = true;
  for (const cleanup of [...cleanups].reverse()) {
    try {
      await cleanup(signal);
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(128 + os.constants.signals[signal]);
}
