// Whoever is signed in types the password again. Guesses slow down as they do at sign-in: a stolen session must not
// become a way to find the password.
import type { SignedInCall, TenantCall } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret } from '../../../platform/ids.ts';
import type { AccountsDeps } from '../deps.ts';
import { type Account, findAccount } from '../repo.ts';
import { countTry, forgiveTries } from './throttle.repo.ts';
import { tooManyTries } from './too-many-tries.ts';

export const confirmPassword = (
  password: string,
  call: SignedInCall,
  deps: Pick<AccountsDeps, 'passwords'>,
  sentence: string,
): Promise<Account> => confirmPasswordOf(call.principal.userId, password, call, deps, sentence);

export async function confirmPasswordOf(
  userId: string,
  password: string,
  call: TenantCall,
  deps: Pick<AccountsDeps, 'passwords'>,
  sentence: string,
): Promise<Account> {
  const subject = hashSecret(`confirm|${userId}`);
  const account = await call.transaction(async (tx) => {
    const waitSeconds = await countTry(tx, call.tenant.id, subject, call.clock.now());
    if (waitSeconds > 0) throw tooManyTries(waitSeconds);
    return findAccount(tx, userId);
  });
  if (!account || !(await deps.passwords.verify(account.password_hash, password))) {
    throw new Fault('wrong_credentials', sentence);
  }
  await call.transaction((tx) => forgiveTries(tx, subject));
  return account;
}
