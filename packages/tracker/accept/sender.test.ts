// Who may speak for an offer. What is not known is refused, by name, and never treated as "no check".
import { createHash } from 'node:crypto';
import type { SnapshotAdvertiser } from '@tributary/contract/tracker/snapshot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as make from '../testing/entities.ts';
import { Harness } from '../testing/harness.ts';

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
const harness = new Harness();

/** an entry as a damaged file or another release may hold it: without that field */
function without(field: keyof SnapshotAdvertiser, number: number): SnapshotAdvertiser {
  const entry: Partial<SnapshotAdvertiser> = make.advertiser({ number });
  delete entry[field];
  return entry as SnapshotAdvertiser;
}

interface Case {
  advertiser: SnapshotAdvertiser | null;
  query: string;
  outcome: [number, string];
}
const refused: [number, string] = [403, 'sender_unknown'];
const recorded: [number, string] = [200, 'recorded'];
const cases: Record<string, Case> = {
  'an advertiser that is not in the snapshot': { advertiser: null, query: '', outcome: refused },
  'an advertiser that is not in the snapshot, with a token': { advertiser: null, query: '&token=x', outcome: refused },
  'a deleted or rejected advertiser': {
    advertiser: make.advertiser({ number: 33, postbackTokenHash: '' }),
    query: '',
    outcome: refused,
  },
  'a deleted or rejected advertiser, with an empty token': {
    advertiser: make.advertiser({ number: 34, postbackTokenHash: '' }),
    query: '&token=',
    outcome: refused,
  },
  'an entry without its token': { advertiser: without('postbackTokenHash', 35), query: '', outcome: refused },
  'an entry without its signature': { advertiser: without('postbackSignature', 36), query: '', outcome: refused },
  'an entry without its networks': { advertiser: without('postbackNetworks', 37), query: '', outcome: refused },
  'networks that nobody can read': {
    advertiser: make.advertiser({ number: 38, postbackNetworks: ['10.0.0.0/99'] }),
    query: '',
    outcome: [403, 'ip_not_allowed'],
  },
  'the wrong token': {
    advertiser: make.advertiser({ number: 39, postbackTokenHash: hash('right') }),
    query: '&token=wrong',
    outcome: [403, 'token_mismatch'],
  },
  'the right token': {
    advertiser: make.advertiser({ number: 40, postbackTokenHash: hash('right') }),
    query: '&token=right',
    outcome: recorded,
  },
  'an advertiser that asks for nothing': { advertiser: make.advertiser({ number: 41 }), query: '', outcome: recorded },
};
const numbered = Object.entries(cases).map(([name, one], at) => ({ name, offer: 100 + at, ...one }));

beforeAll(async () => {
  await harness.start([
    ...make.basics(),
    ...numbered.flatMap(({ offer, advertiser }) => [
      { put: 'offer' as const, value: make.offer({ number: offer, advertiser: advertiser?.number ?? 99 }) },
      ...(advertiser ? [{ put: 'advertiser' as const, value: advertiser }] : []),
    ]),
  ]);
});
afterAll(() => harness.stop());

const clickOn = async (offer: number): Promise<string> => {
  const { headers } = await harness.get(`/click?camp_id=${offer}&publisher_id=2`);
  return new URL(headers.location ?? '').searchParams.get('cid') ?? '';
};

describe('a postback for an offer of', () => {
  test.each(numbered)('$name: $outcome', async ({ offer, query, outcome }) => {
    const id = await clickOn(offer);
    const { status, body } = await harness.get(`/postback?click_id=${id}&txn_id=T${offer}${query}`);
    expect([status, JSON.parse(body).outcome]).toEqual(outcome);
    const row = () => harness.server.rows.find(({ row: { txn_id } }) => txn_id === `T${offer}`)?.row;
    await harness.until(() => row() !== undefined);
    expect(row()?.outcome).toBe(outcome[1]);
  });

  test('an advertiser that is deleted while the tracker runs is refused from then on', async () => {
    const id = await clickOn(10);
    const ask = async () => (await harness.get(`/postback?click_id=${id}`)).status;
    expect(await ask()).toBe(200);
    harness.server.publishPatch([{ drop: 'advertiser', key: '1/3' }]);
    await harness.untilLive();
    expect(await ask()).toBe(403);
    harness.server.publishPatch([{ put: 'advertiser', value: make.advertiser() }]);
    await harness.untilLive();
    expect(await ask()).toBe(200);
  });
});

describe('an offer that was another’s before', () => {
  beforeAll(async () => {
    harness.server.publishPatch([
      { put: 'advertiser', value: make.advertiser({ number: 50, postbackTokenHash: hash('now') }) },
      { put: 'advertiser', value: make.advertiser({ number: 51, postbackTokenHash: hash('before') }) },
      // asks for no proof: nobody can tell that it is the one
      { put: 'advertiser', value: make.advertiser({ number: 52 }) },
      { put: 'advertiser', value: make.advertiser({ number: 53, postbackTokenHash: hash('stranger') }) },
      { put: 'offer', value: make.offer({ number: 150, advertiser: 50, formerAdvertisers: [49, 51, 52] }) },
    ]);
    await harness.untilLive();
  });
  test.each([
    ['now', 200, '50'],
    ['before', 200, '51'],
    ['stranger', 403, '50'],
    ['', 403, '50'],
  ])('the token “%s” is answered %i, and kept as %s’s', async (token, status, advertiser) => {
    const id = await clickOn(150);
    expect((await harness.get(`/postback?click_id=${id}&txn_id=F${token}&token=${token}`)).status).toBe(status);
    const row = () => harness.server.rows.find(({ row: { txn_id } }) => txn_id === `F${token}`)?.row;
    await harness.until(() => row() !== undefined);
    expect(row()?.advertiser).toBe(advertiser);
  });
});

test('a pixel for an offer of an advertiser that is unknown is a picture, and no conversion', async () => {
  const id = await clickOn(100);
  expect((await harness.get(`/pixel.gif?click_id=${id}&txn_id=PX`)).status).toBe(200);
  const row = () => harness.server.rows.find(({ row: { txn_id } }) => txn_id === 'PX')?.row;
  await harness.until(() => row() !== undefined);
  expect(row()?.outcome).toBe('sender_unknown');
});
