// The free-trial call and the sentence for each way it can end. A network failure shows itself only after a second of
// loading: a flash of an error reads like a broken button.
import { MIN_NETWORK_ERROR_MS } from '@tributary/contract/messages';
import type { WithHoneypot } from '@tributary/contract/site/honeypot';
import type { trialRoutes } from '@tributary/contract/site/trial';
import { freeTrialCall, type TrialForm } from '@tributary/contract/site/trial-form';
import { call } from '../../kit/api/api.ts';
import { ApiError, type Failure } from '../../kit/api/api-error.ts';
import type { Messages } from '../content/en/index.ts';

/** the route without its schema: the site's bundle carries no validation library */
const freeTrial = freeTrialCall as typeof trialRoutes.freeTrial;

/** whoever has just signed up, as he typed it: all that the page says of what comes next is made from this */
export interface Newcomer {
  email: string;
  company: string;
}
export type TrialOutcome = { ok: true; newcomer: Newcomer } | { ok: false; message: string };
type Sentences = Messages['signup']['form']['messages'];

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function registerTrial(form: TrialForm & WithHoneypot, sentences: Sentences): Promise<TrialOutcome> {
  const startedAt = performance.now();
  try {
    await call(freeTrial, { body: { ...form, usageType: [...form.usageType] } });
    return { ok: true, newcomer: { email: form.email.trim(), company: form.company } };
  } catch (error) {
    if (!(error instanceof ApiError)) return { ok: false, message: sentences.failed };
    if (error.failure.kind === 'network') await sleep(MIN_NETWORK_ERROR_MS - (performance.now() - startedAt));
    return { ok: false, message: sentenceOf(error.failure, sentences) };
  }
}

function sentenceOf(failure: Failure, sentences: Sentences): string {
  switch (failure.kind) {
    case 'encryption':
      return sentences.encryption;
    case 'network':
      return sentences.network;
    // an unreadable refusal says only that it failed; an unreadable success is a fault of its own
    case 'decryption':
      return failure.status < 400 ? sentences.decryption : sentences.failed;
    case 'refused':
      return failure.message ?? sentences.failed;
  }
}
