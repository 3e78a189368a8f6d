// For tests only: tenants of each standing, and users, sessions and things made for one call each, so that a call that
// ends a session or deletes an account spoils nothing for the next.
import type { Grants } from '@tributary/contract';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import type { CallOptions, TestApp } from '../../testing.ts';
import type { Caller } from './expected.ts';

const HOUR_MS = 3_600_000;
/** the tenant in which a caller lives */
const homes = { open: 'demo', 'read-only': 'lapsed', suspended: 'halted' } as const;
export const homeOf = (caller: Caller): string => homes[caller.tenant ?? 'open'];

export interface Person {
  id: string;
  email: string;
  subdomain: string;
}
export interface SignedIn {
  person: Person;
  sessionId: string;
  token: string;
  cookie: string | null;
}
type Kind = 'admin' | 'publisher' | 'advertiser';

export interface Scene {
  t: TestApp;
  tenantIdOf(subdomain: string): string;
  addTenant(): Promise<{ id: string; subdomain: string }>;
  addPerson(subdomain: string, kind: Kind, columns?: Record<string, unknown>): Promise<Person>;
  /** a role of the workspace's own; its id, for `role_id` */
  addRole(subdomain: string, sections: Grants): Promise<string>;
  openSession(person: Person, columns?: Record<string, unknown>): Promise<SignedIn>;
  signIn(subdomain: string, caller: Caller): Promise<SignedIn | null>;
  /** the operator's cookie */
  operatorCookie(): Promise<string>;
  insert(table: string, row: Record<string, unknown>): Promise<void>;
  /** whoever was added so far is deleted, and the roles with them: a workspace has room for thirty */
  retirePeople(): Promise<void>;
}

export async function createScene(t: TestApp): Promise<Scene> {
  const at = () => t.clock.now();
  const insert: Scene['insert'] = async (table, row) => {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    await t.database.asOwner(
      `insert into ${table} (${names.join(',')}) values (${places.join(',')})`,
      Object.values(row),
    );
  };
  for (const [subdomain, columns] of [
    [homes['read-only'], { plan_ends_at: new Date(at().getTime() - HOUR_MS) }],
    [homes.suspended, { status: 'suspended' }],
  ] as const) {
    await insert('tenants', { id: newId(), subdomain, plan: 'basic', ...columns });
  }
  const tenants = await t.database.asOwner<{ id: string; subdomain: string }>('select id, subdomain from tenants');
  const idBySubdomain = new Map(tenants.map(({ id, subdomain }) => [subdomain, id]));
  const tenantIdOf = (subdomain: string): string => idBySubdomain.get(subdomain) ?? '';
  const [known] = await t.database.asOwner<{ hash: string }>(
    `select password_hash as hash from users where email = 'admin@demo.test'`,
  );
  // terms are in force for everybody; whoever is made here has accepted all that will ever be, unless a caller must
  for (const { id: tenant_id } of tenants) {
    for (const audience of ['publisher', 'advertiser']) {
      const dates = { effective_at: new Date(0), created_at: new Date(0), published_at: new Date(0) };
      const texts = JSON.stringify({ en: '<p>Be fair.</p>', es: '', hi: '' });
      await insert('terms_versions', { tenant_id, id: newId(), audience, number: 1, texts, ...dates });
    }
  }
  const ALL_TERMS = 1_000_000;
  await t.database.asOwner('update users set terms_accepted = $1', [ALL_TERMS]);
  const FIRST_SEQUENCE = 100_000;
  let sequence = FIRST_SEQUENCE;

  const addPerson: Scene['addPerson'] = async (subdomain, kind, columns = {}) => {
    const id = newId(at().getTime());
    const email = `person-${++sequence}@${subdomain}.test`;
    await insert('users', {
      tenant_id: tenantIdOf(subdomain),
      id,
      type: kind,
      user_sequence_id: sequence,
      first_name: 'Mara',
      last_name: 'Quill',
      email,
      // the demo password's hash: making a new one for each call would take most of the run
      password_hash: known?.hash,
      status: 'approved',
      terms_accepted: ALL_TERMS,
      created_at: at(),
      admin_user_email: kind === 'advertiser' ? `admin@${subdomain}.test` : null,
      ...columns,
    });
    return { id, email, subdomain };
  };

  const addRole: Scene['addRole'] = async (subdomain, sections) => {
    const id = newId();
    const row = {
      tenant_id: tenantIdOf(subdomain),
      id,
      name: `Role ${++sequence}`,
      sections: JSON.stringify(sections),
    };
    await insert('roles', row);
    return id;
  };

  const openSession: Scene['openSession'] = async (person, columns = {}) => {
    const [sessionId, token] = [newId(at().getTime()), newSecret()];
    const cookie = columns.parent_session_id ? null : newSecret();
    await insert('sessions', {
      tenant_id: tenantIdOf(person.subdomain),
      id: sessionId,
      user_id: person.id,
      token_hash: hashSecret(token),
      cookie_hash: cookie && hashSecret(cookie),
      remember: false,
      created_at: at(),
      last_seen_at: at(),
      password_entered_at: at(),
      expires_at: new Date(at().getTime() + HOUR_MS),
      ip: '127.0.0.1',
      user_agent: 'matrix',
      ...columns,
    });
    return { person, sessionId, token, cookie };
  };

  const signIn: Scene['signIn'] = async (subdomain, caller) => {
    if (caller.role === null) return null;
    const person = await addPerson(subdomain, caller.role, {
      is_owner: caller.isOwner ?? false,
      must_change_password: caller.mustChangePassword ?? false,
      ...(caller.mustAcceptTerms ? { terms_accepted: 0 } : {}),
    });
    if (!caller.impersonated) return openSession(person);
    const manager = await openSession(await addPerson(subdomain, 'admin'));
    return openSession(person, { parent_session_id: manager.sessionId, actor_user_id: manager.person.id });
  };

  return {
    t,
    tenantIdOf,
    addTenant: async () => {
      const [id, subdomain] = [newId(), `made-${++sequence}`];
      await insert('tenants', { id, subdomain, plan: 'basic', plan_ends_at: new Date(at().getTime() + HOUR_MS) });
      idBySubdomain.set(subdomain, id);
      return { id, subdomain };
    },
    addPerson,
    addRole,
    openSession,
    signIn,
    operatorCookie: async () => {
      const [operatorId, secret] = [newId(), newSecret()];
      const email = `operator-${++sequence}@platform.test`;
      await insert('operators', { id: operatorId, email, password_hash: known?.hash, created_at: at() });
      await insert('operator_sessions', {
        id: newId(),
        operator_id: operatorId,
        token_hash: hashSecret(secret),
        created_at: at(),
        last_seen_at: at(),
        expires_at: new Date(at().getTime() + HOUR_MS),
        ip: '127.0.0.1',
      });
      return secret;
    },
    insert,
    retirePeople: async () => {
      await t.database.asOwner(
        `update users u set deleted_at = $1, role_id = case when u.type = 'admin'
           then (select r.id from roles r where r.tenant_id = u.tenant_id and r.preset = 'viewer') end
         where user_sequence_id > $2 and deleted_at is null`,
        [at(), FIRST_SEQUENCE],
      );
      await t.database.asOwner(
        'delete from roles r where preset is null and not exists (select from users u where u.role_id = r.id)',
      );
    },
  };
}

async function apiKeyOf(scene: Scene, person: Person): Promise<string> {
  const key = `trb_${newSecret()}`;
  await scene.insert('api_keys', {
    tenant_id: scene.tenantIdOf(person.subdomain),
    id: newId(),
    user_id: person.id,
    name: 'matrix',
    scope: 'reports:read',
    key_hash: hashSecret(key),
    hint: 'trb_…test',
    created_at: scene.t.clock.now(),
  });
  return key;
}

/** what a caller sends to show who he is */
export async function credentialsOf(
  scene: Scene,
  caller: Caller,
  session: SignedIn | null,
): Promise<Pick<CallOptions, 'token' | 'cookies'>> {
  if (caller.operator) return { cookies: { '__Host-operator': await scene.operatorCookie() } };
  if (!session) return {};
  if (caller.apiKey) return { token: await apiKeyOf(scene, session.person) };
  return {
    token: session.token,
    cookies: caller.role === 'admin' && session.cookie ? { '__Host-am': session.cookie } : {},
  };
}
