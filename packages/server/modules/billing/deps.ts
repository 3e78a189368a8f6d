import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/vault.ts';

/** what the rooms of billing are given by app.ts */
export interface BillingDeps {
  /** as the app's role */
  database: Database;
  vault: Vault;
  publicOrigin: URL;
}
export interface BillingJobDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  vault: Vault;
  publicOrigin: URL;
}
