// The people of a tenant: their accounts, passwords and sessions.

export { accountHandlers } from './account-routes.ts';
export { addressHandlers, addressJobs } from './addresses.ts';
export { apiKeyHandlers, principalOfApiKey } from './api-keys.ts';
export { isInChargeOf, managerEmail } from './managers.repo.ts';
export { findPartner, type Partner } from './partners.repo.ts';
export type { AccountsParts } from './parts.ts';
export { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
export { passwordJobs } from './password-jobs.ts';
export { DEMO_PASSWORD, refuseWeakPassword } from './password-rules.ts';
export { principalOfSecret, reasonOfRefusal } from './principal.ts';
export { profileHandlers } from './profile.ts';
export { purgeAccounts } from './purge.ts';
export { addAccount, findAccountByEmail, type NewAccount } from './repo.ts';
export { sessionHandlers } from './routes.ts';
export { isSessionOpen } from './sessions.repo.ts';
export { accountManagers } from './sign-up.repo.ts';
export { signUpHandlers } from './sign-up.ts';
export { signUpJobs } from './sign-up-jobs.ts';
export { accountSignedUp } from './sign-up-topics.ts';
export { readPeopleForSnapshot } from './snapshot.repo.ts';
export { trialHandlers } from './start-trial.ts';
export { countTry, forgiveTries } from './throttle.repo.ts';
export { accountChanged } from './topics.ts';
export { workspaceHandlers } from './workspace.ts';
