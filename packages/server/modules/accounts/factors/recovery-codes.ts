// Ten codes of 80 bits for the day the device is gone. They are shown once and kept as hashes.
import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@tributary/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { hashSecret } from '../../../platform/ids.ts';
import { recoveryCodesLeft, replaceRecoveryCodes, spendRecoveryCode } from './factors.repo.ts';

// Crockford's: no I, L, O, U, so that nobody reads one for the other
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

function newCode(): string {
  const bits = BigInt(`0x${randomBytes(10).toString('hex')}`);
  const signs = Array.from({ length: LENGTH }, (_, at) => SIGNS[Number((bits >> BigInt(5 * at)) & 31n)] ?? '').join('');
  return signs.replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** as it was typed: without what parts it, and with what was misread put right; null where it is no such code */
export function plainRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign)) ? code : null;
}

const hashOf = (plain: string): Buffer => hashSecret(`recovery|${plain}`);

export async function renewRecoveryCodes(tx: Tx, tenantId: string, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  const hashes = codes.map((code) => hashOf(code.replaceAll('-', '')));
  await replaceRecoveryCodes(tx, { tenantId, userId, hashes, at });
  return codes;
}

/** with the first factor; a second one leaves the codes that there are */
export const recoveryCodesIfNone = async (tx: Tx, tenantId: string, userId: string, at: Date): Promise<string[]> =>
  (await recoveryCodesLeft(tx, userId)) > 0 ? [] : renewRecoveryCodes(tx, tenantId, userId, at);

export const takeRecoveryCode = (tx: Tx, userId: string, plain: string, at: Date): Promise<boolean> =>
  spendRecoveryCode(tx, userId, hashOf(plain), at);
