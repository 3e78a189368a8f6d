// The closed list of ways a call can fail as a screen sees it. Each screen has its own sentence for each way.
import type { ErrorCode } from '@tributary/contract/errors';

export type FaultPath = readonly (string | number)[];

export interface Refusal {
  kind: 'refused';
  status: number;
  /** null where the wire carries no code (the seeds' own calls) */
  code: ErrorCode | null;
  /** the server's sentence, where it said one */
  message: string | null;
  /** the place in what was sent that the sentence is about, where the server named one: ["caps", 0, "limit"] */
  path?: FaultPath | null;
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

/** a screen's sentences, one for each way to fail; `failed` is used when the server said nothing */
export interface FailureSentences {
  encryption: string;
  decryption: string;
  network: string;
  failed: string;
}

export const plainSentences: FailureSentences = {
  encryption: 'Data encryption failed. Please try again.',
  decryption: 'The answer could not be read. Please try again.',
  network: 'Network error. Please try again.',
  failed: 'An error occurred. Please try again.',
};

export function sentenceFor(error: unknown, sentences: FailureSentences = plainSentences): string {
  if (!(error instanceof ApiError)) return sentences.failed;
  const { failure } = error;
  return failure.kind === 'refused' ? (failure.message ?? sentences.failed) : sentences[failure.kind];
}
