// The table of cases, worked out by hand: what a line is, held against what we have, and what is proposed.
import { describe, expect, test } from 'vitest';
import { type Comparison, judgeLine, type Ours, type Theirs } from './judge-line.ts';

const M = 1_000_000n;
const noon = new Date('2026-10-10T12:00:00Z');
const by: Comparison = {
  offerId: null,
  from: new Date('2026-10-01T00:00:00Z'),
  until: new Date('2026-11-01T00:00:00Z'),
  amountIs: 'sale',
  tolerance: 0n,
  rates: [{ base: 'EUR', quote: 'USD', from: '2026-01-01', rateMicros: 1_100_000n }],
};
const ours = (more: Partial<Ours> = {}): Ours => ({
  id: 'a',
  status: 'pending',
  at: noon,
  offerId: 'o',
  publisherId: 'p',
  txnKey: 't1',
  clickId: 'c1',
  currency: 'USD',
  revenue: 10n * M,
  sale: 100n * M,
  saleCurrency: 'USD',
  awaitsSale: false,
  ...more,
});
const theirs = (more: Partial<Theirs> = {}): Theirs => ({
  txnKey: 't1',
  clickId: null,
  status: 'approved',
  code: null,
  micros: 100n * M,
  currency: 'USD',
  at: noon,
  fault: null,
  ...more,
});
type Case = [name: string, said: Theirs, known: Ours[], more: Partial<Comparison>, finding: string, proposal: string];

const cases: Case[] = [
  ['the same', theirs(), [ours()], {}, 'agree', 'approve'],
  ['the same, approved already', theirs(), [ours({ status: 'approved' })], {}, 'agree', 'none'],
  ['a cent more', theirs({ micros: 100n * M + 10_000n }), [ours()], {}, 'amount_differs', 'adjust'],
  ['a cent less', theirs({ micros: 100n * M - 10_000n }), [ours()], {}, 'amount_differs', 'adjust'],
  ['a cent within it', theirs({ micros: 100n * M - 10_000n }), [ours()], { tolerance: 10_000n }, 'agree', 'approve'],
  [
    'a micro beyond it',
    theirs({ micros: 100n * M - 10_001n }),
    [ours()],
    { tolerance: 10_000n },
    'amount_differs',
    'adjust',
  ],
  ['no amount', theirs({ micros: null }), [ours()], {}, 'agree', 'approve'],
  [
    'euros by the day’s rate',
    theirs({ micros: 100n * M, currency: 'EUR' }),
    [ours({ sale: 110n * M })],
    {},
    'agree',
    'approve',
  ],
  ['euros that differ', theirs({ currency: 'EUR' }), [ours()], {}, 'amount_differs', 'adjust'],
  ['no rate', theirs({ currency: 'JPY' }), [ours()], {}, 'unreadable', 'none'],
  [
    'an order’s value at a fixed price',
    theirs({ micros: 7n * M }),
    [ours({ sale: null, saleCurrency: null })],
    {},
    'agree',
    'approve',
  ],
  [
    'the sale that it waits for',
    theirs(),
    [ours({ sale: null, saleCurrency: null, awaitsSale: true })],
    {},
    'amount_differs',
    'adjust',
  ],
  ['what is owed', theirs({ micros: 10n * M }), [ours()], { amountIs: 'revenue' }, 'agree', 'approve'],
  ['what is owed differs', theirs({ micros: 9n * M }), [ours()], { amountIs: 'revenue' }, 'amount_differs', 'adjust'],
  ['rejected', theirs({ status: 'rejected', code: 'returned' }), [ours()], {}, 'theirs_rejected', 'reject'],
  [
    'rejected, approved here',
    theirs({ status: 'rejected', code: 'test' }),
    [ours({ status: 'approved' })],
    {},
    'theirs_rejected',
    'reject',
  ],
  [
    'rejected by both',
    theirs({ status: 'rejected', code: 'test' }),
    [ours({ status: 'rejected' })],
    {},
    'agree',
    'none',
  ],
  ['approved, rejected here', theirs(), [ours({ status: 'rejected' })], {}, 'we_rejected', 'none'],
  ['not decided', theirs({ status: 'pending' }), [ours()], {}, 'undecided', 'none'],
  ['nothing known', theirs({ txnKey: 't9' }), [ours()], {}, 'only_theirs', 'none'],
  ['before the period', theirs({ at: new Date('2026-09-30T23:59:59Z') }), [ours()], {}, 'outside_period', 'none'],
  ['the moment after it', theirs({ at: by.until }), [ours()], {}, 'outside_period', 'none'],
  ['its first moment', theirs({ at: by.from }), [ours()], {}, 'agree', 'approve'],
  ['no time: by ours', theirs({ at: null }), [ours({ at: by.until })], {}, 'outside_period', 'none'],
  ['of another offer', theirs(), [ours()], { offerId: 'x' }, 'outside_period', 'none'],
  ['two have the key', theirs(), [ours(), ours({ id: 'b' })], {}, 'several', 'none'],
  [
    'two have it, one by the click',
    theirs({ clickId: 'c2' }),
    [ours(), ours({ id: 'b', clickId: 'c2' })],
    {},
    'agree',
    'approve',
  ],
  [
    'two have it, one of the offer',
    theirs(),
    [ours(), ours({ id: 'b', offerId: 'x' })],
    { offerId: 'x' },
    'agree',
    'approve',
  ],
  ['by click alone', theirs({ txnKey: null, clickId: 'c1' }), [ours()], {}, 'agree', 'approve'],
  [
    'by click, where ours has no order',
    theirs({ txnKey: 't9', clickId: 'c1' }),
    [ours({ txnKey: null })],
    {},
    'agree',
    'approve',
  ],
  ['the click’s other order', theirs({ txnKey: 't9', clickId: 'c1' }), [ours()], {}, 'only_theirs', 'none'],
  ['unreadable', theirs({ fault: 'unreadable' }), [ours()], {}, 'unreadable', 'none'],
  ['twice', theirs({ fault: 'twice' }), [ours()], {}, 'twice', 'none'],
];

describe('a line is', () => {
  test.each(cases)('%s', (_name, said, known, more, finding, proposal) => {
    expect(judgeLine(said, known, 'none', { ...by, ...more })).toMatchObject({ finding, proposal });
  });
});

test('an id that is not of this workspace is unknown, whoever’s it is', () => {
  const said = theirs({ txnKey: null, clickId: 'zz' });
  expect(judgeLine(said, [], 'unknown', by).finding).toBe('unknown_id');
  expect(judgeLine(said, [], 'ours', by).finding).toBe('only_theirs');
});

test('both amounts and the rate between them are shown', () => {
  expect(judgeLine(theirs({ currency: 'EUR' }), [ours()], 'none', by)).toMatchObject({
    oursMicros: 100n * M,
    oursCurrency: 'USD',
    turned: 110n * M,
    rate: 1_100_000_000_000n,
  });
});
