// The installation's one secret. Everything that needs a key of its own (database roles, password pepper, tracker
// channel, click ids) derives it from here by name, so there is one thing to keep and none to invent.
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SettingsError } from './env.ts';

export interface InstallationSecret {
  derive(purpose: string): Buffer;
}

export const secretFrom = (hex: string): InstallationSecret => {
  const key = Buffer.from(hex, 'hex');
  return { derive: (purpose) => createHmac('sha256', key).update(purpose).digest() };
};

/** from TRIBUTARY_SECRET, else from DATA_DIR/secret.key, which the first start creates */
export function loadSecret(dataDir: string, given: string | undefined): InstallationSecret {
  if (given) return secretFrom(given);
  const file = path.join(dataDir, 'secret.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(file, 0o600);
  const hex = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new SettingsError(`${file} is damaged: it must hold 64 hexadecimal digits.`);
  return secretFrom(hex);
}
