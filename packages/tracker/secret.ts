// The installation's secret and the keys made from it. On one machine whichever process comes first makes the file; a
// tracker elsewhere is given TRIBUTARY_SECRET.
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MacKey, macKey } from '@tributary/contract/tracker/siphash';
import {
  CLICK_ID_KEY_LABEL,
  INTERNAL_KEY_LABEL,
  POSTBACK_SIGNATURE_LABEL,
  SECRET_FILE,
  TEST_CLICK_ID_LABEL,
  TEST_TOKEN_LABEL,
} from '@tributary/contract/tracker/tracker-wire';
import { ConfigurationError } from './env.ts';

export interface Keys {
  internalToken: string;
  clickIdKey: MacKey;
  /** advertisers' signing keys come from it */
  postbackKey: Uint8Array;
  testKeys: TestKeys;
}

export interface TestKeys {
  token: Uint8Array;
  /** not the one of clicks: no postback is ever taken for a test's click */
  clickId: MacKey;
}

export function openSecret(fromEnv: string | null, dataDir: string): Keys {
  const secret = Buffer.from(fromEnv ?? readOrCreate(dataDir), 'hex');
  const derive = (label: string): Buffer => createHmac('sha256', secret).update(label).digest();
  return {
    internalToken: derive(INTERNAL_KEY_LABEL).toString('hex'),
    clickIdKey: macKey(derive(CLICK_ID_KEY_LABEL)),
    postbackKey: derive(POSTBACK_SIGNATURE_LABEL),
    testKeys: { token: derive(TEST_TOKEN_LABEL), clickId: macKey(derive(TEST_CLICK_ID_LABEL)) },
  };
}

function readOrCreate(dataDir: string): string {
  const file = join(dataDir, SECRET_FILE);
  mkdirSync(dataDir, { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    linkSync(own, file); // fails where the file exists: nobody's secret is ever overwritten
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
  } finally {
    rmSync(own, { force: true });
  }
  let text = readFileSync(file, 'utf8').trim();
  for (let tries = 0; text === '' && tries < 20; tries++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // the server has made the file and is filling it
    text = readFileSync(file, 'utf8').trim();
  }
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new ConfigurationError([`${SECRET_FILE} does not hold 64 hexadecimal digits`]);
  return text;
}
