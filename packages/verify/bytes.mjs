// Bytes as the browser and node both have them: no library, so that this file can be read and kept by whoever checks with it.

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** @param {Uint8Array} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)));
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array} bytes */
export const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * Null where it is not base64 of exactly that many bytes, written the one way in which it is written.
 * @param {unknown} text
 * @param {number} [length]
 */
export function fromBase64(text, length) {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text && (length === undefined || bytes.length === length) ? bytes : null;
}

/**
 * A JSON Web Key writes its bytes with two other signs, and no padding.
 * @param {unknown} text
 * @param {number} length
 */
export function fromBase64Url(text, length) {
  if (typeof text !== 'string' || !/^[\w-]*$/.test(text)) return null;
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='), length);
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
export const isSame = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
