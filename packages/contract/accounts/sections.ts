// What a team member's role opens: the closed list of the console's sections, each with none, read or write. A route names
// its section (route.ts), a role grants sections, an API key is made for some of them: all three speak these words. Zod-free:
// the browser hides by it what the gate would refuse.

export const sections = {
  dashboard: 'Dashboard',
  offers: 'Offers',
  requests: 'Approve Requests',
  coupons: 'Coupons',
  reports: 'Reports',
  conversions: 'Conversions',
  logs: 'Logs',
  affiliates: 'Affiliates',
  advertisers: 'Advertisers',
  billing: 'Billing',
  payouts: 'Payouts',
  fraud: 'Fraud Detection',
  integration: 'Integration',
  tools: 'Tools',
  mailer: 'Mailer',
  team: 'Employee',
  security: 'Security',
  settings: 'Settings',
  developer: 'Developer',
  support: 'Support',
  plan: 'Plan',
  /** everyone's own profile, search and help: no role is without it, else nobody could sign out */
  self: 'Your own account',
} as const;
export type Section = keyof typeof sections;
export const sectionNames = Object.keys(sections) as [Section, ...Section[]];
export const isSection = (value: unknown): value is Section =>
  typeof value === 'string' && Object.hasOwn(sections, value);

/** what a route asks of its section, in rising order */
export const needs = ['read', 'write'] as const;
export type Need = (typeof needs)[number];

/** what a role grants; a section that it does not name is closed */
export type Grants = Readonly<Partial<Record<Section, Need>>>;

/** a GET reads and everything else writes, unless the route says otherwise: a check that is sent by POST reads */
export const needOf = (method: string, stated?: Need): Need => stated ?? (method === 'GET' ? 'read' : 'write');

export const isGranted = (grants: Grants, section: Section, need: Need): boolean =>
  section === 'self' || grants[section] === 'write' || grants[section] === need;

/** what is missing, and whom to ask */
export const sectionRefusal = (role: string, grants: Grants, section: Section, need: Need): string =>
  isGranted(grants, section, 'read') && need === 'write'
    ? `Your role (${role}) may look at ${sections[section]} and change nothing there. Please ask the owner of this workspace for write access.`
    : `Your role (${role}) does not open ${sections[section]}. Please ask the owner of this workspace for ${need} access.`;
