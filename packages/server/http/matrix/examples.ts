// For tests only: for each route a call that succeeds. A route without one fails the matrix, so none escapes it.
import { idKindOf, type RouteName, type RouteSpec } from '@tributary/contract';
import { hashSecret, newId, newSecret } from '../../platform/ids.ts';
import { type CallOptions, DEMO_PASSWORD } from '../../testing.ts';
import { offerColumns } from '../../testing-offer.ts';
import { billingExamples, makeBillingTarget } from './billing/index.ts';
import { conversionExamples, makeConversionTarget } from './conversion-examples.ts';
import { explainExamples, makeExplainTarget } from './explain-examples.ts';
import { mailExamples } from './mail-examples.ts';
import { proofExamples } from './proof-examples.ts';
import { makeReconciliationTarget } from './reconciliation-examples.ts';
import { makeReportTarget, reportExamples } from './report-examples.ts';
import type { Person, Scene, SignedIn } from './scene.ts';
import { makeSecurityTarget, securityExamples, turnOnTotp } from './security-examples.ts';
import { makeTeamTarget, teamExamples } from './team-examples.ts';
import { makeTesterTarget, testerExamples } from './tester-examples.ts';
import { makeUnmatchedTarget, unmatchedExamples } from './unmatched-examples.ts';

export interface Moment {
  scene: Scene;
  /** where the call is made */
  subdomain: string;
  session: SignedIn | null;
  /** what `{id}` names, where the route has one */
  targetId: string;
}
type Parts = Pick<CallOptions, 'params' | 'query' | 'body'>;
export type Example = (moment: Moment) => Parts | Promise<Parts>;

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
  resetTwoFactor: async ({ scene, subdomain, targetId }) => {
    await turnOnTotp(scene, subdomain, targetId);
    return { params: { id: targetId } };
  },
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

async function emailLink({ scene, subdomain }: Moment): Promise<string> {
  const person = await scene.addPerson(subdomain, 'publisher', { email_unconfirmed: true });
  const link = newSecret();
  const at = scene.t.clock.now();
  await scene.insert('email_links', {
    tenant_id: scene.tenantIdOf(subdomain),
    id: newId(),
    user_id: person.id,
    email: person.email,
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

const EVERY_PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const anOffer = {
  offer_name: 'Lantern loans',
  default_campaign_url: 'https://lantern.example/apply?c={click_id}',
  revenue: '4.5',
  payout: '3',
};
/** an offer form that this account manager may send: the advertiser is in his charge */
async function offerForm({ scene, subdomain, session }: Moment) {
  const number = 500_000 + ++count;
  const charge = session ? { admin_user_email: session.person.email } : {};
  await scene.addPerson(subdomain, 'advertiser', { user_sequence_id: number, ...charge });
  return { ...anOffer, advertiser_id: number };
}
const onOffer =
  (body: unknown): Example =>
  ({ targetId }) => ({ params: { id: targetId }, body });

const offers = {
  createOffer: async (moment) => ({ body: await offerForm(moment) }),
  offers: nothing,
  exportOffers: nothing,
  offer: byId,
  editOffer: async (moment) => ({
    params: { id: moment.targetId },
    body: { ...(await offerForm(moment)), version: 1 },
  }),
  saveOffer: onOffer({ version: 1, caps: [] }),
  setOfferStatus: onOffer({ status: 'paused' }),
  cloneOffer: byId,
  setOfferCaps: onOffer({
    caps: [{ publisher_id: null, metric: 'clicks', period: 'day', limit: '100', action: 'fallback' }],
  }),
  setPayoutRules: onOffer({
    rules: [
      {
        publisher_id: null,
        goal_id: null,
        countries: ['in'],
        source: null,
        from_conversions: 0,
        starts_at: null,
        ends_at: null,
        payout: '1.5',
        payout_percent: null,
        revenue: null,
      },
    ],
  }),
  setTargets: onOffer({ targets: [{ field: 'browser', op: 'in', values: ['chrome'] }] }),
  setCreatives: onOffer({
    creatives: [{ id: null, name: 'Line', kind: 'text', upload_id: null, content: 'Light up.' }],
  }),
  setKpiTargets: onOffer({ targets: [] }),
  warnPublisher: async ({ scene, subdomain, targetId }) => ({
    params: { id: targetId },
    body: { publisher_id: (await scene.addPerson(subdomain, 'publisher')).id, message: 'Too few deposits.' },
  }),
  setPermission: async ({ scene, subdomain, targetId }) => ({
    params: { id: targetId },
    body: { publisher_ids: [(await scene.addPerson(subdomain, 'publisher')).id], state: 'allowed' },
  }),
  offerLink: async ({ scene, subdomain, targetId }) => ({
    params: { id: targetId },
    query: { publisher_id: (await scene.addPerson(subdomain, 'publisher')).id },
  }),
  offerChoices: () => ({ query: { kind: 'offer' } }),
  permissionRequests: nothing,
  decideRequest: onOffer({ allow: true, reason: 'Good traffic.' }),
  upload: () => ({ body: { name: 'pixel.gif', data: EVERY_PIXEL } }),
  campaigns: nothing,
  campaign: byId,
  askForCampaign: onOffer({ traffic: 'Search ads.' }),
  createLink: async ({ scene, subdomain }) => ({
    body: { offer_id: await addOffer(scene, subdomain), params: { p1: 'abc' } },
  }),
  links: nothing,
  exportLinks: nothing,
  advertiserCampaigns: nothing,
  submitBrief: () => ({
    body: {
      title: 'Lantern cards',
      url: 'https://lantern.example/cards',
      revenue: '9',
      budget: null,
      goals: ['Sign-up'],
    },
  }),
} satisfies Record<string, Example>;

/** an active public offer, placed on a row of its own */
export async function addOffer(scene: Scene, subdomain: string): Promise<string> {
  const [id, at] = [newId(), scene.t.clock.now()];
  const advertiser = await scene.addPerson(subdomain, 'advertiser');
  const tenant_id = scene.tenantIdOf(subdomain);
  const money = { revenue_micros: 4_500_000, payout_micros: 3_000_000 };
  await scene.insert('offers', {
    ...offerColumns(at),
    ...money,
    tenant_id,
    id,
    number: 500_000 + ++count,
    title: anOffer.offer_name,
    advertiser_id: advertiser.id,
    default_campaign_url: anOffer.default_campaign_url,
    created_by: advertiser.id,
  });
  const part = { tenant_id, offer_id: id, number: 1, name: 'Default' };
  await scene.insert('offer_goals', { ...part, ...money, token: '' });
  await scene.insert('offer_landing_pages', { ...part, url: anOffer.default_campaign_url });
  return id;
}

export const examples: Partial<Record<RouteName, Example>> = {
  checkSubdomain: () => ({ params: { subdomain: 'demo' } }),
  login: async ({ scene, subdomain }) => ({
    body: { email: (await scene.addPerson(subdomain, 'publisher')).email, password: DEMO_PASSWORD },
  }),
  logout: nothing,
  currentSession: nothing,
  confirmPassword: () => ({ body: { password: DEMO_PASSWORD } }),
  changePassword: () => ({ body: { current_password: DEMO_PASSWORD, new_password: GOOD_PASSWORD } }),
  forgotPassword: async (moment) => ({ body: { email: (await personIn(moment)).email } }),
  confirmEmail: async (moment) => ({ body: { link: await emailLink(moment), password: DEMO_PASSWORD } }),
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
  signupForm: () => ({ params: { kind: 'publisher' } }),
  termsInForce: () => ({ params: { kind: 'advertiser' }, query: { language: 'es' } }),
  terms: nothing,
  exportTerms: nothing,
  termsVersion: byId,
  draftTerms: () => ({ body: { audience: 'publisher', texts: { en: '<p>Be fair.</p>' } } }),
  editTerms: ({ targetId }) => ({
    params: { id: targetId },
    body: { audience: 'publisher', texts: { en: '<p>Be fairer.</p>' } },
  }),
  deleteTerms: byId,
  publishTerms: byId,
  acceptances: nothing,
  exportAcceptances: nothing,
  termsDue: nothing,
  acceptTerms: async ({ scene, subdomain, session }) => {
    const [terms] = await scene.t.database.asOwner<{ id: string }>(
      `select v.id from terms_versions v join users u on u.tenant_id = v.tenant_id and u.type = v.audience
       where v.tenant_id = $1 and u.id = $2 and v.effective_at <= $3 and v.number is not null
       order by v.number desc limit 1`,
      [scene.tenantIdOf(subdomain), session?.person.id ?? newId(), scene.t.clock.now()],
    );
    return { body: { terms_id: terms?.id ?? '', language: 'en' } };
  },
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
  system: nothing,
  changeLog: nothing,
  exportChangeLog: nothing,
  change: byId,
  undoChange: byId,
  accessLog: nothing,
  exportAccessLog: nothing,
  logPeople: () => ({ query: { q: 'quill' } }),
  ownAccesses: nothing,
  ...offers,
  ...conversionExamples,
  ...explainExamples,
  ...unmatchedExamples,
  ...testerExamples,
  ...mailExamples,
  ...reportExamples,
  ...teamExamples,
  ...proofExamples,
  ...securityExamples,
  ...billingExamples,
};

/** a fresh thing of the kind that the route's `{id}` names, in that tenant */
export async function makeTarget(
  scene: Scene,
  route: RouteSpec,
  subdomain: string,
  session: SignedIn | null,
): Promise<string> {
  const kind = idKindOf(route);
  switch (kind) {
    case null:
      return '';
    case 'publisher':
    case 'advertiser': {
      const deleted = route.path.endsWith('/restore') ? { deleted_at: scene.t.clock.now() } : {};
      return (await scene.addPerson(subdomain, kind, deleted)).id;
    }
    case 'session':
      return (await scene.openSession(session?.person ?? (await scene.addPerson(subdomain, 'publisher')))).sessionId;
    case 'terms': {
      const id = newId();
      const at = scene.t.clock.now();
      const texts = JSON.stringify({ en: '<p>Be fair.</p>', es: '', hi: '' });
      const dates = { effective_at: at, created_at: at };
      await scene.insert('terms_versions', {
        tenant_id: scene.tenantIdOf(subdomain),
        id,
        audience: 'publisher',
        texts,
        ...dates,
      });
      return id;
    }
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
    case 'offer':
      return addOffer(scene, subdomain);
    case 'change': {
      const id = newId();
      await scene.insert('audit_log', {
        tenant_id: scene.tenantIdOf(subdomain),
        id,
        at: scene.t.clock.now(),
        actor_kind: 'admin',
        action: 'offer.status-changed',
        object_kind: 'offer',
        object_id: await addOffer(scene, subdomain),
        before: { status: 'paused' },
        after: { status: 'active' },
      });
      return id;
    }
    case 'offer-request': {
      const id = newId();
      await scene.insert('offer_permissions', {
        tenant_id: scene.tenantIdOf(subdomain),
        id,
        offer_id: await addOffer(scene, subdomain),
        publisher_id: (await scene.addPerson(subdomain, 'publisher')).id,
        state: 'requested',
        requested_at: scene.t.clock.now(),
      });
      return id;
    }
    default: {
      const own = route.path.startsWith('/api/publisher/') ? session : null;
      const ownOfPortal = own ?? (route.path.startsWith('/api/advertiser/') ? session : null);
      const made =
        (await makeReportTarget(route, { scene, subdomain, session })) ??
        (await makeTeamTarget(route, scene, subdomain)) ??
        (await makeSecurityTarget(kind, { scene, subdomain, session })) ??
        (await makeConversionTarget(kind, { scene, subdomain, session: own })) ??
        (await makeReconciliationTarget(kind, { scene, subdomain, session: ownOfPortal })) ??
        (await makeExplainTarget(kind, { scene, subdomain, session: own })) ??
        (await makeUnmatchedTarget(kind, { scene, subdomain })) ??
        (await makeTesterTarget(kind, scene, subdomain)) ??
        (await makeBillingTarget(kind, { scene, subdomain, session: ownOfPortal }));
      if (made === undefined) throw new Error(`teach makeTarget to make a ${route.names}`);
      return made;
    }
  }
}
