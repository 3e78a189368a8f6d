// Codes of an authenticator app (RFC 6238: SHA-1, six digits, half minutes, as every app knows them). The secret lies in the vault; a
// code counts half a minute earlier or later, and once.
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../../platform/db/database.ts';
import type { Vault } from '../../../platform/vault.ts';
import { sealTotpAgain, type TotpRow, takeStep } from './factors.repo.ts';

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
const shape = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** what the app reads from the picture */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...shape, secret, issuer: issuer.replaceAll(':', ' '), label }).toString();

export const totpPlace = (tenantId: string, userId: string) => ({ tenantId, connectionId: userId, field: 'totp' });

/** the half minute of which this is the code, give or take one; null where it is of none */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const delta = TOTP.validate({
    ...shape,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: at.getTime(),
    window: 1,
  });
  return delta === null ? null : Math.floor(at.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/** whether the code is right and was not taken before; from here on it is */
export async function takeTotpCode(
  tx: Tx,
  vault: Vault,
  who: { tenantId: string; userId: string },
  row: TotpRow,
  code: string,
  at: Date,
): Promise<boolean> {
  const place = totpPlace(who.tenantId, who.userId);
  const secret = vault.open(place, row.sealed);
  // sealed under a secret that this installation no longer has: a recovery code is the way in
  if (!secret) return false;
  const step = stepOf(secret.reveal(), code, at);
  if (step === null || !(await takeStep(tx, who.userId, step))) return false;
  if (vault.isStale(row.sealed)) await sealTotpAgain(tx, who.userId, vault.seal(place, secret.reveal()));
  return true;
}
