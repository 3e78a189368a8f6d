import type { Database } from '../../platform/db/database.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';

/** what the accounts module is built from */
export interface AccountsDeps {
  database: Database;
  passwords: PasswordHasher;
  brandName: string;
  loginFailed(): void;
}
