// For tests only: a value of each class of fields that a role may hide, planted in every row of the demo tenant, and people whose
// role hides some of them.
import { type Grants, type HiddenClass, type Scope, sectionNames } from '@tributary/contract';
import type { Scene, SignedIn } from './scene.ts';

export const canaries = {
  revenue: '7654.321',
  profit: '6543.219',
  advertiser_name: 'canary-advertiser',
  publisher_contact: 'canary-contact',
  ip: '203.0.113.77',
  device_ids: 'canary-agent',
  sub_values: 'canary-sub',
} as const satisfies Record<HiddenClass, string>;

export const everything: Grants = Object.fromEntries(sectionNames.map((section) => [section, 'write']));

/** somebody of the team to whom everything is open but for these classes, of all accounts or of those in his charge */
export async function hidingPerson(
  scene: Scene,
  hidden: readonly HiddenClass[],
  more: { scope?: Scope; grants?: Grants } = {},
): Promise<SignedIn & { roleId: string }> {
  const roleId = await scene.addRole('demo', more.grants ?? everything);
  await scene.t.database.asOwner('update roles set hidden = $1, scope = coalesce($2, scope) where id = $3', [
    hidden,
    more.scope ? JSON.stringify(more.scope) : null,
    roleId,
  ]);
  return { ...(await scene.openSession(await scene.addPerson('demo', 'admin', { role_id: roleId }))), roleId };
}

/** in every row that the calls so far have made, too: what is read after it holds the values */
export async function plantCanaries(scene: Scene): Promise<void> {
  const tenant = scene.tenantIdOf('demo');
  const run = (text: string) => scene.t.database.asOwner(text, [tenant]);
  await run(`update users set first_name = '${canaries.advertiser_name}', last_name = 'x', company = '${canaries.advertiser_name}',
    email = '${canaries.advertiser_name}-' || user_sequence_id || '@a.test' where tenant_id = $1 and type = 'advertiser'`);
  await run(`update users set email = '${canaries.publisher_contact}-' || user_sequence_id || '@p.test', phone = '${canaries.publisher_contact}',
    tax_id = '${canaries.publisher_contact}' where tenant_id = $1 and type = 'publisher'`);
  await run(`update conversions set revenue_micros = 7654321000, payout_micros = 1111102000, ip = '${canaries.ip}',
    user_agent = '${canaries.device_ids}', click_params = '{"p1": "${canaries.sub_values}", "utm_source": "${canaries.sub_values}"}',
    params = '{"sub1": "${canaries.sub_values}"}' where tenant_id = $1`);
  await run(`update offers set revenue_micros = 7654321000 where tenant_id = $1`);
  await run(`update sessions set ip = '${canaries.ip}', user_agent = '${canaries.device_ids}' where tenant_id = $1`);
  await run(`update audit_log set ip = '${canaries.ip}' where tenant_id = $1`);
  await run(`update receipts set ip = '${canaries.ip}', user_agent = '${canaries.device_ids}', query = 'sub1=${canaries.sub_values}',
    params = '{"sub1": "${canaries.sub_values}"}' where tenant_id = $1`);
}
