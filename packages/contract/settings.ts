// Settings of a workspace, section by section: what one holds and how it begins. The server stores, the screens show and reports
// read them by these declarations. What is stored is parsed by them wherever it is read; a field that an older release has not
// written yet is as it begins.
import { z } from 'zod';
import { route, session } from './route.ts';
import { brandSection } from './settings/brand.ts';
import { collectionSection } from './settings/collection.ts';
import { localeSection } from './settings/locale.ts';
import { payingSection } from './settings/paying.ts';
import { paymentSection } from './settings/payment.ts';
import { privacySection, retentionSection } from './settings/privacy.ts';
import { publishersSection } from './settings/publishers.ts';
import { referralsSection } from './settings/referrals.ts';
import { section } from './settings/section.ts';
import { securitySection } from './settings/security.ts';
import { senderSection } from './settings/sender.ts';
import { signupSection } from './settings/signup.ts';
import { trackingSection } from './settings/tracking.ts';

/** publishers are numbers to advertisers unless an account manager opens their names */
const reportsSection = section(
  'reports',
  'Reports',
  { advertisers_see_publishers: z.boolean() },
  { advertisers_see_publishers: false },
);
/** those that the routes below read and save */
const open = [
  reportsSection,
  publishersSection,
  brandSection,
  senderSection,
  signupSection,
  trackingSection,
  privacySection,
  retentionSection,
  localeSection,
  paymentSection,
  referralsSection,
] as const;
/** those with a door of their own: what opens one opens doors to others, too (accounts/security.ts) */
const guarded = [
  securitySection,
  // money follows these: billing/advertisers.ts, billing/paying.ts
  collectionSection,
  payingSection,
] as const;

type Section = (typeof open | typeof guarded)[number];
type Named<Sections extends readonly Section[]> = { [S in Sections[number] as S['name']]: S };
const named = <Sections extends readonly Section[]>(sections: Sections) =>
  Object.fromEntries(sections.map((one) => [one.name, one])) as Named<Sections>;
const openSections = named(open);
export const settingsSections = { ...openSections, ...named(guarded) };

/** every section that is stored */
export type StoredName = keyof typeof settingsSections;
/** every section that Settings' own screens show */
export type SettingsName = keyof typeof openSections;
export type SettingsOf<Name extends StoredName> = z.output<(typeof settingsSections)[Name]['schema']>;
export const storedNames = Object.keys(settingsSections) as [StoredName, ...StoredName[]];
export const settingsNames = Object.keys(openSections) as [SettingsName, ...SettingsName[]];

/** who changed it to this, and when: null where it is as it began */
const stamp = {
  version: z.int(),
  changed_by: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  changed_at: z.int().nullable(),
};
const replyOf = <S extends Section>({ name, schema }: S) =>
  z.object({ section: z.literal<S['name']>(name), value: schema as S['schema'], ...stamp });
type Replies<Sections extends readonly Section[]> = {
  -readonly [At in keyof Sections]: ReturnType<typeof replyOf<Sections[At]>>;
};
const repliesOf = <const Sections extends readonly Section[]>(sections: Sections) =>
  sections.map((one) => replyOf(one)) as unknown as Replies<Sections>;
/** one member for each section: what a section holds is part of its reply */
export const Settings = z.discriminatedUnion('section', repliesOf(open));
export const SettingsChange = z.object({
  /** as it was read: whoever has an older one in front of him is told so */
  version: z.int().min(0),
  /** whole; which section's it must be is said by the address, and that one's schema says what is wrong with it */
  value: z.record(z.string(), z.unknown()),
});

const plain = { wire: 'json', headers: ['subdomain'] } as const;
const access = session(['admin'], { impersonated: 'denied', section: 'settings' });
/** the terms of payment are read by whoever works with money; what they are is the workspace's to say, as all of its settings */
const billing = session(['admin'], { impersonated: 'denied', section: 'billing' });
const bySection = z.object({ section: z.enum(settingsNames) });

export const settingsRoutes = {
  settings: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/{section}',
    summary: 'A section of the workspace’s settings, with its version',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    reply: Settings,
    errors: [],
  }),
  saveSettings: route({
    ...plain,
    method: 'PUT',
    path: '/api/settings/{section}',
    summary: 'Saves a section, whole; 409 if somebody else has saved it since',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    body: SettingsChange,
    reply: Settings,
    // of the sender
    errors: ['conflict', 'password_needed'],
    rates: ['admin-writes'],
  }),
  settingsHistory: route({
    ...plain,
    method: 'GET',
    path: '/api/settings/{section}/history',
    summary: 'The last fifty versions of a section, newest first',
    access,
    params: bySection,
    names: { noId: 'a section out of the closed list' },
    reply: z.object({ rows: z.array(Settings), total: z.int() }),
    errors: [],
  }),
  paymentSettings: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payment-settings',
    summary: 'The terms of payment: cycle, days, hold, minimum, sum for two people',
    access: billing,
    reply: Settings,
    errors: [],
  }),
  paymentSettingsHistory: route({
    ...plain,
    method: 'GET',
    path: '/api/billing/payment-settings/history',
    summary: 'The last fifty versions of the terms of payment, newest first',
    access: billing,
    reply: z.object({ rows: z.array(Settings), total: z.int() }),
    errors: [],
  }),
};
