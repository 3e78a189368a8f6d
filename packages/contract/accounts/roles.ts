// The roles that every workspace has from the start. Which sections each opens is declared here and nowhere else: a row of
// `roles` names its preset, so that a section which a release adds reaches every workspace with that release.
import { type Grants, type Need, type Section, sectionNames } from './sections.ts';

const all = (need: Need): Grants => Object.fromEntries(sectionNames.map((section) => [section, need]));
const grants = (read: readonly Section[], write: readonly Section[]): Grants => ({
  ...Object.fromEntries(read.map((section) => [section, 'read'])),
  ...Object.fromEntries(write.map((section) => [section, 'write'])),
});

export const rolePresets = {
  owner: { name: 'Owner', grants: all('write') },
  admin: { name: 'Admin', grants: all('write') },
  /** finds publishers and keeps them: whom they are, what they may run, what they are owed */
  affiliate_manager: {
    name: 'Affiliate manager',
    grants: grants(
      ['dashboard', 'offers', 'reports', 'conversions', 'logs', 'payouts', 'fraud'],
      ['requests', 'coupons', 'affiliates', 'tools', 'mailer', 'support'],
    ),
  },
  /** brings offers in and settles with advertisers what counted */
  advertiser_manager: {
    name: 'Advertiser manager',
    grants: grants(
      ['dashboard', 'requests', 'reports', 'logs', 'billing', 'fraud'],
      ['offers', 'coupons', 'conversions', 'advertisers', 'integration', 'tools', 'mailer', 'support'],
    ),
  },
  /** bills and pays; what counted is decided by others */
  finance: {
    name: 'Finance',
    grants: grants(
      ['dashboard', 'offers', 'reports', 'conversions', 'logs', 'affiliates', 'advertisers', 'fraud', 'plan'],
      ['billing', 'payouts', 'support'],
    ),
  },
  /** looks into traffic and rejects what is not real */
  fraud_analyst: {
    name: 'Fraud analyst',
    grants: grants(
      ['dashboard', 'offers', 'requests', 'reports', 'logs', 'affiliates', 'advertisers', 'payouts', 'tools'],
      ['conversions', 'fraud', 'support'],
    ),
  },
  /** sees the business; neither who works here nor what opens doors */
  viewer: {
    name: 'Viewer',
    grants: grants(
      sectionNames.filter((section) => !['team', 'security', 'developer', 'plan', 'self'].includes(section)),
      [],
    ),
  },
} as const satisfies Record<string, { name: string; grants: Grants }>;
export type RolePreset = keyof typeof rolePresets;
export const presetNames = Object.keys(rolePresets) as [RolePreset, ...RolePreset[]];
export const isPreset = (value: unknown): value is RolePreset =>
  typeof value === 'string' && Object.hasOwn(rolePresets, value);
