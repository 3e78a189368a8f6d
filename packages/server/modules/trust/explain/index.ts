// Explain: one thread from click to money, and the part of it that a partner is shown.
export { decideAgain, type ReplayDeps } from './decide-again.ts';
export { createReplayProgram, type ReplayProgram } from './replay-program.ts';
export { explainHandlers } from './routes.ts';
