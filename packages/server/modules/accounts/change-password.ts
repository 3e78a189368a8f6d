import type { InputOf, ReplyOf, sessionRoutes } from '@tributary/contract';
import type { SignedInCall } from '../../http/call.ts';
import { Fault } from '../../platform/fault.ts';
import { hashNewPassword, storeNewPassword } from './forgotten-password.ts';
import type { AccountsParts } from './parts.ts';
import { findAccount } from './repo.ts';

type Route = typeof sessionRoutes.changePassword;

export async function changePassword(
  { body }: InputOf<Route>,
  call: SignedInCall,
  parts: AccountsParts,
): Promise<ReplyOf<Route>> {
  const account = await call.transaction((tx) => findAccount(tx, call.principal.userId));
  if (!account || !(await parts.passwords.verify(account.password_hash, body.current_password))) {
    throw new Fault('wrong_credentials', 'The current password is not right.');
  }
  if (body.new_password === body.current_password) {
    throw new Fault('password_refused', 'The new password must differ from the current one.');
  }
  const passwordHash = await hashNewPassword(body.new_password, account, call, parts);
  await call.transaction((tx) => storeNewPassword(tx, account, passwordHash, call, call.principal.sessionId));
  return { changed: true };
}
