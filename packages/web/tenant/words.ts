// The sign-in pages' words. Their forms are there before the reader chooses a language, so they change it under his hands.
import type { SignedOutReason } from '@tributary/contract/messages';
import { t } from '../words/signin.ts';
import { type Language, setLanguage, useLanguage } from '../words/words.ts';

export function useT(): typeof t {
  useLanguage();
  return t;
}

let chosen = false;

/** whether the reader chose on these pages, rather than the browser remembering */
export const choseLanguage = (): boolean => chosen;

export function chooseLanguage(language: Language): void {
  chosen = true;
  void setLanguage(language);
}

export const reasonWords = {
  idle: 'signedOutIdle',
  idleRemembered: 'signedOutIdleRemembered',
  expired: 'signedOutExpired',
  visitOver: 'signedOutVisitOver',
  ended: 'signedOutEnded',
  rules: 'signedOutRules',
  closed: 'signedOutClosed',
} as const satisfies Record<SignedOutReason, Parameters<typeof t>[0]>;
