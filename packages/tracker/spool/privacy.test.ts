// What a tracker writes down where a workspace wants less than came: the rows that it ships, and that nothing else changes.
import { deviceDigest, deviceKey } from '@tributary/contract/tracker/privacy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as make from '../testing/entities.ts';
import { Harness } from '../testing/harness.ts';

const harness = new Harness();
const tenant = make.tenant({ privacy: { scope: 'everyone', deviceIds: 'hash' } });
beforeAll(async () => {
  await harness.start([{ put: 'tenant', value: tenant }, ...make.basics().filter(({ put }) => put !== 'tenant')]);
});
afterAll(() => harness.stop());

test('the network stands for the address, a digest for the device; a second click is still a repeat', async () => {
  const ask = () => harness.get('/click?camp_id=10&publisher_id=2&gaid=6D92078A&p1=own');
  await ask();
  await ask();
  const rows = () => harness.server.rows.filter(({ row }) => row.params?.includes('own'));
  await harness.until(() => rows().length === 2);
  for (const { row } of rows()) {
    expect(row.ip).toBe('127.0.0.0');
    expect(JSON.parse(row.params ?? '{}')).toEqual({ p1: 'own', gaid: deviceDigest(deviceKey(tenant.id), '6D92078A') });
  }
  expect(rows().map(({ row }) => row.is_unique)).toEqual(['t', 'f']);
});
