// Account managers hear of requests: of the first at once, of those soon after it together, an hour later at most.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '../../../platform/clock.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';
import { createWorld, type World } from '../../../testing-world.ts';
import { announceRequests } from './tell-of-requests.ts';

let t: TestApp;
let w: World;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
  token = (await t.signIn('admin@demo.test', { rememberMe: true })).token;
});
afterAll(() => t.close());

const mails = async () => (await t.inbox()).filter(({ subject }) => subject.includes('wait for your answer'));
const bell = async (): Promise<string[]> => {
  const { body } = await t.call(routes.notifications, { token });
  return body.rows
    .filter(({ kind }: { kind: string }) => kind === 'requests')
    .map(({ text }: { text: string }) => text.replace(/:.*/, ''));
};
const anHourLater = async () => {
  t.clock.advance(HOUR_MS);
  await announceRequests(t.database.open('worker'));
};

test('the first is told at once, the next four in one mail; nothing new is not told again; answered ones are not counted', async () => {
  const offer = await w.addOffer({ min_ctit_seconds: 3_600 });
  const ask = async (many: number) => {
    for (let n = 0; n < many; n++) {
      const order = { click_id: w.clickId(offer.number), txn_id: `fast-${t.clock.now().getTime()}` };
      await w.convert(order);
      expect(await w.convert({ ...order, status: 'approved' })).toBe('requested');
    }
  };
  await anHourLater();
  expect(await mails()).toEqual([]);

  await ask(1);
  const first = await mails();
  expect(first.map(({ to }) => to)).toEqual(['admin@demo.test']);
  expect(first[0]?.text).toContain('One conversion waits for your answer');
  expect(first[0]?.text).toContain('/am/reports/conversions/requests?state=open');
  expect(await bell()).toEqual(['One conversion waits for your answer']);

  await ask(4);
  expect(await mails()).toHaveLength(1);
  await anHourLater();
  const second = await mails();
  expect(second).toHaveLength(2);
  expect(second[0]?.text).toContain('5 conversions wait for your answer');

  await anHourLater();
  expect(await mails()).toHaveLength(2);

  const { body } = await t.call(routes.conversionRequests, { token, query: { state: 'open' } });
  for (const { id } of body.rows.slice(0, 3)) {
    const answer = { accept: false, reason: 'Too fast is too fast' };
    expect((await t.call(routes.answerRequest, { token, params: { id }, body: answer })).status).toBe(200);
  }
  await ask(1);
  expect(await mails()).toHaveLength(3);
  expect(await bell()).toEqual([
    '3 conversions wait for your answer',
    '5 conversions wait for your answer',
    'One conversion waits for your answer',
  ]);
});
