// The people of a tenant: their accounts, passwords and sessions.

export type { AccountsParts } from './parts.ts';
export { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
export { principalOfSecret } from './principal.ts';
export { purgeAccounts } from './purge.ts';
export { addAccount, findAccountByEmail, type NewAccount } from './repo.ts';
export { sessionHandlers } from './routes.ts';
