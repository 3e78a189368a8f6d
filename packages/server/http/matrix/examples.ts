// For tests only: for each route a call that succeeds. A route without one fails the matrix, so none escapes it.
import type { RouteName, RouteSpec } from '@tributary/contract';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { type CallOptions, DEMO_PASSWORD } from '../../testing.ts';
import type { Person, Scene, SignedIn } from './scene.ts';

export interface Moment {
  scene: Scene;
  /** where the call is made */
  subdomain: string;
  session: SignedIn | null;
  /** what `{id}` names, where the route has one */
  targetId: string;
}
type Parts = Pick<CallOptions, 'params' | 'query' | 'body'>;
type Example = (moment: Moment) => Parts | Promise<Parts>;

const nothing: Example = () => ({});
const byId: Example = ({ targetId }) => ({ params: { id: targetId } });
let count = 0;
const newEmail = (): string => `new-${++count}@example.test`;
const GOOD_PASSWORD = 'seven-lanterns-drift';
const newPerson = () => ({ first_name: 'Ines', last_name: 'Okafor', email: newEmail(), password: GOOD_PASSWORD });
const personIn = async ({ scene, subdomain, session }: Moment): Promise<Person> =>
  session?.person ?? scene.addPerson(subdomain, 'publisher');

const accounts = {
  list: nothing,
  export: nothing,
  details: byId,
  approve: byId,
  reject: byId,
  remove: byId,
  restore: byId,
  create: () => ({ body: newPerson() }),
  edit: ({ targetId, session }) => ({
    params: { id: targetId },
    body: {
      data: { id: targetId, first_name: 'Ines', last_name: 'Okafor', email: newEmail() },
      user_id: session?.person.id,
    },
  }),
  loginAs: byId,
  addNote: ({ targetId }) => ({ params: { id: targetId }, body: { text: 'Called, likes shoes.' } }),
  setTags: ({ targetId }) => ({ params: { id: targetId }, body: { tags: ['vip'] } }),
  endSessions: byId,
} satisfies Record<string, Example>;
const named = <Prefix extends string>(prefix: Prefix) =>
  Object.fromEntries(Object.entries(accounts).map(([name, example]) => [`${prefix}.${name}`, example])) as {
    [K in keyof typeof accounts as `${Prefix}.${K}`]: Example;
  };

/** a secret of a one-use step, placed on a row of its own */
async function passwordLink({ scene, subdomain }: Moment): Promise<string> {
  const person = await scene.addPerson(subdomain, 'publisher');
  const link = newSecret();
  const at = scene.t.clock.now();
  await scene.insert('password_links', {
    tenant_id: scene.tenantIdOf(subdomain),
    id: newId(),
    user_id: person.id,
    link_hash: hashSecret(link),
    created_at: at,
    expires_at: new Date(at.getTime() + 60_000),
  });
  return link;
}

async function registration({ scene, subdomain }: Moment): Promise<string> {
  const secret = newSecret();
  await scene.addPerson(subdomain, 'publisher', {
    status: 'pending',
    registration_hash: hashSecret(secret),
    registration_until: new Date(scene.t.clock.now().getTime() + 60_000),
  });
  return secret;
}

export const examples: Partial<Record<RouteName, Example>> = {
  checkSubdomain: () => ({ params: { subdomain: 'demo' } }),
  login: async ({ scene, subdomain }) => ({
    body: { email: (await scene.addPerson(subdomain, 'publisher')).email, password: DEMO_PASSWORD },
  }),
  logout: nothing,
  currentSession: nothing,
  changePassword: () => ({ body: { current_password: DEMO_PASSWORD, new_password: GOOD_PASSWORD } }),
  forgotPassword: async (moment) => ({ body: { email: (await personIn(moment)).email } }),
  resetPassword: async (moment) => ({ body: { link: await passwordLink(moment), password: GOOD_PASSWORD } }),
  freeTrial: () => ({
    body: {
      name: 'Ines Okafor',
      email: newEmail(),
      company: `Lantern ${count} Media`,
      businessType: 'Agency',
      usageType: ['Lead Generation'],
      country: 'pt',
      mobile: '',
      microsoftTeams: '',
    },
  }),
  sendContact: () => ({ body: { name: 'Ines', email: newEmail(), company: '', message: 'Do you ship to Porto?' } }),
  publisherSignup: () => ({ body: newPerson() }),
  advertiserSignup: () => ({ body: newPerson() }),
  publisherRegistration: async (moment) => ({
    body: { registration: await registration(moment), usage_types: ['Lead Generation'] },
  }),
  ...named('publishers'),
  ...named('advertisers'),
  workspace: nothing,
  notifications: nothing,
  readNotifications: nothing,
  quickSearch: () => ({ query: { q: 'quill' } }),
  profile: nothing,
  saveProfile: () => ({
    body: { first_name: 'Ines', last_name: 'Okafor', time_zone: 'Europe/Lisbon', language: 'en' },
  }),
  changeEmail: () => ({ body: { email: newEmail(), password: DEMO_PASSWORD } }),
  sessions: nothing,
  endOwnSession: byId,
  endOtherSessions: nothing,
  company: nothing,
  saveCompany: () => ({ body: { legal_name: 'Lantern Lda', country: 'pt', billing_email: newEmail() } }),
  operatorLogin: async ({ scene }) => {
    const email = newEmail();
    const [known] = await scene.t.database.asOwner<{ hash: string }>(
      `select password_hash as hash from users where email = 'admin@demo.test'`,
    );
    await scene.insert('operators', { id: newId(), email, password_hash: known?.hash, created_at: new Date() });
    return { body: { email, password: DEMO_PASSWORD } };
  },
  operatorLogout: nothing,
  operatorSession: nothing,
  operatorTenants: nothing,
  suspendTenant: byId,
  resumeTenant: byId,
  extendTrial: ({ targetId }) => ({ params: { id: targetId }, body: { days: 7 } }),
  changePlan: ({ targetId }) => ({ params: { id: targetId }, body: { plan: 'advanced', ends_at: null } }),
  contactMessages: nothing,
  handleMessage: byId,
  mailFailures: nothing,
};

/** a fresh thing of the kind that the route's `{id}` names, in that tenant */
export async function makeTarget(
  scene: Scene,
  route: RouteSpec,
  subdomain: string,
  session: SignedIn | null,
): Promise<string> {
  switch (route.names) {
    case undefined:
      return '';
    case 'publisher':
    case 'advertiser': {
      const deleted = route.path.endsWith('/restore') ? { deleted_at: scene.t.clock.now() } : {};
      return (await scene.addPerson(subdomain, route.names, deleted)).id;
    }
    case 'session':
      return (await scene.openSession(session?.person ?? (await scene.addPerson(subdomain, 'publisher')))).sessionId;
    case 'tenant':
      return (await scene.addTenant()).id;
    case 'message': {
      const id = newId();
      const at = scene.t.clock.now();
      await scene.insert('contact_messages', {
        id,
        name: 'Ines',
        email: 'ines@example.test',
        message: 'Hello',
        ip: '127.0.0.1',
        created_at: at,
      });
      return id;
    }
    default:
      throw new Error(`teach makeTarget to make a ${route.names}`);
  }
}
