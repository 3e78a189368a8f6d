// For tests only: a passkey in software, which answers as a browser's would.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin }));

export function newPasskey(rpId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const name = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const;
  const authData = (counter: number, more: Buffer = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    // present and verified; with the key itself where there is more
    const flags = Buffer.from([more.length > 0 ? 0x45 : 0x05]);
    return Buffer.concat([sha256(rpId), flags, count, more]);
  };
  const coseKey = Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(jwk.x ?? '', 'base64url')],
        [-3, Buffer.from(jwk.y ?? '', 'base64url')],
      ]),
    ),
  );
  return {
    register: (challenge: string, origin: string) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = authData(0, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      return {
        ...name,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: (challenge: string, origin: string, counter: number) => {
      const [client, data] = [clientData('webauthn.get', challenge, origin), authData(counter)];
      const signed = createSign('sha256').update(Buffer.concat([data, sha256(client)]));
      return {
        ...name,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
        },
      };
    },
  };
}
