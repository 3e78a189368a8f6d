// For tests only: calls of the routes of proof, and a checkpoint for what is made from one.
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { RouteName } from '@tributary/contract';
import type { proofRoutes } from '@tributary/contract/trust/proof';
import { testSecret } from '../../platform/testing.ts';
import type { Example } from './examples.ts';
import type { Scene } from './scene.ts';

/** of the first version, derived as a statement's signature will be: the two DER forms of RFC 8410 */
function publicKeyOf(tenantId: string): Buffer {
  const seed = testSecret.derive(`statement/${tenantId}/1`);
  const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const secret = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
}

/** of one entry, which is nobody's who asks here: a statement without entries has nothing to prove */
export async function ensureCheckpoint(scene: Scene, subdomain: string): Promise<void> {
  const tenant_id = scene.tenantIdOf(subdomain);
  const { asOwner } = scene.t.database;
  const hash = createHash('sha256').update(tenant_id).digest();
  const made_at = scene.t.clock.now();
  // calls are made side by side, and each makes sure
  await asOwner(
    'insert into proof_keys (tenant_id, version, public_key, made_at) values ($1, 1, $2, $3) on conflict do nothing',
    [tenant_id, publicKeyOf(tenant_id), made_at],
  );
  await asOwner(
    `insert into checkpoints (tenant_id, size, root, head, key_version, cause, note, made_at)
     select $1, 1, $2, $2, 1, 'hourly', 'A note', $3 where not exists (select from checkpoints where tenant_id = $1)
     on conflict do nothing`,
    [tenant_id, hash, made_at],
  );
}

const nothing: Example = () => ({});
const proven: Example = async ({ scene, subdomain }) => {
  await ensureCheckpoint(scene, subdomain);
  return {};
};
const statementOf: Example = async ({ scene, subdomain, targetId }) => {
  await ensureCheckpoint(scene, subdomain);
  return { params: { id: targetId }, query: { to: '1767225600' } };
};

export const proofExamples = {
  checkpoints: () => ({ query: { cause: 'hourly' } }),
  exportCheckpoints: nothing,
  writeCheckpoint: nothing,
  proofKeys: nothing,
  rotateProofKey: proven,
  publisherSignedStatement: statementOf,
  advertiserSignedStatement: statementOf,
  ownPublisherSignedStatement: proven,
  ownAdvertiserSignedStatement: proven,
  ownPublisherProof: nothing,
  ownAdvertiserProof: nothing,
} satisfies Record<keyof typeof proofRoutes & RouteName, Example>;
