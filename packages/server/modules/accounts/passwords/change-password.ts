import type { InputOf, ReplyOf, sessionRoutes } from '@tributary/contract';
import type { SignedInCall } from '../../../http/call.ts';
import { Fault } from '../../../platform/fault.ts';
import type { AccountsDeps } from '../deps.ts';
import { confirmPassword } from '../signing-in/confirm-password.ts';
import { hashNewPassword, storeNewPassword } from './forgotten-password.ts';

type Route = typeof sessionRoutes.changePassword;

export async function changePassword(
  { body }: InputOf<Route>,
  call: SignedInCall,
  deps: AccountsDeps,
): Promise<ReplyOf<Route>> {
  const account = await confirmPassword(body.current_password, call, deps, 'The current password is not right.');
  if (body.new_password === body.current_password) {
    throw new Fault('password_refused', 'The new password must differ from the current one.');
  }
  const passwordHash = await hashNewPassword(body.new_password, account, call, deps);
  await call.transaction((tx) =>
    storeNewPassword(tx, account, passwordHash, call, {
      keepSession: call.principal.sessionId,
      ...(body.suspend_api_keys ? { suspend: 'password-changed' } : {}),
    }),
  );
  return { changed: true };
}
