import type { Database } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/vault.ts';
import type { KeyUses } from './keys/key-uses.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';

/** what the accounts module is built from */
export interface AccountsDeps {
  database: Database;
  passwords: PasswordHasher;
  vault: Vault;
  keyUses: KeyUses;
  brandName: string;
  loginFailed(): void;
}
