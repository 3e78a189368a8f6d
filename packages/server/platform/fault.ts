// An expected failure: a code of the closed list, the sentence a person reads, and what only the log may say.
import { type ErrorCode, errorCodes } from '@tributary/contract';

export type FaultPath = readonly (string | number)[];

export class Fault extends Error {
  readonly code: ErrorCode;
  readonly detail: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;
  /** the place in the request that it is about, step by step, where there is one */
  readonly path: FaultPath | undefined;
  /** what the envelope carries beside the sentence: what a sign-in still needs */
  readonly beside: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    extra: {
      detail?: Record<string, unknown>;
      retryAfterSeconds?: number;
      path?: FaultPath;
      beside?: Record<string, unknown>;
    } = {},
  ) {
    super(message ?? errorCodes[code].message);
    this.name = 'Fault';
    this.code = code;
    this.detail = extra.detail ?? {};
    this.retryAfterSeconds = extra.retryAfterSeconds;
    this.path = extra.path;
    this.beside = extra.beside;
  }

  /** the same, its place named from further up */
  under(part: FaultPath): Fault {
    const { code, message, detail, retryAfterSeconds, path } = this;
    return new Fault(code, message, {
      detail,
      path: [...part, ...(path ?? [])],
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}
