// One day for everything that billing dates and turns: the workspace's. At half past eleven in Honolulu UTC has the next day, at half past
// midnight on Kiritimati it still has the one before; each of the three days has a rate of its own.
import { routes } from '@tributary/contract';
import { afterEach, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { addMethod, bankDetails, payPalDetails } from '../../testing-payable.ts';
import { createWorld } from '../../testing-world.ts';
import { sheetOf } from './pdf/sheet-of.ts';

let t: TestApp;
afterEach(() => t.close());

const ACCOUNT = {
  ...{ currency: 'EUR', name: 'Network GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', country: 'DE' },
  ...{ street: 'Allee', building: '5', postcode: '10115', town: 'Berlin' },
};

test.each([
  ['Pacific/Honolulu', '2026-12-01T09:30:00Z', ['2026-11-29', '2026-11-30', '2026-12-01']],
  ['Pacific/Kiritimati', '2026-11-30T10:30:00Z', ['2026-11-30', '2026-12-01', '2026-12-02']],
] as const)(
  'in %s deposits, documents, payments and closes are of one day',
  async (zone, moment, [before, day, after]) => {
    t = await createTestApp();
    const w = await createWorld(t);
    await t.database.asOwner(`update tenants set currency = 'USD', time_zone = $2 where id = $1`, [w.tenantId, zone]);
    t.clock.advance(Date.parse(moment) - t.clock.now().getTime());
    const { token } = await t.signIn('admin@demo.test');
    const advertiser = await t.signIn('advertiser@demo.test');
    const good = async (route: Parameters<TestApp['call']>[0], options: Parameters<TestApp['call']>[1] = {}) => {
      const reply = await t.call(route, { token, ...options });
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      return reply.body;
    };
    for (const [from, rate] of [
      [before, 5_000_000],
      [day, 2_000_000],
      [after, 3_000_000],
    ]) {
      const values = [w.tenantId, from, rate];
      const text = `insert into exchange_rates (tenant_id, base, quote, valid_from, rate_micros) values ($1, 'EUR', 'USD', $2, $3)`;
      await t.database.asOwner(text, values);
    }
    expect((await good(routes.currentSession)).time_zone).toBe(zone);
    expect((await good(routes.billingOverview)).day).toBe(day);

    const deposit = (received_on: string) =>
      t.call(routes.recordDeposit, {
        token,
        body: { advertiser_id: advertiser.userId, currency: 'EUR', amount: '10', received_on },
      });
    expect((await deposit(after)).status).toBe(400);
    expect((await deposit(day)).status).toBeLessThan(300);
    const account = await good(routes.advertiserAccount, { params: { id: advertiser.userId } });
    expect(account.prepaid).toBe('20');

    const at = t.clock.now();
    const owner = (await w.addPerson('publisher')).id;
    await w.insert('tax_profiles', {
      ...{ tenant_id: w.tenantId, owner_id: owner, party: 'business', legal_name: 'Quill Ltd', country: 'us' },
      ...{ agreement_version: 1, agreement_at: at, agreement_until: new Date(at.getTime() + 8e9), changed_at: at },
    });
    const ground = { asOwner: t.database.asOwner, tenantId: w.tenantId, at };
    await addMethod(ground, owner, { kind: 'paypal', currency: 'USD', details: payPalDetails });
    const bonus = { owner_id: owner, currency: 'EUR', amount: '100', reason: 'Agreed' };
    expect((await t.call(routes.addAdjustment, { token, body: { ...bonus, day: after } })).status).toBe(400);
    expect((await good(routes.addAdjustment, { body: bonus })).day).toBe(day);
    await good(routes.startBillingRun, { body: { period_from: '2026-11-01', period_to: day, owner_id: owner } });
    await t.app.worker?.drain();
    const [draft] = (await good(routes.documents, { query: { owner, state: 'draft' } })).rows;
    const params = { id: draft.id };
    const issued = await good(routes.issueDocument, { params, body: { version: draft.version } });
    const shown = await good(routes.document, { params });
    expect(shown.rate).toMatchObject({ day, rate: '2' });
    await good(routes.approveDocument, { params, body: { version: issued.version } });
    const [payable] = (await good(routes.payableDocuments)).rows;
    expect(payable).toMatchObject({ blocked: 'none', rate: '2', pay: '200' });

    // a bank is told the next day where nobody names one, and none that is over
    await addMethod(ground, owner, { kind: 'bank', currency: 'EUR', details: bankDetails });
    const { home_currency: _home, changed_at: _at, ...rules } = await good(routes.paymentRules);
    await good(routes.savePaymentRules, { body: { ...rules, accounts: [ACCOUNT] } });
    const batch = await good(routes.createBatch, { body: { documents: [draft.id] } });
    await good(routes.approveBatch, { params: { id: batch.id }, body: { preview: batch.preview } });
    const files = (body: object) => t.call(routes.makeBatchFiles, { token, params: { id: batch.id }, body });
    expect((await files({ execute_on: before })).status).toBe(400);
    expect((await files({})).status).toBe(200);
    await t.app.worker?.drain();
    const [file] = (await good(routes.batchFiles, { params: { id: batch.id } })).rows;
    const { body: text } = await t.call(routes.paymentFile, { token, params: { id: file.id } });
    expect(text).toContain(`<Dt>${after}</Dt>`);

    const close = await t.call(routes.closePeriod, { token, body: { month: day.slice(0, 7), accept_open: true } });
    const next = day.startsWith('2026-11') ? '2026-12-04' : '2027-01-04';
    expect([close.status, close.body.error.message]).toEqual([409, expect.stringContaining(`from ${next} on`)]);

    // the document keeps its day when the workspace moves
    await t.database.asOwner(
      `update tenants set former_zones = jsonb_build_array(jsonb_build_object('time_zone', time_zone, 'until', $2::timestamptz)),
       time_zone = 'UTC' where id = $1`,
      [w.tenantId, new Date(at.getTime() + 60_000)],
    );
    await t.database.asOwner('update documents set file_id = null where id = $1', [draft.id]);
    const drawn = await t.app.database.withTenant(w.tenantId, systemActor, (tx) => sheetOf(tx, w.tenantId, draft.id));
    expect(drawn?.sheet.issuedOn).toBe(day);
  },
);
