// The browser's side of the specification's envelope: base64(iv ‖ AES-256-CBC(JSON)). WebCrypto where the page has it (a secure
// context), a small audited library elsewhere (plain http on a LAN address), loaded only then. Same bytes either way.
import { BLOCK_BYTES, ENVELOPE_SECRET, IV_BYTES } from '@tributary/contract/envelope';

type Bytes = Uint8Array<ArrayBuffer>;

export interface Cipher {
  encrypt(iv: Bytes, plain: Bytes): Promise<Bytes>;
  decrypt(iv: Bytes, sealed: Bytes): Promise<Bytes>;
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export async function webCryptoCipher(subtle: SubtleCrypto): Promise<Cipher> {
  const digest = await subtle.digest('SHA-256', utf8(ENVELOPE_SECRET));
  const key = await subtle.importKey('raw', digest, 'AES-CBC', false, ['encrypt', 'decrypt']);
  return {
    encrypt: async (iv, plain) => new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, key, plain)),
    decrypt: async (iv, sealed) => new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv }, key, sealed)),
  };
}

export async function libraryCipher(): Promise<Cipher> {
  const [{ cbc }, { sha256 }] = await Promise.all([import('@noble/ciphers/aes.js'), import('@noble/hashes/sha2.js')]);
  const key = sha256(utf8(ENVELOPE_SECRET));
  return {
    encrypt: async (iv, plain) => new Uint8Array(cbc(key, iv).encrypt(plain)),
    decrypt: async (iv, sealed) => new Uint8Array(cbc(key, iv).decrypt(sealed)),
  };
}

let pageCipher: Promise<Cipher> | undefined;
const cipherOfPage = (): Promise<Cipher> => {
  // absent on plain http, whatever its type says
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  pageCipher ??= subtle ? webCryptoCipher(subtle) : libraryCipher();
  return pageCipher;
};

export async function seal(value: unknown, cipher?: Cipher): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await (cipher ?? (await cipherOfPage())).encrypt(iv, utf8(JSON.stringify(value)));
  if (sealed.length === 0) throw new Error('the cipher gave nothing');
  return toBase64([iv, sealed]);
}

export async function open(text: string, cipher?: Cipher): Promise<unknown> {
  const bytes = fromBase64(text);
  if (bytes.length < IV_BYTES + BLOCK_BYTES) throw new Error('the envelope is too short');
  const plain = await (cipher ?? (await cipherOfPage())).decrypt(bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES));
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
}

function toBase64(parts: readonly Bytes[]): string {
  let binary = '';
  for (const part of parts) for (const byte of part) binary += String.fromCharCode(byte);
  return btoa(binary);
}

const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
