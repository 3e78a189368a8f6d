// The closed list of ways a call can fail as a screen sees it. Each screen has its own sentence for each way.
import type { ErrorCode } from '@tributary/contract/errors';

export type FaultPath = readonly (string | number)[];

export interface Refusal {
  kind: 'refused';
  status: number;
  /** null where the wire carries no code (the specification's own calls) */
  code: ErrorCode | null;
  /** the server's sentence, where it said one */
  message: string | null;
  /** the place in what was sent that the sentence is about, where the server named one: ["caps", 0, "limit"] */
  path?: FaultPath | null;
  /** what the envelope said beside its sentence, where it did */
  beside?: unknown;
  retryAfterSeconds: number | null;
  requestId: string | null;
}

export type Failure =
  | { kind: 'encryption' }
  /** the reply could not be read; `status` tells a success from a failure */
  | { kind: 'decryption'; status: number }
  | { kind: 'network' }
  | Refusal;

export class ApiError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure.kind === 'refused' ? (failure.message ?? `refused with ${failure.status}`) : failure.kind, { cause });
    this.name = 'ApiError';
    this.failure = failure;
  }
}
