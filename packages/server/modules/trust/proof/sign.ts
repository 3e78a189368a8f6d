// Keys and signatures: Ed25519 by node:crypto, written as C2SP signed notes. The seed is derived from the installation's secret
// and never stored.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { InstallationSecret } from '../../../platform/secret.ts';

/** how the two DER forms of an Ed25519 key begin (RFC 8410) */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const ED25519 = 1;
const KEY_ID_BYTES = 4;

/** whose ledger: the same on every host of the workspace, and for good */
export const originOf = (tenantId: string): string => `tributary-ledger/${tenantId}`;

export interface SigningKey {
  version: number;
  publicKey: Buffer;
  privateKey: KeyObject;
}

export function signingKey(secret: InstallationSecret, tenantId: string, version: number): SigningKey {
  const seed = secret.derive(`statement/${tenantId}/${version}`);
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEAD.length);
  return { version, publicKey, privateKey };
}

/** names the key in a signature: the first bytes of a hash over name, kind and key */
const keyIdBytes = (name: string, publicKey: Uint8Array): Buffer =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(ED25519))
    .update(publicKey)
    .digest()
    .subarray(0, KEY_ID_BYTES);
export const keyIdOf = (tenantId: string, publicKey: Uint8Array): string =>
  keyIdBytes(originOf(tenantId), publicKey).toString('hex');

export const jwkOf = (
  tenantId: string,
  key: { version: number; public_key: Buffer; made_at: Date; retired_at: Date | null },
) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: keyIdOf(tenantId, key.public_key),
  x: key.public_key.toString('base64url'),
  version: key.version,
  from: key.made_at.toISOString(),
  until: key.retired_at?.toISOString() ?? null,
});

/** `text` ends with a line break */
export function signNote(tenantId: string, text: string, { privateKey, publicKey }: SigningKey): string {
  const name = originOf(tenantId);
  const signature = Buffer.concat([keyIdBytes(name, publicKey), sign(null, Buffer.from(text), privateKey)]);
  return `${text}\n— ${name} ${signature.toString('base64')}\n`;
}

/** whether it is a note of that text, signed by that key */
export function isNoteOf(tenantId: string, note: string, text: string, publicKey: Buffer): boolean {
  const name = originOf(tenantId);
  const head = `${text}\n— ${name} `;
  if (!note.startsWith(head) || !note.endsWith('\n')) return false;
  const bytes = Buffer.from(note.slice(head.length, -1), 'base64');
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEAD, publicKey]), format: 'der', type: 'spki' });
  return (
    bytes.subarray(0, KEY_ID_BYTES).equals(keyIdBytes(name, publicKey)) &&
    verify(null, Buffer.from(text), key, bytes.subarray(KEY_ID_BYTES))
  );
}

export interface CheckpointContent {
  size: bigint;
  root: Buffer;
  head: Buffer;
  at: Date;
}
/** C2SP tlog-checkpoint; the chain's head and the time are its extension lines */
export const checkpointText = (tenantId: string, { size, root, head, at }: CheckpointContent): string =>
  [
    originOf(tenantId),
    String(size),
    root.toString('base64'),
    `head ${head.toString('base64')}`,
    `time ${at.toISOString()}`,
    '',
  ].join('\n');

/** what a statement's own signature covers */
export const statementText = (tenantId: string, statement: unknown): string =>
  `${originOf(tenantId)}/statement\n${createHash('sha256').update(JSON.stringify(statement)).digest('base64')}\n`;
