// The whole table: status × dates × visibility × permission × terms. Each line says what the publisher gets.
import { describe, expect, test } from 'vitest';
import { campaignState, isAdmitted, mayRun, type OfferStanding, type PermissionStanding } from './visibility.ts';

const now = new Date('2026-11-15T12:00:00Z');
const live: OfferStanding = {
  status: 'active',
  visibility: 'Public',
  startsAt: new Date('2026-11-01T00:00:00Z'),
  endsAt: new Date('2026-12-01T00:00:00Z'),
  requireTerms: false,
  termsVersion: 3,
};
const says = (state: PermissionStanding['state'], rest: Partial<PermissionStanding> = {}): PermissionStanding => ({
  state,
  decided: state !== 'requested',
  termsVersion: null,
  ...rest,
});
const joined = says('allowed', { decided: false });

const cases: [visibility: OfferStanding['visibility'], PermissionStanding | null, string | null][] = [
  ['Public', null, 'open'],
  ['Public', joined, 'allowed'],
  ['Public', says('allowed'), 'allowed'],
  ['Public', says('requested'), 'open'],
  ['Public', says('refused'), 'open'],
  ['Public', says('blocked'), null],
  ['Private', null, null],
  ['Private', joined, null],
  ['Private', says('allowed'), 'allowed'],
  ['Private', says('requested'), null],
  ['Private', says('refused'), null],
  ['Private', says('blocked'), null],
  ['Ask to Permission', null, 'askable'],
  ['Ask to Permission', joined, 'askable'],
  ['Ask to Permission', says('allowed'), 'allowed'],
  ['Ask to Permission', says('requested'), 'requested'],
  ['Ask to Permission', says('refused'), 'refused'],
  ['Ask to Permission', says('blocked'), null],
];

describe('a live offer', () => {
  test.each(cases)('%s with permission %o is %s to the publisher', (visibility, permission, state) => {
    expect(campaignState({ ...live, visibility }, permission, now)).toBe(state);
  });

  test.each(cases)(
    '%s with permission %o: the tracker lets through exactly those who may run it',
    (visibility, permission, state) => {
      expect(isAdmitted({ ...live, visibility }, permission)).toBe(state === 'open' || state === 'allowed');
    },
  );
});

describe('an offer that is not live is seen by nobody, whatever was permitted', () => {
  const standings: [string, Partial<OfferStanding>][] = [
    ['paused', { status: 'paused' }],
    ['pending', { status: 'pending' }],
    ['not begun', { startsAt: new Date(now.getTime() + 1) }],
    ['ended', { endsAt: now }],
  ];
  test.each(standings)('%s', (_, change) => {
    for (const [visibility, permission] of cases) {
      expect(campaignState({ ...live, ...change, visibility }, permission, now)).toBeNull();
    }
  });
  test('its first moment counts, its last does not', () => {
    expect(campaignState({ ...live, startsAt: now }, null, now)).toBe('open');
    expect(campaignState({ ...live, endsAt: new Date(now.getTime() + 1) }, null, now)).toBe('open');
  });
});

describe('required terms', () => {
  const strict = { ...live, requireTerms: true };
  test.each([
    ['Public', null, 'askable'],
    ['Public', says('allowed', { decided: false, termsVersion: 3 }), 'allowed'],
    ['Public', says('allowed', { decided: false, termsVersion: 2 }), 'askable'],
    ['Private', says('allowed'), 'askable'],
    ['Private', says('allowed', { termsVersion: 3 }), 'allowed'],
    ['Private', says('allowed', { termsVersion: 2 }), 'askable'],
    ['Ask to Permission', says('allowed', { termsVersion: 3 }), 'allowed'],
    ['Ask to Permission', says('allowed', { termsVersion: 1 }), 'askable'],
    ['Ask to Permission', says('requested', { termsVersion: 3 }), 'requested'],
    ['Public', says('blocked', { termsVersion: 3 }), null],
  ] as const)('%s with %o is %s', (visibility, permission, state) => {
    expect(campaignState({ ...strict, visibility }, permission, now)).toBe(state);
    expect(isAdmitted({ ...strict, visibility }, permission)).toBe(mayRun(state));
  });
});
