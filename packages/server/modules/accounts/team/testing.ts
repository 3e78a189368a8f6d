// For tests only: people of the team in roles of their own, and what they call.
import { type Powers, type RouteSpec, routes } from '@tributary/contract';
import { createScene, type Person, type Scene } from '../../../http/matrix/scene.ts';
import { newId } from '../../../platform/ids.ts';
import { type CallOptions, type CallResult, createTestApp, type TestApp } from '../../../testing.ts';

export interface Colleague extends Person {
  token: string;
  cookie: string;
  roleId: string;
  call(route: RouteSpec, id: string | null, body?: unknown): Promise<CallResult>;
}

export interface TeamScene {
  t: TestApp;
  scene: Scene;
  presetId(preset: string): Promise<string>;
  ownRole(powers: Partial<Powers>): Promise<string>;
  /** signed in */
  colleague(roleId: string): Promise<Colleague>;
  byPreset(preset: string): Promise<Colleague>;
  /** of the mail that went to this address last */
  invitationTo(email: string): Promise<string>;
}

export async function createTeamScene(): Promise<TeamScene> {
  const t = await createTestApp();
  const scene = await createScene(t);
  const presetId: TeamScene['presetId'] = async (preset) => {
    const [row] = await t.database.asOwner<{ id: string }>(
      'select id from roles where tenant_id = $1 and preset = $2',
      [scene.tenantIdOf('demo'), preset],
    );
    if (!row) throw new Error(`there is no ${preset}`);
    return row.id;
  };
  const colleague: TeamScene['colleague'] = async (roleId) => {
    const person = await scene.addPerson('demo', 'admin', { role_id: roleId });
    const { token, cookie } = await scene.openSession(person);
    const call: Colleague['call'] = (route, id, body) => {
      const options: CallOptions = { token, body, ...(id === null ? {} : { params: { id } }) };
      return t.call(route, options);
    };
    return { ...person, token, cookie: cookie ?? '', roleId, call };
  };
  return {
    t,
    scene,
    presetId,
    colleague,
    byPreset: async (preset) => colleague(await presetId(preset)),
    ownRole: async ({ grants = {}, scope, hidden }) => {
      const id = newId();
      await scene.insert('roles', {
        tenant_id: scene.tenantIdOf('demo'),
        id,
        name: `Own ${id}`,
        sections: JSON.stringify(grants),
        ...(scope ? { scope: JSON.stringify(scope) } : {}),
        ...(hidden ? { hidden } : {}),
      });
      return id;
    },
    invitationTo: async (email) => {
      const mails = await t.inbox();
      const mail = mails.find(({ to, text }) => to.includes(email) && text.includes('#invitation='));
      return /#invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    },
  };
}

export const accept = (t: TestApp, link: string, password = 'seven harbour lanterns'): Promise<CallResult> =>
  t.call(routes.resetPassword, { body: { link, password } });
