// The people of a tenant: their accounts, passwords and sessions.

export { closeAccounts, type OpenAccount, openAccounts } from './close-accounts.repo.ts';
export type { AccountsDeps } from './deps.ts';
export { twoFactorHandlers } from './factors/two-factor.ts';
export { apiKeyHandlers, principalOfApiKey } from './keys/api-keys.ts';
export { remindOfEndingKeys } from './keys/key-mails.ts';
export { createKeyUses } from './keys/key-uses.ts';
export { createPasswordHasher, type PasswordHasher } from './passwords/password-hash.ts';
export { passwordJobs } from './passwords/password-jobs.ts';
export { DEMO_PASSWORD, refuseWeakPassword } from './passwords/password-rules.ts';
export { accountHandlers } from './people/account-routes.ts';
export { addressHandlers, addressJobs } from './people/addresses.ts';
export {
  accountToErase,
  eraseAccount,
  erasedEmail,
  erasedName,
  type PersonOfAccount,
  personalRows,
} from './people/erase.repo.ts';
export { isInChargeOf, managerEmail } from './people/managers.repo.ts';
export { findPartner, type Partner } from './people/partners.repo.ts';
export { personLike } from './people/person-search.repo.ts';
export { companyOf } from './people/profile.repo.ts';
export { profileHandlers } from './people/profile.ts';
export { actorNames, historyOf } from './people/trail.repo.ts';
export { accountInverses } from './people/undo.ts';
export { purgeAccounts } from './purge.ts';
export { accountRows, apiKeyRows, roleRows } from './relations.repo.ts';
export { type Account, addAccount, findAccountByEmail, languageOfAccount, type NewAccount } from './repo.ts';
export { sessionHandlers } from './routes.ts';
export { securityHandlers } from './rules/policy.ts';
export { referralCode } from './sign-up/referrer.repo.ts';
export { findOwner, type Manager, managersWhoFind, workspaceOwners } from './sign-up/sign-up.repo.ts';
export { signUpHandlers } from './sign-up/sign-up.ts';
export { signUpJobs } from './sign-up/sign-up-jobs.ts';
export { accountSignedUp } from './sign-up/sign-up-topics.ts';
export { trialHandlers } from './sign-up/start-trial.ts';
export { confirmPassword } from './signing-in/confirm-password.ts';
export { accountsInCharge, powersOfMember } from './signing-in/powers.repo.ts';
export { principalOfSecret, reasonOfRefusal, standsAsBefore } from './signing-in/principal.ts';
export { countTry, forgiveTries } from './signing-in/throttle.repo.ts';
export { readPeopleForSnapshot } from './snapshot.repo.ts';
export { assignAll } from './team/assign.repo.ts';
export { changeMember } from './team/members.repo.ts';
export { addRole, presetRoleId } from './team/roles.repo.ts';
export { roleHandlers } from './team/roles.ts';
export { teamJobs } from './team/team-jobs.ts';
export { teamHandlers } from './team/team-routes.ts';
export { termsHandlers } from './terms/terms.ts';
export { termsJobs } from './terms/terms-jobs.ts';
export { accountChanged } from './topics.ts';
export { workspaceHandlers } from './workspace.ts';
