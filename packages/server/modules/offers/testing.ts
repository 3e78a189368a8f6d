// For tests only: the people of a demo tenant signed in, and an offer form that is right.
import { routes } from '@tributary/contract';
import { newId } from '../../platform/ids.ts';
import type { CallResult, TestApp } from '../../testing.ts';

export interface Office {
  subdomain: string;
  admin: { token: string; userId: string };
  publisher: { token: string; userId: string };
  advertiser: { token: string; userId: string; number: number };
  /** the smallest form that is right, with `change` over it */
  form(change?: Record<string, unknown>): Record<string, unknown>;
  /** creates it and fails the test where that does not work */
  create(change?: Record<string, unknown>): Promise<{ id: string; camp_id: number }>;
  page(id: string): Promise<CallResult['body']>;
  /** the campaigns the publisher sees, by title */
  campaigns(query?: Record<string, string>, token?: string): Promise<CallResult['body']>;
  addPublisher(columns?: Record<string, unknown>): Promise<{ id: string; email: string; number: number }>;
}

let added = 0;

export async function openOffice(t: TestApp, subdomain = 'demo'): Promise<Office> {
  const people = Object.fromEntries(
    await Promise.all(
      (['admin', 'publisher', 'advertiser'] as const).map(async (role) => [
        role,
        await t.signIn(`${role}@${subdomain}.test`, { subdomain }),
      ]),
    ),
  ) as Record<'admin' | 'publisher' | 'advertiser', { token: string; userId: string }>;
  const [known] = await t.database.asOwner<{ number: number; tenant: string; hash: string }>(
    `select user_sequence_id as number, tenant_id as tenant, password_hash as hash from users where id = $1`,
    [people.advertiser.userId],
  );
  if (!known) throw new Error('no demo advertiser');
  const form: Office['form'] = (change = {}) => ({
    offer_name: 'Lantern loans',
    advertiser_id: known.number,
    default_campaign_url: 'https://lantern.example/apply?c={click_id}',
    revenue: 4.5,
    payout: 3,
    ...change,
  });
  const asAdmin = { subdomain, token: people.admin.token };
  return {
    subdomain,
    admin: people.admin,
    publisher: people.publisher,
    advertiser: { ...people.advertiser, number: known.number },
    form,
    create: async (change) => {
      const reply = await t.call(routes.createOffer, { ...asAdmin, body: form(change) });
      if (reply.status !== 201) throw new Error(`not created: ${reply.raw}`);
      return reply.body;
    },
    page: async (id) => (await t.call(routes.offer, { ...asAdmin, params: { id } })).body,
    campaigns: async (query = {}, token = people.publisher.token) =>
      (await t.call(routes.campaigns, { subdomain, token, query })).body,
    addPublisher: async (columns = {}) => {
      const number = 700_000 + ++added;
      const row = {
        tenant_id: known.tenant,
        id: newId(),
        type: 'publisher',
        user_sequence_id: number,
        first_name: 'Mara',
        last_name: `Quill ${number}`,
        email: `mara-${number}@${subdomain}.test`,
        password_hash: known.hash,
        status: 'approved',
        ...columns,
      };
      const names = Object.keys(row);
      await t.database.asOwner(
        `insert into users (${names.join(',')}) values (${names.map((_, at) => `$${at + 1}`).join(',')})`,
        Object.values(row),
      );
      return { id: row.id, email: row.email, number };
    },
  };
}
