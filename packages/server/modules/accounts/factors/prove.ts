// The second step: a code of the app, a recovery code or a passkey. Guesses slow down as passwords' do, and a right password does not
// forgive them: else whoever has it could go on guessing for ever.
import type { PasskeyAnswer } from '@tributary/contract';
import type { TenantCall } from '../../../http/call.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { hashSecret } from '../../../platform/ids.ts';
import { recordAccess } from '../../access-log/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsDeps } from '../deps.ts';
import { type Account, roleOfAccount } from '../repo.ts';
import { countTry, forgiveTries, onceAWait } from '../signing-in/throttle.repo.ts';
import { tooManyTries } from '../signing-in/too-many-tries.ts';
import { totpOf } from './factors.repo.ts';
import { passkeysOf } from './passkeys.repo.ts';
import { askForPasskey, takePasskeyAnswer } from './passkeys.ts';
import { plainRecoveryCode, takeRecoveryCode } from './recovery-codes.ts';
import { takeTotpCode } from './totp.ts';

export interface SecondProof {
  code?: string | null | undefined;
  passkey?: PasskeyAnswer | null | undefined;
}
export type ProvenBy = 'totp' | 'recovery-code' | 'passkey';

const WRONG_CODE = 'This code is not right, or it was used before. Please enter the one that is shown now.';
const WRONG_PASSKEY = 'This passkey was not accepted here. Please try again, or enter a code.';

export interface OwnFactors {
  totp: boolean;
  passkeys: number;
}
export async function factorsOf(tx: Tx, userId: string): Promise<OwnFactors> {
  const totp = await totpOf(tx, userId);
  return { totp: totp?.confirmed_at != null, passkeys: (await passkeysOf(tx, userId)).length };
}

/**
 * Null where no factor is on; else by what it was proven, or a refusal. `device` tells a known device's own tries from strangers'.
 */
export async function proveSecond(
  account: Account,
  proof: SecondProof,
  call: TenantCall,
  deps: AccountsDeps,
  device = '',
): Promise<ProvenBy | null> {
  const userId = account.id;
  const factors = await call.transaction((tx) => factorsOf(tx, userId));
  if (!factors.totp && factors.passkeys === 0) return null;
  if (!proof.code && !proof.passkey) throw await secondStep(userId, factors, call);
  const subject = hashSecret(`code|${userId}|${device}`);
  const access = { event: 'two_factor', user: { id: userId, role: roleOfAccount(account) } } as const;
  const waitSeconds = await call.transaction((tx) => countTry(tx, call.tenant.id, subject, call.clock.now()));
  if (waitSeconds > 0) {
    const throttled = { ...access, result: 'refused', detail: 'throttled' } as const;
    await call.transaction(async (tx) => recordAccess(tx, call, { ...throttled, once: await onceAWait(tx, subject) }));
    throw tooManyTries(waitSeconds, { need: 'code' });
  }
  const by = await call.transaction((tx) => take(tx, userId, proof, call, deps));
  const entry = { objectKind: 'user', objectId: userId } as const;
  if (!by) {
    await call.transaction(async (tx) => {
      await recordAudit(tx, call, { ...entry, action: 'two-factor.refused' });
      await recordAccess(tx, call, { ...access, result: 'refused', detail: proof.passkey ? 'passkey' : 'code' });
    });
    throw new Fault('wrong_credentials', proof.passkey ? WRONG_PASSKEY : WRONG_CODE, { beside: { need: 'code' } });
  }
  await call.transaction(async (tx) => {
    await forgiveTries(tx, subject);
    await recordAudit(tx, call, { ...entry, action: 'two-factor.passed', after: { by } });
    await recordAccess(tx, call, { ...access, detail: by });
  });
  return by;
}

async function take(
  tx: Tx,
  userId: string,
  { code, passkey }: SecondProof,
  call: TenantCall,
  { vault }: AccountsDeps,
): Promise<ProvenBy | null> {
  if (passkey) return (await takePasskeyAnswer(tx, call, userId, passkey)) ? 'passkey' : null;
  const at = call.clock.now();
  const digits = (code ?? '').replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const row = await totpOf(tx, userId);
    const who = { tenantId: call.tenant.id, userId };
    return row?.confirmed_at && (await takeTotpCode(tx, vault, who, row, digits, at)) ? 'totp' : null;
  }
  const recovery = plainRecoveryCode(code ?? '');
  return recovery && (await takeRecoveryCode(tx, userId, recovery, at)) ? 'recovery-code' : null;
}

/** what is asked for, and what a passkey of this host is to sign */
async function secondStep(userId: string, { totp }: OwnFactors, call: TenantCall): Promise<Fault> {
  const passkey = await call.transaction((tx) => askForPasskey(tx, call, userId));
  const beside = passkey ? { passkey } : {};
  if (passkey && !totp) {
    return new Fault('code_needed', 'Please confirm with your passkey.', { beside: { need: 'passkey', ...beside } });
  }
  // passkeys of another host open nothing here: a recovery code does
  const sentence = totp
    ? undefined
    : 'Your passkeys belong to another address of this portal. Please enter a recovery code.';
  return new Fault('code_needed', sentence, { beside: { need: 'code', ...beside } });
}
