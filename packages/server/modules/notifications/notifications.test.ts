// A notification is a person's own: told once, read by that person alone, seen by nobody else.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { notify } from './index.ts';

let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await createTestApp();
  w = await createWorld(t);
});
afterAll(() => t.close());

const idOf = async (email: string) =>
  (await t.database.asOwner<{ id: string }>('select id from users where email = $1', [email]))[0]?.id ?? '';
const bell = async (token: string) => {
  const { body } = await t.call(routes.notifications, { token });
  return { unread: body.unread, texts: body.rows.map(({ text }: { text: string }) => text) };
};

test('each person has their own and their own mark of what is read; told again it comes once', async () => {
  const [manager, publisher, advertiser] = await Promise.all(
    ['admin', 'publisher', 'advertiser'].map((role) => t.signIn(`${role}@demo.test`)),
  );
  const [managerId, publisherId] = [await idOf('admin@demo.test'), await idOf('publisher@demo.test')];
  const told = { tenantId: w.tenantId, cause: newId(), kind: 'cap', path: '/x', at: t.clock.now() } as const;
  const tell = (to: string[], text: string) =>
    t.app.database.withTenant(w.tenantId, systemActor, (tx) => notify(tx, { ...told, to, text }));
  expect(await tell([managerId, publisherId], 'For two')).toBe(true);
  expect(await tell([managerId, publisherId], 'For two')).toBe(false);
  expect(await tell([], 'For nobody')).toBe(false);
  expect(await bell(manager?.token ?? '')).toEqual({ unread: 1, texts: ['For two'] });
  expect(await bell(publisher?.token ?? '')).toEqual({ unread: 1, texts: ['For two'] });
  expect(await bell(advertiser?.token ?? '')).toEqual({ unread: 0, texts: [] });
  expect((await t.call(routes.readNotifications, { token: publisher?.token ?? '' })).body).toEqual({ unread: 0 });
  expect(await bell(publisher?.token ?? '')).toEqual({ unread: 0, texts: ['For two'] });
  expect(await bell(manager?.token ?? '')).toEqual({ unread: 1, texts: ['For two'] });
});
