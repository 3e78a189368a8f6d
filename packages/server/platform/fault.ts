// An expected failure: a code of the closed list, the sentence a person reads, and what only the log may say.
import { type ErrorCode, errorCodes } from '@tributary/contract';

export class Fault extends Error {
  readonly code: ErrorCode;
  readonly detail: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    extra: { detail?: Record<string, unknown>; retryAfterSeconds?: number } = {},
  ) {
    super(message ?? errorCodes[code].message);
    this.name = 'Fault';
    this.code = code;
    this.detail = extra.detail ?? {};
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}
