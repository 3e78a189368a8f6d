// For tests only: examples for second factors and the rules for signing in, and the things they name.
import { settingsSections } from '@tributary/contract/settings';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { testSecret } from '../../platform/testing.ts';
import { createVault } from '../../platform/vault.ts';
import { DEMO_PASSWORD } from '../../testing.ts';
import { newPasskey } from '../../testing-passkey.ts';
import { codeAt, newAppSecret } from '../../testing-totp.ts';
import type { Example, Moment } from './examples.ts';
import type { Scene, SignedIn } from './scene.ts';

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
const { employees_since: _team, partners_since: _others, ...asItBegins } = settingsSections.security.defaults;
const vault = createVault(testSecret);
const personOf = async ({ scene, subdomain, session }: Pick<Moment, 'scene' | 'subdomain' | 'session'>) =>
  session?.person.id ?? (await scene.addPerson(subdomain, 'publisher')).id;

/** an app that is on, in the person's name; its secret */
export async function turnOnTotp(scene: Scene, subdomain: string, userId: string, confirmed = true): Promise<string> {
  const secret = newAppSecret();
  const tenant_id = scene.tenantIdOf(subdomain);
  const at = scene.t.clock.now();
  await scene.t.database
    .asOwner(
      `insert into totp_factors (tenant_id, user_id, sealed, created_at, confirmed_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, user_id) do update set sealed = $3, confirmed_at = $5, last_step = null`,
      [
        tenant_id,
        userId,
        vault.seal({ tenantId: tenant_id, connectionId: userId, field: 'totp' }, secret),
        at,
        confirmed ? at : null,
      ],
    )
    // the matrix also asks with ids of nobody
    .catch(() => undefined);
  return secret;
}

const proof: Example = async (moment) => {
  const secret = await turnOnTotp(moment.scene, moment.subdomain, await personOf(moment));
  return { body: { password: DEMO_PASSWORD, code: codeAt(secret, moment.scene.t.clock.now()) } };
};

async function addPasskeyRow(moment: Pick<Moment, 'scene' | 'subdomain' | 'session'>): Promise<string> {
  const [id, at] = [newId(), moment.scene.t.clock.now()];
  await moment.scene.insert('passkeys', {
    tenant_id: moment.scene.tenantIdOf(moment.subdomain),
    id,
    user_id: await personOf(moment),
    name: 'Laptop',
    credential_id: newId(),
    rp_id: `${moment.subdomain}.localhost`,
    public_key: Buffer.from([1]),
    counter: 0,
    created_at: at,
  });
  return id;
}

/** somebody's, whoever calls */
async function addKeyRow({ scene, subdomain }: Pick<Moment, 'scene' | 'subdomain'>): Promise<string> {
  const id = newId();
  await scene.insert('api_keys', {
    tenant_id: scene.tenantIdOf(subdomain),
    id,
    user_id: (await scene.addPerson(subdomain, 'publisher')).id,
    name: 'Theirs',
    scopes: ['reports:read'],
    key_hash: hashSecret(newSecret()),
    hint: 'trb_live_…abcd',
    created_at: scene.t.clock.now(),
  });
  return id;
}

export const securityExamples = {
  twoFactor: nothing,
  beginTotp: nothing,
  confirmTotp: async (moment) => {
    const secret = await turnOnTotp(moment.scene, moment.subdomain, await personOf(moment), false);
    return { body: { code: codeAt(secret, moment.scene.t.clock.now()) } };
  },
  endTotp: proof,
  renewRecoveryCodes: proof,
  askPasskey: async (moment) => {
    await addPasskeyRow(moment);
    return {};
  },
  beginPasskey: nothing,
  addPasskey: async (moment) => {
    const challenge = newId();
    await moment.scene.insert('passkey_challenges', {
      tenant_id: moment.scene.tenantIdOf(moment.subdomain),
      user_id: await personOf(moment),
      challenge,
      purpose: 'register',
      expires_at: new Date(moment.scene.t.clock.now().getTime() + 60_000),
    });
    const host = `${moment.subdomain}.localhost`;
    return { body: { name: 'Laptop', answer: newPasskey(host).register(challenge, `http://${host}`) } };
  },
  renamePasskey: ({ targetId }) => ({ params: { id: targetId }, body: { name: 'Phone' } }),
  resetMemberTwoFactor: async ({ scene, subdomain, targetId }) => {
    await turnOnTotp(scene, subdomain, targetId);
    return { params: { id: targetId } };
  },
  securityPolicy: nothing,
  saveSecurityPolicy: () => ({ body: { version: 0, value: asItBegins } }),
  allApiKeys: nothing,
  exportApiKeys: nothing,
  revokeAnyApiKey: byId,
  rollApiKey: byId,
  narrowApiKey: ({ targetId }) => ({ params: { id: targetId }, body: { scopes: ['reports:read'] } }),
  removePasskey: async (moment) => ({ params: { id: moment.targetId }, ...(await proof(moment)) }),
} satisfies Record<string, Example>;

export async function makeSecurityTarget(
  kind: string,
  moment: { scene: Scene; subdomain: string; session: SignedIn | null },
): Promise<string | undefined> {
  if (kind === 'passkey') return addPasskeyRow(moment);
  return kind === 'any-api-key' ? addKeyRow(moment) : undefined;
}
