// What a workspace asks at sign-up, and whether it lets this visitor in. A form has a version of its own, made of what it shows: an
// answer to another one is not guessed at, it is asked again.
import { createHash } from 'node:crypto';
import type { AccountKind, SignupForm } from '@tributary/contract';
import type { Language } from '@tributary/contract/languages';
import {
  answerMessages,
  type GivenAnswers,
  type Question,
  readAnswer,
  type SignupAnswers,
} from '@tributary/contract/settings/signup';
import type { TenantCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { readSettings } from '../../settings/index.ts';
import { termsInForce } from '../terms/terms.repo.ts';

export const SIGN_UP_BY_INVITATION = 'Sign-up is by invitation. Please use the link that you were given.';
export const SIGN_UP_CLOSED = 'Sign-up is closed at the moment. Please contact your account manager.';

export async function signUpFormOf(tx: Tx, call: TenantCall, kind: AccountKind, invitation: string | null | undefined) {
  const { value } = await readSettings(tx, call.tenant.id, 'signup');
  const rules = value[kind];
  const terms = await termsInForce(tx, kind, call.clock.now());
  const isInvited = rules.invitation_code !== '' && invitation === rules.invitation_code;
  const state = rules.state === 'invitation' && isInvited ? 'open' : rules.state;
  const form: SignupForm = {
    state,
    version: versionOf(rules.questions, terms?.id ?? null),
    questions: state === 'open' ? rules.questions : [],
    terms_id: terms?.id ?? null,
  };
  return { form, terms };
}

const versionOf = (questions: readonly Question[], termsId: string | null): string =>
  createHash('sha256')
    .update(JSON.stringify([questions, termsId]))
    .digest('hex')
    .slice(0, 32);

/** what the workspace wants to know beside, and the terms that were agreed to */
export interface Agreed {
  kept: SignupAnswers | null;
  terms: { id: string; number: number } | null;
}

interface Sent {
  answers?: GivenAnswers | null | undefined;
  form_version?: string | null | undefined;
  terms_id?: string | null | undefined;
  invitation?: string | null | undefined;
  language?: Language | null | undefined;
}

/** the answers as they are kept; a Fault with its sentence where sign-up is not open, or one of them will not do */
export async function readSignUp(tx: Tx, call: TenantCall, kind: AccountKind, sent: Sent): Promise<Agreed> {
  const { form, terms } = await signUpFormOf(tx, call, kind, sent.invitation);
  if (form.state === 'closed') throw new Fault('forbidden', SIGN_UP_CLOSED);
  if (form.state === 'invitation') throw new Fault('forbidden', SIGN_UP_BY_INVITATION);
  const isOther = sent.form_version ? sent.form_version !== form.version : false;
  if (isOther || (sent.terms_id && sent.terms_id !== form.terms_id))
    throw new Fault('conflict', answerMessages.changed);
  const language = sent.language ?? 'en';
  const answers = form.questions.map((question) => {
    const read = readAnswer(question, sent.answers?.[question.id], language);
    if (typeof read === 'string') throw new Fault('invalid_input', read);
    return read;
  });
  return {
    kept: answers.length > 0 ? { language, answers } : null,
    terms: terms && sent.terms_id === terms.id ? { id: terms.id, number: terms.number } : null,
  };
}
