// Others' secrets (a shop's app secret, an API token of another network) at rest: sealed with AES-256-GCM under a key that is derived
// from the installation's secret, bound to whose and what they are. A sealed text moved to another tenant, connection or field
// does not open. What leaves the server is a hint at most; what opens it is a `Secret`, which no log and no reply can spell out.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import type { InstallationSecret } from './secret.ts';

export interface SecretPlace {
  tenantId: string;
  /** the connection, or whatever else the secret belongs to */
  connectionId: string;
  field: string;
}

/** a value that says nothing of itself unless it is asked by name */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  /** enough for a person to know which one it is; of a short one nothing */
  get hint(): string {
    return this.#value.length >= MIN_HINTED ? `…${this.#value.slice(-4)}` : '…';
  }
  toString(): string {
    return HIDDEN;
  }
  toJSON(): string {
    return HIDDEN;
  }
  [inspect.custom](): string {
    return HIDDEN;
  }
}
const HIDDEN = '[secret]';
const MIN_HINTED = 16;

export interface Vault {
  seal(place: SecretPlace, value: string): string;
  /** null where it was altered, is of another place, or was sealed under a key that is not known here */
  open(place: SecretPlace, sealed: string): Secret | null;
  /** sealed under an older key: whoever opens it should seal it again */
  isStale(sealed: string): boolean;
}

const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** keys by generation, the newest first; a rotated installation secret brings its own ones along as `former` */
export function createVault(secret: InstallationSecret, former: readonly InstallationSecret[] = []): Vault {
  const keys = [secret, ...former].map((one) => one.derive('vault-v1'));
  // names the key without telling of it, so that the right one is found at once
  const marks = [secret, ...former].map((one) => one.derive('vault-v1-name').subarray(0, 4).toString('base64url'));
  const [mark = ''] = marks;
  const markOf = (sealed: string): string => sealed.split('.')[1] ?? '';
  return {
    seal: (place, value) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0] ?? Buffer.alloc(0), nonce);
      cipher.setAAD(boundTo(place));
      const body = Buffer.concat([nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${mark}.${body.toString('base64url')}`;
    },
    open: (place, sealed) => {
      const key = keys[marks.indexOf(markOf(sealed))];
      const body = Buffer.from(sealed.split('.')[2] ?? '', 'base64url');
      if (!sealed.startsWith('v1.') || !key || body.length < NONCE_BYTES + TAG_BYTES) return null;
      const end = body.length - TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES));
      decipher.setAAD(boundTo(place));
      decipher.setAuthTag(body.subarray(end));
      try {
        return new Secret(decipher.update(body.subarray(NONCE_BYTES, end), undefined, 'utf8') + decipher.final('utf8'));
      } catch {
        return null;
      }
    },
    isStale: (sealed) => markOf(sealed) !== mark,
  };
}

/** lengths first, so that no two places read alike */
const boundTo = ({ tenantId, connectionId, field }: SecretPlace): Buffer =>
  Buffer.from([tenantId, connectionId, field].map((part) => `${Buffer.byteLength(part)}:${part}`).join(''));
