// Proof: a Merkle tree over the ledger's chain, signed checkpoints, and statements that a partner checks without us.
export { checkProof } from './check-proof.ts';
export { proofJobs, proofTasks } from './jobs.ts';
export { proofHandlers, publishedKeys } from './routes.ts';
