import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { PasswordHasher } from '../accounts/index.ts';
import { addOperator, findOperator } from './operators.repo.ts';

/** Makes the first operator where he is missing. A password that was changed since is left alone. */
export async function ensureOperator(
  database: Database,
  passwords: PasswordHasher,
  clock: Clock,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await database.withoutTenant((tx) => findOperator(tx, email))) return false;
  const password_hash = await passwords.hash(password);
  const at = clock.now();
  return database.withoutTenant((tx) => addOperator(tx, { id: newId(at.getTime()), email, password_hash, at }));
}
