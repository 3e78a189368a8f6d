// The envelope codec: one function in, one function out. Whatever is wrong with an envelope, the caller learns the same:
// telling padding from JSON faults apart would make us a decryption oracle for nothing.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { BLOCK_BYTES, ENVELOPE_SECRET, IV_BYTES, MAX_JSON_DEPTH } from '@tributary/contract/envelope';
import { Fault } from '../platform/fault.ts';

const key = createHash('sha256').update(ENVELOPE_SECRET, 'utf8').digest();
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function seal(value: unknown): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]).toString('base64');
}

export function open(text: string): unknown {
  try {
    return decode(text);
  } catch {
    throw new Fault('invalid_request');
  }
}

function decode(text: string): unknown {
  if (!BASE64.test(text)) throw new Error('not base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV_BYTES + BLOCK_BYTES || bytes.length % BLOCK_BYTES !== 0) throw new Error('length');
  const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, IV_BYTES));
  const plain = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]);
  return parseJson(utf8.decode(plain));
}

/** JSON with a bounded depth and none of the keys that reach into prototypes */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  inspect(value, MAX_JSON_DEPTH);
  return value;
}

function inspect(value: unknown, depthLeft: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depthLeft === 0) throw new Fault('invalid_request');
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || name === 'constructor' || name === 'prototype') throw new Fault('invalid_request');
    inspect(inner, depthLeft - 1);
  }
}
