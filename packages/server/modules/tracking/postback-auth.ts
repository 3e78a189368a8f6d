// How an advertiser's postbacks prove themselves. Token and signing key are derived from the installation's secret, the
// advertiser and a version: nothing secret is stored, and a new version replaces both at once.
import { createHash, createHmac } from 'node:crypto';
import { signingKeyName } from '@tributary/contract/tracker/postback-signature';
import { POSTBACK_SIGNATURE_LABEL } from '@tributary/contract/tracker/tracker-wire';
import type { InstallationSecret } from '../../platform/secret.ts';

export interface PostbackSecrets {
  token(advertiserId: string, version: number): string;
  tokenHash(advertiserId: string, version: number): string;
  signingKey(advertiserId: string, version: number): string;
}

const TOKEN_CHARACTERS = 32;

export function postbackSecrets(secret: InstallationSecret): PostbackSecrets {
  const tokens = secret.derive('postback-token-v1');
  const signatures = secret.derive(POSTBACK_SIGNATURE_LABEL);
  const token = (advertiserId: string, version: number) =>
    createHmac('sha256', tokens)
      .update(signingKeyName(advertiserId, version))
      .digest('base64url')
      .slice(0, TOKEN_CHARACTERS);
  return {
    token,
    tokenHash: (advertiserId, version) => createHash('sha256').update(token(advertiserId, version)).digest('hex'),
    signingKey: (advertiserId, version) =>
      createHmac('sha256', signatures).update(signingKeyName(advertiserId, version)).digest('hex'),
  };
}
