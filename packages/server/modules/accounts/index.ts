// The people of a tenant: their accounts, passwords and sessions.

export { closeAccounts, type OpenAccount, openAccounts } from './close-accounts.repo.ts';
export type { AccountsDeps } from './deps.ts';
export { apiKeyHandlers, principalOfApiKey } from './keys/api-keys.ts';
export { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
export { passwordJobs } from './passwords/password-jobs.ts';
export { DEMO_PASSWORD, refuseWeakPassword } from './passwords/password-rules.ts';
export { accountHandlers } from './people/account-routes.ts';
export { addressHandlers, addressJobs } from './people/addresses.ts';
export { isInChargeOf, managerEmail } from './people/managers.repo.ts';
export { findPartner, type Partner } from './people/partners.repo.ts';
export { profileHandlers } from './people/profile.ts';
export { actorNames, historyOf } from './people/trail.repo.ts';
export { purgeAccounts } from './purge.ts';
export { accountRows } from './relations.repo.ts';
export { addAccount, findAccountByEmail, languageOfAccount, type NewAccount } from './repo.ts';
export { sessionHandlers } from './routes.ts';
export { accountManagers } from './sign-up/sign-up.repo.ts';
export { signUpHandlers } from './sign-up/sign-up.ts';
export { signUpJobs } from './sign-up/sign-up-jobs.ts';
export { accountSignedUp } from './sign-up/sign-up-topics.ts';
export { trialHandlers } from './sign-up/start-trial.ts';
export { principalOfSecret, reasonOfRefusal } from './signing-in/principal.ts';
export { isSessionOpen } from './signing-in/sessions.repo.ts';
export { countTry, forgiveTries } from './signing-in/throttle.repo.ts';
export { readPeopleForSnapshot } from './snapshot.repo.ts';
export { accountChanged } from './topics.ts';
export { workspaceHandlers } from './workspace.ts';
