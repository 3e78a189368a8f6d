// Alert to affiliates: everyone who may see the offer is mailed once, outside the request, in batches.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitOnce } from '../../platform/jobs/outbox.repo.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { type Office, openOffice } from './testing.ts';
import { publishersToTell } from './topics.ts';

let t: TestApp;
let office: Office;
const BATCHES = 430;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
  await office.addPublisher({ status: 'pending', email: 'pending@demo.test' });
  await office.addPublisher({ status: 'rejected', email: 'rejected@demo.test' });
  await office.addPublisher({ deleted_at: new Date(), email: 'deleted@demo.test' });
  await t.database.asOwner(
    `insert into users (tenant_id, type, user_sequence_id, first_name, last_name, email, status)
     select tenant_id, 'publisher', 900000 + n, 'Bulk', n::text, 'bulk-' || n || '@demo.test', 'approved'
     from users, generate_series(1, $2) n where id = $1`,
    [office.admin.userId, BATCHES],
  );
});
afterAll(() => t.close());

const mailed = async (title: string) =>
  (await t.inbox()).filter((mail) => mail.text.includes(title)).map((mail) => mail.to);

describe('the alert', () => {
  test('goes to every approved publisher once, over as many batches as it takes', async () => {
    const { id } = await office.create({ offer_name: 'Loud one', alert_to_affiliates: true });
    const [queued] = await t.database.asOwner<{ n: string }>(
      `select count(*) as n from mails where template = 'offer-published'`,
    );
    const to = await mailed('Loud one');
    expect(to).toHaveLength(BATCHES + 1);
    expect(new Set(to).size).toBe(to.length);
    expect(to).toContain('publisher@demo.test');
    expect(to.some((address) => /pending|rejected|deleted|admin|advertiser/.test(address))).toBe(false);
    expect(Number(queued?.n)).toBeLessThanOrEqual(to.length);
    expect(id).toBeTruthy();
  });
  test('of a private offer goes to those it was given to; a hidden payout is not in it', async () => {
    const change = {
      offer_name: 'Whispered',
      alert_to_affiliates: true,
      offer_visibility: 'Private',
      status: 'pending',
      hide_payout: true,
      payout: '31.25',
    };
    const { id } = await office.create(change);
    const at = { token: office.admin.token, params: { id } };
    await t.call(routes.setPermission, { ...at, body: { publisher_ids: [office.publisher.userId], state: 'allowed' } });
    expect(await mailed('Whispered')).toEqual([]);
    // looked at after each change: an offer that is paused before its alert goes out is not announced
    for (const status of ['active', 'paused', 'active']) {
      await t.call(routes.setOfferStatus, { ...at, body: { status } });
      expect(await mailed('Whispered')).toEqual(['publisher@demo.test']);
    }
    expect((await t.inbox()).find((mail) => mail.text.includes('Whispered'))?.text).not.toContain('31.25');
  });
  test('without the flag mails nobody', async () => {
    await office.create({ offer_name: 'Silent' });
    expect(await mailed('Silent')).toEqual([]);
  });
  test('a batch that runs again finds its follow-up and does nothing', async () => {
    const [tenant] = await t.database.asOwner<{ id: string }>(`select id from tenants where subdomain = 'demo'`);
    const event = { tenantId: tenant?.id ?? '', id: '01a1dd8f-0000-7000-8000-000000000001' };
    const payload = { offer_id: event.id, news: 'new-offer', after: 1 } as const;
    const worker = t.database.open('worker');
    const emit = () =>
      worker.withTenant(event.tenantId, { kind: 'system', id: null }, (tx) =>
        emitOnce(tx, event, publishersToTell, payload),
      );
    expect([await emit(), await emit()]).toEqual([true, false]);
  });
});
