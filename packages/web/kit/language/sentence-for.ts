// A failed call in the reader's words. The server's own sentence says most; where it said nothing, the screen's does.
import { t } from '../../words/base.ts';
import { saidByServer } from '../../words/said.ts';
import { ApiError } from '../api/api-error.ts';

/** a screen's sentences, one for each way to fail; `failed` is used when the server said nothing */
export interface FailureSentences {
  encryption: string;
  decryption: string;
  network: string;
  failed: string;
}

export const plainSentences = (): FailureSentences => ({
  encryption: t('failed.encryption'),
  decryption: t('failed.decryption'),
  network: t('failed.network'),
  failed: t('failed.other'),
});

export function sentenceFor(error: unknown, sentences = plainSentences()): string {
  if (!(error instanceof ApiError)) return sentences.failed;
  const { failure } = error;
  if (failure.kind !== 'refused') return sentences[failure.kind];
  return failure.message === null ? sentences.failed : saidByServer(failure.message);
}
