import { describe, expect, test } from 'vitest';
import { presetNames, rolePresets } from './roles.ts';
import { type Grants, isGranted, isSection, needOf, type Section, sectionNames, sectionRefusal } from './sections.ts';

const grants: Grants = { offers: 'write', reports: 'read' };

test.each<[Section, 'read' | 'write', boolean]>([
  ['offers', 'read', true],
  ['offers', 'write', true],
  ['reports', 'read', true],
  ['reports', 'write', false],
  ['billing', 'read', false],
  ['billing', 'write', false],
  ['self', 'read', true],
  ['self', 'write', true],
])('%s to %s: %s', (section, need, granted) => {
  expect(isGranted(grants, section, need)).toBe(granted);
});

test('a GET reads, everything else writes, and a route may know better', () => {
  expect(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => needOf(method))).toEqual([
    'read',
    'write',
    'write',
    'write',
    'write',
  ]);
  expect([needOf('POST', 'read'), needOf('GET', 'write')]).toEqual(['read', 'write']);
});

test('a refusal names what is missing and whom to ask', () => {
  expect(sectionRefusal('Viewer', grants, 'reports', 'write')).toBe(
    'Your role (Viewer) may look at Reports and change nothing there. Please ask the owner of this workspace for write access.',
  );
  expect(sectionRefusal('Viewer', grants, 'billing', 'read')).toBe(
    'Your role (Viewer) does not open Billing. Please ask the owner of this workspace for read access.',
  );
});

test('words that are no section are none', () => {
  for (const word of ['payroll', 'toString', '__proto__', '', null, 3]) expect(isSection(word)).toBe(false);
  expect(sectionNames.every(isSection)).toBe(true);
});

describe('the presets', () => {
  test('are seven; owner and admin may do everything', () => {
    expect(presetNames).toHaveLength(7);
    for (const section of sectionNames) {
      expect(isGranted(rolePresets.owner.grants, section, 'write')).toBe(true);
      expect(isGranted(rolePresets.admin.grants, section, 'write')).toBe(true);
    }
  });

  // who may change what, read across: the rows that money and trust hang on
  test.each<[Section, string[]]>([
    ['affiliates', ['owner', 'admin', 'affiliate_manager']],
    ['advertisers', ['owner', 'admin', 'advertiser_manager']],
    ['conversions', ['owner', 'admin', 'advertiser_manager', 'fraud_analyst']],
    ['billing', ['owner', 'admin', 'finance']],
    ['payouts', ['owner', 'admin', 'finance']],
    ['team', ['owner', 'admin']],
    ['security', ['owner', 'admin']],
    ['settings', ['owner', 'admin']],
    ['developer', ['owner', 'admin']],
    ['plan', ['owner', 'admin']],
  ])('%s is changed by %j alone', (section, who) => {
    expect(presetNames.filter((preset) => isGranted(rolePresets[preset].grants, section, 'write'))).toEqual(who);
  });

  test('a viewer changes nothing but what is his own, and sees neither the team nor its keys', () => {
    const { grants: viewer } = rolePresets.viewer;
    expect(sectionNames.filter((section) => isGranted(viewer, section, 'write'))).toEqual(['self']);
    const closed = sectionNames.filter((section) => !isGranted(viewer, section, 'read'));
    expect(closed).toEqual(['team', 'security', 'developer', 'plan']);
  });
});
