// The sign-in pages' words. Their forms are there before the reader chooses a language, so they change it under his hands.
import type { SignedOutReason } from '@tributary/contract/messages';
import { t } from '../words/signin.ts';
import { useLanguage } from '../words/words.ts';

export function useT(): typeof t {
  useLanguage();
  return t;
}

export const reasonWords = {
  idle: 'signedOutIdle',
  idleRemembered: 'signedOutIdleRemembered',
  expired: 'signedOutExpired',
  visitOver: 'signedOutVisitOver',
  ended: 'signedOutEnded',
  closed: 'signedOutClosed',
} as const satisfies Record<SignedOutReason, Parameters<typeof t>[0]>;
