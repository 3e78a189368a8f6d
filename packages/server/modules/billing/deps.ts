import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/vault.ts';
import type { PasswordHasher } from '../accounts/index.ts';

/** what the rooms of billing are given by app.ts */
export interface BillingDeps {
  /** as the app's role */
  database: Database;
  vault: Vault;
  publicOrigin: URL;
  passwords: PasswordHasher;
}
export interface BillingJobDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  vault: Vault;
  publicOrigin: URL;
}
