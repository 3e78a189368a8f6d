// Who may overrule whom, as a table: every state × every word × every authority (docs/decisions/0020).
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { describe, expect, test } from 'vitest';
import { type Authority, ceilingAfter, effectOf, type Standing, type Word } from '../requests/authority.ts';

const now = new Date('2026-03-10T12:00:00Z');
const later = new Date('2026-03-17T12:00:00Z');
const words: Record<string, Word> = {
  approved: { status: 'approved' },
  pending: { status: 'pending' },
  rejected: { status: 'rejected' },
  refund: { status: 'rejected', isRefund: true },
  larger: { amount: 'larger' },
  smaller: { amount: 'smaller' },
};
const standing = (status: ConversionStatus, decidedBy: Authority, more: Partial<Standing> = {}): Standing => ({
  status,
  decidedBy,
  ceiling: null,
  ceilingBy: null,
  holdUntil: null,
  afterHold: null,
  amountsByHand: false,
  ...more,
});
const limited = (status: ConversionStatus, by: Authority, ceiling: 'pending' | 'rejected' = 'pending') =>
  standing(status, by, { ceiling, ceilingBy: by });
const running = { ceiling: 'pending', ceilingBy: 'hold', holdUntil: later } as const;

const states: Record<string, Standing> = {
  'pending, nobody': standing('pending', 'none'),
  'pending, advertiser': standing('pending', 'advertiser'),
  'pending, over a cap': standing('pending', 'cap'),
  'pending, hold until later, then approved': standing('pending', 'hold', { ...running, afterHold: 'approved' }),
  'pending, hold until later, then pending': standing('pending', 'hold', { ...running, afterHold: 'pending' }),
  'pending, hold until later, then rejected': standing('pending', 'hold', { ...running, afterHold: 'rejected' }),
  'pending, hold ended': standing('pending', 'hold'),
  'pending, fraud': limited('pending', 'fraud'),
  'pending, review': limited('pending', 'review'),
  'pending, manager': limited('pending', 'manager'),
  'pending, amounts by hand': standing('pending', 'none', { amountsByHand: true }),
  'approved, nobody': standing('approved', 'none'),
  'approved, advertiser': standing('approved', 'advertiser'),
  'approved, hold ended': standing('approved', 'hold'),
  'approved, manager': standing('approved', 'manager'),
  'approved, amounts by hand': standing('approved', 'none', { amountsByHand: true }),
  'rejected, nobody': standing('rejected', 'none'),
  'rejected, advertiser': standing('rejected', 'advertiser'),
  'rejected, over a cap': standing('rejected', 'cap'),
  'rejected, too fast': limited('rejected', 'too_fast', 'rejected'),
  'rejected, fraud': limited('rejected', 'fraud', 'rejected'),
  'rejected, hold ended': limited('rejected', 'hold', 'rejected'),
  'rejected, manager': limited('rejected', 'manager', 'rejected'),
  'rejected, refunded': limited('rejected', 'refund', 'rejected'),
  'rejected by the advertiser in a running hold': standing('rejected', 'advertiser', running),
  'rejected by the advertiser under a fraud check': standing('rejected', 'advertiser', {
    ceiling: 'pending',
    ceilingBy: 'fraud',
  }),
  'rejected by the advertiser, hold over': standing('rejected', 'advertiser', { ...running, holdUntil: now }),
};

/** same: nothing; now: takes effect; wait: after the hold; ask: a request; block: a request, not payable meanwhile */
const none = `
                                                 approved pending rejected refund larger smaller
pending, nobody                                  now      same    now      now    now    now
pending, advertiser                              now      same    now      now    now    now
pending, over a cap                              now      same    now      now    now    now
pending, hold until later, then approved         same     wait    now      now    ask    now
pending, hold until later, then pending          wait     same    now      now    ask    now
pending, hold until later, then rejected         wait     wait    now      now    ask    now
pending, hold ended                              now      same    now      now    now    now
pending, fraud                                   ask      same    now      now    ask    now
pending, review                                  ask      same    now      now    ask    now
pending, manager                                 ask      same    now      now    ask    now
pending, amounts by hand                         now      same    block    block  ask    block
approved, nobody                                 same     now     now      now    now    now
approved, advertiser                             same     now     now      now    now    now
approved, hold ended                             same     now     now      now    now    now
approved, manager                                same     block   block    block  ask    block
approved, amounts by hand                        same     block   block    block  ask    block
rejected, nobody                                 now      now     same     now    now    now
rejected, advertiser                             now      now     same     now    now    now
rejected, over a cap                             now      now     same     now    now    now
rejected, too fast                               ask      ask     same     now    ask    now
rejected, fraud                                  ask      ask     same     now    ask    now
rejected, hold ended                             ask      ask     same     now    ask    now
rejected, manager                                ask      ask     same     now    ask    now
rejected, refunded                               ask      ask     same     now    ask    now
rejected by the advertiser in a running hold     wait     now     same     now    ask    now
rejected by the advertiser under a fraud check   ask      now     same     now    ask    now
rejected by the advertiser, hold over            now      now     same     now    now    now
`;
const hold = `
                                                 approved pending rejected refund larger smaller
pending, hold until later, then approved         now      same    now      now    now    now
pending, hold until later, then rejected         now      same    now      now    now    now
pending, fraud                                   ask      same    now      now    ask    now
rejected, too fast                               ask      ask     same     now    ask    now
rejected, hold ended                             now      now     same     now    now    now
rejected, manager                                ask      ask     same     now    ask    now
approved, manager                                same     block   block    block  ask    block
rejected by the advertiser in a running hold     now      now     same     now    now    now
`;
const checks = `
                                                 approved pending rejected refund larger smaller
pending, hold until later, then approved         now      same    now      now    now    now
pending, fraud                                   now      same    now      now    now    now
pending, review                                  now      same    now      now    now    now
rejected, too fast                               now      now     same     now    now    now
rejected, fraud                                  now      now     same     now    now    now
rejected, refunded                               ask      ask     same     now    ask    now
rejected, manager                                ask      ask     same     now    ask    now
pending, manager                                 ask      same    now      now    ask    now
approved, manager                                same     block   block    block  ask    block
`;
const all = `
                                                 approved pending rejected refund larger smaller
rejected, manager                                now      now     same     now    now    now
rejected, refunded                               now      now     same     now    now    now
pending, manager                                 now      same    now      now    now    now
approved, manager                                same     now     now      now    now    now
pending, amounts by hand                         now      same    now      now    now    now
`;

const rowsOf = (table: string) => {
  const [head = '', ...lines] = table.trimEnd().split('\n').slice(1);
  const names = head.trim().split(/\s+/);
  return lines.map((line) => {
    const cells = line.slice(48).trim().split(/\s+/);
    return [line.slice(0, 48).trim(), Object.fromEntries(names.map((name, at) => [name, cells[at]]))] as const;
  });
};
const heard = (authority: Authority, state: Standing | undefined, loosened: 'none' | 'hold' | 'checks' | 'all') =>
  Object.fromEntries(
    Object.entries(words).map(([name, word]) => [
      name,
      state ? effectOf({ authority, loosened, now }, state, word) : 'no such state',
    ]),
  );

test('every state is in the table', () => {
  expect(
    rowsOf(none)
      .map(([name]) => name)
      .sort(),
  ).toEqual(Object.keys(states).sort());
});
for (const [loosened, table] of Object.entries({ none, hold, checks, all })) {
  describe(`an advertiser, where the offer lets it overrule: ${loosened}`, () => {
    test.each(rowsOf(table))('%s', (name, expected) => {
      expect(heard('advertiser', states[name], loosened as 'none')).toEqual(expected);
    });
  });
}

describe('a manager’s word is always the last', () => {
  test.each(Object.entries(states))('%s', (_name, state) => {
    const expected = { approved: 'now', pending: 'now', rejected: 'now', refund: 'now', larger: 'now', smaller: 'now' };
    // to say again what is so already makes it the manager's own
    expect(heard('manager', state, 'none')).toEqual(expected);
  });
});

describe('a check that comes late lowers at once, but not what a manager approved', () => {
  test.each(Object.entries(states))('%s', (name, state) => {
    const expected =
      state.status === 'rejected'
        ? 'same'
        : /manager|by hand/.test(name) && !/^pending, manager/.test(name)
          ? 'block'
          : 'now';
    for (const authority of ['fraud', 'too_fast'] as const) {
      expect(effectOf({ authority, loosened: 'none', now }, state, { status: 'rejected' })).toBe(expected);
    }
  });
});

test.each([
  ['manager', 'rejected', { ceiling: 'rejected', ceilingBy: 'manager' }],
  ['manager', 'pending', { ceiling: 'pending', ceilingBy: 'manager' }],
  ['manager', 'approved', { ceiling: null, ceilingBy: null }],
  ['fraud', 'rejected', { ceiling: 'rejected', ceilingBy: 'fraud' }],
  ['fraud', 'pending', { ceiling: 'pending', ceilingBy: 'fraud' }],
  ['too_fast', 'rejected', { ceiling: 'rejected', ceilingBy: 'too_fast' }],
  ['review', 'pending', { ceiling: 'pending', ceilingBy: 'review' }],
  ['refund', 'rejected', { ceiling: 'rejected', ceilingBy: 'refund' }],
] as const)('what %s says as %s is a ceiling', (authority, status, ceiling) => {
  expect(ceilingAfter(states['pending, nobody'] as Standing, authority, status)).toEqual(ceiling);
});
test('who lowers under a ceiling leaves it where it was', () => {
  expect(ceilingAfter(states['pending, fraud'] as Standing, 'advertiser', 'rejected')).toEqual({
    ceiling: 'pending',
    ceilingBy: 'fraud',
  });
  expect(ceilingAfter(states['pending, manager'] as Standing, 'fraud', 'rejected')).toEqual({
    ceiling: 'pending',
    ceilingBy: 'manager',
  });
  expect(ceilingAfter(states['rejected, too fast'] as Standing, 'refund', 'rejected')).toEqual({
    ceiling: 'rejected',
    ceilingBy: 'too_fast',
  });
});
