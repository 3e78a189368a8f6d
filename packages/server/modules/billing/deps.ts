import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/vault.ts';
import type { PasswordHasher } from '../accounts/index.ts';

/** what the rooms of billing are given by app.ts */
export interface BillingDeps {
  /** as the app's role */
  database: Database;
  vault: Vault;
  publicOrigin: URL;
  passwords: PasswordHasher;
  /** of these days, how many of which a recount has found something that differs: the floor above counts them */
  countDrift: CountDrift;
}
export type CountDrift = (tx: Tx, first: string, last: string) => Promise<number>;
export interface BillingJobDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  vault: Vault;
  publicOrigin: URL;
}
