// Passkeys as a second factor. They belong to the host that they were made on: its name is the relying party's id, and what a browser
// signs names the page's origin, which must be the one that the call came from.

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyOffer,
  type PasskeyQuestion,
} from '@tributary/contract';
import type { z } from 'zod';
import type { SignedInCall, TenantCall } from '../../../http/call.ts';
import { MINUTE_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import type { Account } from '../repo.ts';
import {
  addChallenge,
  addPasskey,
  type PasskeyRow,
  type Purpose,
  passkeysOf,
  spendChallenge,
  usePasskey,
} from './passkeys.repo.ts';

const TIMEOUT_MS = 5 * MINUTE_MS;

/** of the page that calls */
export const hostOf = ({ pageOrigin }: Pick<TenantCall, 'pageOrigin'>): string => new URL(pageOrigin).hostname;

const giveOut = (tx: Tx, call: TenantCall, userId: string, purpose: Purpose, challenge: string) =>
  addChallenge(tx, {
    tenant_id: call.tenant.id,
    user_id: userId,
    challenge,
    purpose,
    expires_at: new Date(call.clock.now().getTime() + TIMEOUT_MS),
  });

/** what was asked at the sign-in is answered there, and what a session asked in that session alone */
const placed = (call: TenantCall | SignedInCall, challenge: string): string =>
  'principal' in call && call.principal ? `${call.principal.sessionId}.${challenge}` : challenge;

const described = ({ credential_id, transports }: PasskeyRow) => ({ id: credential_id, transports });

/** null where this person has none for this host */
export async function askForPasskey(
  tx: Tx,
  call: TenantCall,
  userId: string,
): Promise<z.input<typeof PasskeyQuestion> | null> {
  const rpID = hostOf(call);
  const here = (await passkeysOf(tx, userId)).filter(({ rp_id }) => rp_id === rpID);
  if (here.length === 0) return null;
  const { challenge } = await generateAuthenticationOptions({ rpID });
  await giveOut(tx, call, userId, 'prove', placed(call, challenge));
  return {
    challenge,
    rpId: rpID,
    timeout: TIMEOUT_MS,
    userVerification: 'preferred',
    allowCredentials: here.map((row) => ({ ...described(row), type: 'public-key' as const })),
  };
}

/** whether one of this person's passkeys has signed what it was asked to, on this very page */
export async function takePasskeyAnswer(
  tx: Tx,
  call: TenantCall,
  userId: string,
  answer: PasskeyAnswer,
): Promise<boolean> {
  const at = call.clock.now();
  const rpID = hostOf(call);
  const known = (await passkeysOf(tx, userId)).find(
    ({ credential_id, rp_id }) => credential_id === answer.id && rp_id === rpID,
  );
  if (!known) return false;
  const { response, id, rawId, type } = answer;
  const { userHandle, ...rest } = response;
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: userHandle ? { ...rest, userHandle } : rest },
    expectedChallenge: (challenge) =>
      spendChallenge(tx, { userId, purpose: 'prove', challenge: placed(call, challenge), at }),
    expectedOrigin: call.pageOrigin,
    expectedRPID: rpID,
    requireUserVerification: false,
    credential: {
      id: known.credential_id,
      publicKey: new Uint8Array(known.public_key),
      counter: Number(known.counter),
      transports: known.transports,
    },
    // what cannot be read, or is signed for another page or by another key, is said by throwing
  }).catch(() => null);
  return verified?.verified === true && usePasskey(tx, known.id, verified.authenticationInfo.newCounter, at);
}

export async function offerPasskey(tx: Tx, call: TenantCall, account: Account): Promise<z.input<typeof PasskeyOffer>> {
  const own = await passkeysOf(tx, account.id);
  if (own.length >= MAX_PASSKEYS) {
    throw new Fault('conflict', `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`);
  }
  const rpID = hostOf(call);
  const offer = await generateRegistrationOptions({
    rpName: call.tenant.displayName,
    rpID,
    userName: account.email,
    userDisplayName: `${account.first_name} ${account.last_name}`.trim(),
    userID: new TextEncoder().encode(account.id),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred', requireResidentKey: false },
  });
  await giveOut(tx, call, account.id, 'register', offer.challenge);
  const { challenge, user, pubKeyCredParams } = offer;
  return {
    challenge,
    user,
    rp: { name: call.tenant.displayName, id: rpID },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: own
      .filter(({ rp_id }) => rp_id === rpID)
      .map((row) => ({ ...described(row), type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred', requireResidentKey: false },
  };
}

/** the transports that browsers know; others they would refuse to read back */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

export async function keepPasskey(
  tx: Tx,
  call: TenantCall,
  userId: string,
  { name, answer }: { name: string; answer: NewPasskey },
): Promise<string> {
  const at = call.clock.now();
  const refused = () =>
    new Fault('invalid_input', 'This passkey could not be confirmed on this page. Please try again.');
  const { id, rawId, type, response } = answer;
  const { clientDataJSON, attestationObject } = response;
  const verified = await verifyRegistrationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
    expectedChallenge: (challenge) => spendChallenge(tx, { userId, purpose: 'register', challenge, at }),
    expectedOrigin: call.pageOrigin,
    expectedRPID: hostOf(call),
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) throw refused();
  const { credential } = verified.registrationInfo;
  const passkeyId = newId(at.getTime());
  const isNew = await addPasskey(tx, {
    tenant_id: call.tenant.id,
    id: passkeyId,
    user_id: userId,
    name,
    credential_id: credential.id,
    rp_id: hostOf(call),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (response.transports ?? []).filter((one) => TRANSPORTS.includes(one)),
    created_at: at,
  });
  if (!isNew) throw new Fault('conflict', 'This passkey is in use already.');
  return passkeyId;
}

export const shownPasskey = (row: PasskeyRow, call: TenantCall) => ({
  id: row.id,
  name: row.name,
  host: row.rp_id,
  here: row.rp_id === hostOf(call),
  created_at: unixSeconds(row.created_at),
  last_used_at: row.last_used_at && unixSeconds(row.last_used_at),
});
