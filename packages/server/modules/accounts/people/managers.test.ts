// Who is in charge of an advertiser: people, whatever their addresses become.
import { routes } from '@tributary/contract';
import { accountList } from '@tributary/contract/accounts/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene, type SignedIn } from '../../../http/matrix/scene.ts';
import { newId } from '../../../platform/ids.ts';
import { createTestApp, type TestApp } from '../../../testing.ts';

let t: TestApp;
let scene: Scene;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
});
afterAll(() => t.close());

const manager = async (): Promise<SignedIn> => scene.openSession(await scene.addPerson('demo', 'admin'));
const addAdvertiser = async (by: SignedIn): Promise<string> => {
  const body = {
    first_name: 'Ada',
    last_name: 'Shop',
    email: `${newId()}@shop.test`,
    password: 'seven-lanterns-drift',
  };
  const reply = await t.call(routes['advertisers.create'], { token: by.token, body });
  expect(reply.status).toBe(200);
  return reply.body.id;
};
const shownTo = async (viewer: SignedIn, id: string): Promise<string | null> =>
  (await t.call(routes['advertisers.details'], { token: viewer.token, params: { id } })).body.admin_user_email;
const choicesOf = async (viewer: SignedIn): Promise<string[]> => {
  const query = { kind: 'own-advertiser' };
  const { body } = await t.call(routes.offerChoices, { token: viewer.token, query });
  return body.rows.map((row: { id: string }) => row.id);
};

test('a manager who changes his address keeps his advertisers', async () => {
  const [mine, other] = [await manager(), await manager()];
  const id = await addAdvertiser(mine);
  expect(await shownTo(other, id)).toBe(mine.person.email);
  await t.database.asOwner('update users set email = $1 where id = $2', ['renamed@demo.test', mine.person.id]);
  expect(await choicesOf(mine)).toEqual([id]);
  expect([await shownTo(mine, id), await shownTo(other, id)]).toEqual(['renamed@demo.test', 'renamed@demo.test']);
  // whoever takes the old address takes no advertiser with it
  const heir = await scene.openSession(await scene.addPerson('demo', 'admin', { email: mine.person.email }));
  expect(await choicesOf(heir)).toEqual([]);
});

test('of several managers each sees himself, anyone else the first', async () => {
  const [first, second, other] = [await manager(), await manager(), await manager()];
  const id = await addAdvertiser(first);
  const row = { tenant_id: scene.tenantIdOf('demo'), account_id: id, user_id: second.person.id };
  await scene.insert('account_managers', { ...row, assigned_at: new Date(t.clock.now().getTime() + 60_000) });
  const shown = [await shownTo(first, id), await shownTo(second, id), await shownTo(other, id)];
  expect(shown).toEqual([first.person.email, second.person.email, first.person.email]);
  expect([await choicesOf(first), await choicesOf(second), await choicesOf(other)]).toEqual([[id], [id], []]);
  const list = await t.call(routes['advertisers.list'], { token: second.token });
  const found = list.body.find((one: { id: string }) => one.id === id);
  expect(found.admin_user_email).toBe(second.person.email);
  // the table's column names him where no text was entered
  expect(accountList.columns.managers.value(found)).toBe(second.person.email);
  await t.database.asOwner('update users set deleted_at = now() where id = $1', [first.person.id]);
  expect(await shownTo(other, id)).toBe(second.person.email);
});

test('an address that the version before wrote is the person who has it, in any case; nobody’s stays to be read', async () => {
  const viewer = await manager();
  const named = await scene.addPerson('demo', 'advertiser', { admin_user_email: viewer.person.email.toUpperCase() });
  const lost = await scene.addPerson('demo', 'advertiser', { admin_user_email: 'gone@demo.test' });
  expect(await choicesOf(viewer)).toEqual([named.id]);
  expect(await shownTo(viewer, lost.id)).toBe('gone@demo.test');
  const acme = await scene.addPerson('acme', 'advertiser', { admin_user_email: viewer.person.email });
  const rows = await t.database.asOwner('select from account_managers where account_id = $1', [acme.id]);
  expect(rows).toEqual([]);
});
