// The people of a tenant: their accounts, passwords and sessions.

export { accountHandlers } from './account-routes.ts';
export type { AccountsParts } from './parts.ts';
export { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
export { principalOfSecret } from './principal.ts';
export { profileHandlers } from './profile.ts';
export { purgeAccounts } from './purge.ts';
export { addAccount, findAccountByEmail, type NewAccount } from './repo.ts';
export { sessionHandlers } from './routes.ts';
export { accountChanged } from './topics.ts';
export { workspaceHandlers } from './workspace.ts';
