// A notification is a person's own: told once, read by that person alone, seen by nobody else.
import { routes } from '@tributary/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { createWorld, type World } from '../../testing-world.ts';
import { type Sentence, sentence } from '../../words/sentences.ts';
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
  const tell = (to: string[], text: Sentence) =>
    t.app.database.withTenant(w.tenantId, systemActor, (tx) => notify(tx, { ...told, to, text }));
  const two = sentence('late-lots.found', { count: 2 });
  const text = '2 lots of clicks or impressions came too late to be booked: please decide.';
  expect(await tell([managerId, publisherId], two)).toBe(true);
  expect(await tell([managerId, publisherId], two)).toBe(false);
  expect(await tell([], two)).toBe(false);
  expect(await bell(manager?.token ?? '')).toEqual({ unread: 1, texts: [text] });
  expect(await bell(publisher?.token ?? '')).toEqual({ unread: 1, texts: [text] });
  expect(await bell(advertiser?.token ?? '')).toEqual({ unread: 0, texts: [] });
  expect((await t.call(routes.readNotifications, { token: publisher?.token ?? '' })).body).toEqual({ unread: 0 });
  expect(await bell(publisher?.token ?? '')).toEqual({ unread: 0, texts: [text] });
  expect(await bell(manager?.token ?? '')).toEqual({ unread: 1, texts: [text] });
});

test('it is told in the language of its reader, also one who changes it; what was told before sentences were kept stays', async () => {
  const { token } = await t.signIn('advertiser@demo.test');
  const id = await idOf('advertiser@demo.test');
  const cap = { period: sentence('cap.period.day'), metric: sentence('cap.metric.clicks'), amount: '1,000' };
  const text = sentence('cap.reached', { ...cap, offer: 'Lantern', number: 7 });
  const told = { tenantId: w.tenantId, to: [id], kind: 'cap', path: '/x', at: t.clock.now() } as const;
  await t.app.database.withTenant(w.tenantId, systemActor, (tx) => notify(tx, { ...told, cause: newId(), text }));
  const old = [w.tenantId, newId(), id, newId(), new Date(t.clock.now().getTime() - 1_000)];
  await t.database.asOwner(
    `insert into notifications (tenant_id, id, user_id, cause, at, kind, text, path) values ($1, $2, $3, $4, $5, 'cap', 'As it was', '/x')`,
    old,
  );
  const spoken: string[][] = [];
  for (const language of ['en', 'es', 'hi']) {
    await t.database.asOwner('update users set language = $2 where id = $1', [id, language]);
    spoken.push((await bell(token)).texts);
  }
  expect(spoken).toEqual([
    ['Lantern (7) has reached its daily cap of 1,000 on clicks.', 'As it was'],
    ['Lantern (7) ha alcanzado su límite diario de 1,000 en clics.', 'As it was'],
    ['Lantern (7) की क्लिक पर 1,000 की दैनिक कैप पूरी हो गई है।', 'As it was'],
  ]);
});
