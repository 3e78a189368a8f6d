// Words from outside that an offer takes: countries and currencies, each from a closed list; tables of cases.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { type Office, openOffice } from '../testing.ts';

let t: TestApp;
let office: Office;
beforeAll(async () => {
  t = await createTestApp();
  office = await openOffice(t);
});
afterAll(() => t.close());

const post = (change: Record<string, unknown>) =>
  t.call(routes.createOffer, { token: office.admin.token, body: office.form(change) });

describe('geo_coverage', () => {
  test.each([
    [undefined, ['ALL']],
    ['', ['ALL']],
    ['ALL', ['ALL']],
    ['in', ['in']],
    ['in, us ,de', ['in', 'us', 'de']],
  ])('%j is stored as %j', async (geo_coverage, stored) => {
    const { id } = await office.create({ geo_coverage });
    expect((await office.page(id)).fields.geo_coverage).toBe(stored.join(','));
  });

  test.each(['xx', 'in,zz', 'uk', 'eu', 'ALL,in', 'all', 'IN', 'ind', 'in,', 'in,,us', '*'])(
    '%j is refused by name',
    async (geo_coverage) => {
      const reply = await post({ geo_coverage });
      expect(reply.status).toBe(400);
      expect(reply.body.message).toMatch(/^geo_coverage/);
    },
  );

  test('the country that nobody knows is named', async () => {
    expect((await post({ geo_coverage: 'in,zz,us' })).body.message).toBe(
      'geo_coverage names “zz”, which is no country code. It takes ALL, or two-letter codes in lower case such as in,us.',
    );
  });
});

describe('the currency of an offer', () => {
  test.each([
    // currency, advertiser_currency, affiliate_currency → the offer's
    ['USD', 'EUR', 'INR', 'USD'],
    ['EUR', undefined, undefined, 'EUR'],
    ['INR', 'USD', 'USD', 'INR'],
    [undefined, undefined, undefined, 'INR'],
    ['', '', '', 'INR'],
    [undefined, 'EUR', 'EUR', 'EUR'],
    [null, 'USD', 'USD', 'USD'],
    ['', 'INR', 'INR', 'INR'],
    // one of two alone stands beside the other's default, which is USD
    [undefined, 'USD', undefined, 'USD'],
    [undefined, undefined, 'USD', 'USD'],
  ])('currency %j, advertiser’s %j, affiliate’s %j: %s', async (currency, advertiser, affiliate, expected) => {
    const { id } = await office.create({
      currency,
      advertiser_currency: advertiser,
      affiliate_currency: affiliate,
    });
    expect((await office.page(id)).fields).toMatchObject({
      currency: expected,
      advertiser_currency: advertiser || 'USD',
      affiliate_currency: affiliate || 'USD',
    });
  });

  test.each([
    [undefined, 'EUR', 'USD'],
    ['', 'INR', 'USD'],
    [null, 'EUR', undefined],
    [undefined, undefined, 'INR'],
  ])('currency %j with %j and %j cannot be told: 400', async (currency, advertiser, affiliate) => {
    const reply = await post({ currency, advertiser_currency: advertiser, affiliate_currency: affiliate });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      `The advertiser’s currency is ${advertiser || 'USD'} and the affiliate’s is ${affiliate || 'USD'}. Please send currency: revenue and payout are both in it.`,
    ]);
  });

  test('a currency nobody uses is refused', async () => {
    expect((await post({ currency: 'Rs' })).status).toBe(400);
  });
});
