import { Fault } from '../../../platform/fault.ts';

export const tooManyTries = (seconds: number, beside: Record<string, unknown> = {}): Fault => {
  const sentence =
    seconds < 90
      ? `Too many attempts. Please wait ${seconds} seconds and try again.`
      : `Too many attempts. Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
  return new Fault('rate_limited', sentence, { retryAfterSeconds: seconds, beside });
};
