// The words that come from outside, as tables: what each means, and what nobody defined.
import { describe, expect, test } from 'vitest';
import {
  plainText,
  type ReceiptPlace,
  readAmount,
  readCurrency,
  readStatus,
  receiptFault,
  txnKey,
  unclearParameter,
  unfilled,
} from './receipt-rules.ts';

describe('status', () => {
  test.each([
    ['approved', 'approved approve accepted Accept CONFIRMED confirm valid validated completed success paid sale 1'],
    ['pending', 'pending hold on-hold on_hold ON HOLD processing waiting new open review in-review authorized 2 5'],
    [
      'rejected',
      'rejected reject declined decline denied cancelled canceled cancel invalid void voided failed trash 3',
    ],
    ['refund', 'refund refunded Refunded chargeback charge-back charged_back reversed reversal returned credit'],
    ['partial_refund', 'partially_refunded partial-refund'],
    ['unknown', 'fraud test spam duplicate 0 4 7 -1 true false yes no approvedd aproved ok? approved;x status'],
  ])('%s: %s', (meaning, words) => {
    const list = words.replace('ON HOLD', 'ON_HOLD').split(' ');
    expect(list.map((word) => [word, readStatus(word)])).toEqual(list.map((word) => [word, meaning]));
  });
  test.each([
    ['', null],
    ['   ', null],
    ['\u200b', null],
    ['  Approved ', 'approved'],
    ['on hold', 'pending'],
    ['charged  back', 'refund'],
    ['app\u200broved', 'approved'],
    ['ａｐｐｒｏｖｅｄ', 'approved'],
    ['constructor', 'unknown'],
    ['__proto__', 'unknown'],
    ['toString', 'unknown'],
  ])('%j means %j', (text, meaning) => expect(readStatus(text)).toBe(meaning));
});

test.each([
  ['', null],
  [' ', null],
  ['USD', 'USD'],
  ['usd', 'USD'],
  [' Inr ', 'INR'],
  ['XOF', 'XOF'],
  ['Rs', 'unknown'],
  ['₹', 'unknown'],
  ['$', 'unknown'],
  ['US$', 'unknown'],
  ['USDT', 'unknown'],
  ['BTC', 'unknown'],
  ['XAU', 'unknown'],
  ['XXX', 'unknown'],
  ['XTS', 'unknown'],
  ['HRK', 'unknown'],
  ['DEM', 'unknown'],
  ['ABC', 'unknown'],
  ['rupees', 'unknown'],
  ['toString', 'unknown'],
])('currency %j is read as %j', (text, code) => expect(readCurrency(text)).toBe(code));

test.each([
  ['', 'USD', null],
  ['0', 'USD', 0n],
  ['49.90', 'USD', 49_900_000n],
  [' 49.90 ', 'USD', 49_900_000n],
  ['10000000', 'USD', 10_000_000_000_000n],
  ['10000000.000001', 'USD', 'amount_out_of_bounds'],
  ['-0.01', 'USD', 'amount_out_of_bounds'],
  ['25000000', 'VND', 25_000_000_000_000n],
  ['10000000001', 'VND', 'amount_out_of_bounds'],
  ['1,234.50', 'USD', 'malformed_amount'],
  ['12,50', 'USD', 'malformed_amount'],
  ['1e3', 'USD', 'malformed_amount'],
  ['$5', 'USD', 'malformed_amount'],
  ['5 USD', 'USD', 'malformed_amount'],
  ['0x10', 'USD', 'malformed_amount'],
  ['1.1234567', 'USD', 'malformed_amount'],
  ['Infinity', 'USD', 'malformed_amount'],
])('amount %s in %s is read as %s', (text, currency, value) => expect(readAmount(text, currency)).toBe(value));

describe('macros that nobody filled in', () => {
  test.each([
    '{txn_id}',
    '{ txn_id }',
    '{{txn_id}}',
    '{{ order.id }}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the text that arrives
    '${txn_id}',
    '#{txn_id}',
    '{%txn_id%}',
    '[txn_id]',
    '[[txn_id]]',
    '%txn_id%',
    '%%TXN_ID%%',
    '#txn_id#',
    '##ORDER##',
    '<txn_id>',
    '<%= order_id %>',
    '$txn_id$',
    '$order_id',
    '__TXN_ID__',
    '*|ORDER|*',
    '@order_id@',
    '%7Btxn_id%7D',
    'shop-{order_id}',
    'shop-[order_id]-7',
    '{transaction-id}',
    'ORDER_ID',
    'CLICK_ID',
    'AMOUNT',
    'null',
    'undefined',
    'NaN',
    '(null)',
    '[object Object]',
  ])('%s', (text) => expect(unfilled(text)).toBe(true));
  test.each([
    '',
    'A-1',
    '1001',
    '#1001',
    '#1001#',
    '{1001}',
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    '{f3504e04f8911d39a0c0305e82c3301a}',
    'A[1]',
    '50%',
    'a_b_c',
    'ch_3Nx0',
    'order_id_77',
    'nullable-1',
    'A<B',
    'x@shop.example',
  ])('%j is a value', (text) => expect(unfilled(text)).toBe(false));
});

describe('one order is one order', () => {
  test.each([
    ['A-1', ' A-1 '],
    ['A-1', 'a-1'],
    ['A-1', 'A\u200b-1'],
    ['A-1', '\ufeffA-1'],
    ['A-1', 'A\u00ad-1'],
    ['A 1', 'A\u00a01'],
    ['A 1', 'A  1'],
    ['Caf\u00e9-1', 'Cafe\u0301-1'],
    ['A1', '\uff21\uff11'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['A-1', 'A-1\ufe0f'],
    ['A-1', '\u3164A-1'],
    ['A-1', '\u202eA-1\u202c'],
  ])('%j and %j are one', (a, b) => expect(txnKey(a)).toBe(txnKey(b)));
  test.each([
    ['A-1', 'A-2'],
    ['A-1', 'A1'],
    ['1', '01'],
    ['А-1', 'A-1'],
  ])('%j and %j are two', (a, b) => expect(txnKey(a)).not.toBe(txnKey(b)));
  test('the form that is kept leaves case alone, for offers where it matters', () => {
    expect(plainText(' A-\u200b1 ')).toBe('A-1');
    expect(plainText('a-1')).not.toBe(plainText('A-1'));
  });
});

describe('the first fault names the outcome', () => {
  const place: ReceiptPlace = {
    kind: 'postback',
    ageMs: 1_000,
    clickLifeMs: 86_400_000,
    isGoal: (token) => token === 'ftd',
    wasGoal: (token) => token === 'former',
    offerCurrency: 'USD',
  };
  const fault = (values: Record<string, string>, change: Partial<ReceiptPlace> = {}) =>
    receiptFault((name) => values[name] ?? '', { ...place, ...change })?.outcome ?? null;
  test.each([
    [{}, {}, null],
    [{ txn_id: 'A', goal: 'ftd', status: 'approved', sale_amount: '5', currency: 'inr' }, {}, null],
    [{ txn_id: '{txn_id}', status: 'nope' }, {}, 'macro_unfilled'],
    [{ goal: '{goal}' }, {}, 'macro_unfilled'],
    [{ goal: 'nope' }, {}, 'goal_unknown'],
    [{ sale_amount: '{sale_amount}' }, {}, 'macro_unfilled'],
    [{ txn_id: 'x'.repeat(255) }, {}, null],
    [{ txn_id: 'x'.repeat(256) }, {}, 'txn_too_long'],
    [{ txn_id: 'é'.repeat(128) }, {}, 'txn_too_long'],
    [{}, { ageMs: 86_400_000 }, null],
    [{}, { ageMs: 86_400_001 }, 'click_expired'],
    // it may be about an order that is known: the judge knows
    [{ status: 'approved' }, { ageMs: 86_400_001 }, null],
    [{ status: 'refund' }, { ageMs: 86_400_001 }, null],
    [{ refund_amount: '5' }, { ageMs: 86_400_001 }, null],
    [{ status: 'approved' }, { ageMs: 86_400_001, kind: 'pixel' }, 'click_expired'],
    [{ goal: 'gone', status: 'refund' }, {}, null],
    [{ goal: 'gone', status: 'rejected' }, {}, null],
    [{ goal: 'gone', status: 'approved' }, {}, 'goal_unknown'],
    [{ goal: '{goal}', status: 'refund' }, {}, 'macro_unfilled'],
    [{ status: 'void?' }, {}, 'status_unknown'],
    [{ status: 'nope' }, { kind: 'pixel' }, null],
    [{ status: 'nope', currency: 'Rs' }, {}, 'status_unknown'],
    [{ currency: 'Rs' }, {}, 'currency_unknown'],
    [{ currency: 'Rs', sale_amount: '8300' }, {}, 'currency_unknown'],
    [{ sale_amount: 'abc' }, {}, 'malformed_amount'],
    [{ sale_amount: '-5' }, {}, 'amount_out_of_bounds'],
    [{ sale_amount: '99999999' }, {}, 'amount_out_of_bounds'],
    [{ sale_amount: '99999999', currency: 'IDR' }, {}, null],
    [{ sale_amount: '99999999' }, { offerCurrency: 'IDR' }, null],
    [{ status: 'refund', refund_amount: 'abc' }, {}, 'malformed_amount'],
    [{ status: 'refund', refund_amount: '-1' }, {}, 'amount_out_of_bounds'],
    [{ status: 'refund' }, {}, null],
    [{ refund_amount: '5' }, {}, null],
    [{ goal: 'former' }, {}, 'goal_unknown'],
    [{ goal: 'former', status: 'approved' }, {}, null],
    [{ goal: 'former', sale_amount: '5' }, {}, null],
    [{ goal: 'former', sale_amount: '5' }, { kind: 'pixel' }, 'goal_unknown'],
    [{ goal: 'former', refund_amount: '5' }, {}, null],
    [{ goal: 'never', sale_amount: '5' }, {}, 'goal_unknown'],
    [{ goal: 'never', refund_amount: '5' }, {}, null],
    [{ status: 'approved', refund_amount: '0' }, {}, null],
    [{ status: 'approved', refund_amount: '5' }, {}, 'parameter_unclear'],
    [{ status: 'rejected', refund_amount: '5' }, {}, 'parameter_unclear'],
    [{ refund_amount: '5' }, { kind: 'pixel' }, 'parameter_unclear'],
    [{ status: 'partially_refunded' }, {}, 'malformed_amount'],
    [{ status: 'partially_refunded', refund_amount: '3' }, {}, null],
  ] as const)('%j %j → %s', (values, change, outcome) => expect(fault(values, change)).toBe(outcome));
});

describe('what is said in a name that nobody reads, or twice with different words, is not taken for "nothing said"', () => {
  const many = (pair: string) => [...Array.from({ length: 64 }, (_, n) => `x${n}=1`), pair].join('&');
  test.each([
    ['status=approved&txn_id=1&sale_amount=5&currency=INR&goal=', null],
    ['', null],
    ['status=approved&status=approved', null],
    ['status=approved&status=+Approved', 'status'],
    ['status=approved&status=rejected', 'status'],
    ['status=&status=rejected', 'status'],
    ['sale_amount=10&sale_amount=1000', 'sale_amount'],
    ['currency=INR&currency=USD', 'currency'],
    ['camp_id=1&camp_id=2', 'camp_id'],
    ['click_id=a&click_id=b', 'click_id'],
    ['Currency=INR', 'Currency'],
    ['STATUS=refund', 'STATUS'],
    ['status[]=approved', 'status[]'],
    ['status%5B0%5D=rejected', 'status[0]'],
    ['st%61tus=rejected', 'status'],
    ['+status=rejected', 'status'],
    ['status%20=rejected', 'status'],
    ['%EF%BD%93tatus=rejected', 'status'],
    ['stat%E2%80%8Bus=rejected', 'status'],
    ['saleAmount=5', 'saleAmount'],
    ['sale-amount=5', 'sale-amount'],
    ['refund.amount=5', 'refund.amount'],
    ['TxnId=5', 'TxnId'],
    ['sale_amount=8300&amp;currency=INR', 'amp;currency'],
    ['txn_id=1&amp;amp;status=rejected', 'amp;amp;status'],
    ['status;=rejected', 'status;'],
    ['c%C3%BCrrency=INR', 'cürrency'],
    ['amp;status=', null],
    // an empty one says nothing
    ['Status=', null],
    ['status=approved&Status=approved', null],
    ['status=approved&Status=rejected', 'Status'],
    // other names are the advertiser's own
    ['order_status=rejected&sub1=status&sales=5', null],
    [many('status=rejected'), 'status'],
    [many('y=1'), null],
  ])('%s: %s', (query, name) => {
    expect(unclearParameter(query, 'postback')?.name ?? null).toBe(name);
  });

  test('a pixel says no status, so none is unclear', () => {
    expect(unclearParameter('status=a&Status=b', 'pixel')).toBeNull();
    expect(unclearParameter('Currency=INR', 'pixel')).toEqual({ name: 'Currency', value: 'INR' });
  });
});
