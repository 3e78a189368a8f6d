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
  /** of these spans, calls that became nothing and that nobody has made good or set aside; likewise */
  countUnmatched: CountUnmatched;
}
export type CountDrift = (tx: Tx, first: string, last: string) => Promise<number>;
export type CountUnmatched = (tx: Tx, spans: readonly { start: Date; end: Date }[]) => Promise<number>;
/** what a close asks of the floor above */
export type FromAbove = Pick<BillingDeps, 'countDrift' | 'countUnmatched'>;
export interface BillingJobDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  vault: Vault;
  publicOrigin: URL;
}
