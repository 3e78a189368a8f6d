// How a call is read by a mapping, at its edges; test/receipts-agree.test.ts sends whole calls through all who ask.
import { describe, expect, test } from 'vitest';
import type { ClickIdFields } from './click-id.ts';
import { clicksIn, joinMappings, mappedCall, mappedClick, type PostbackMapping } from './postback-mapping.ts';
import { receiptQuery } from './receipt-check.ts';
import { readAmount, readFormatted, unclearParameter } from './receipt-rules.ts';

const nothing: PostbackMapping = { parameters: {}, goals: {}, numbers: null };
const mapping: PostbackMapping = {
  parameters: { tid: 'txn_id', order: 'txn_id', cid: 'click_id', state: 'status', amt: 'sale_amount' },
  goals: { App: 'install', install: 'deeper', None: '' },
  numbers: 'comma',
};
const callOf = (text: string, by: PostbackMapping | null = mapping, clickId = 'ID') => {
  const query = receiptQuery(text);
  return mappedCall({ kind: 'postback', at: 0, clickId, text, read: (name) => query.get(name) }, by);
};

describe('what is read', () => {
  test.each([
    ['tid=5', 'txn_id', '5'],
    ['txn_id=4&tid=4', 'txn_id', '4'],
    ['txn_id=&tid=5', 'txn_id', '5'],
    ['goal=App', 'goal', 'install'],
    // once, never again: what a word means is no word of theirs
    ['goal=install', 'goal', 'deeper'],
    ['goal=None', 'goal', ''],
    ['goal=other', 'goal', 'other'],
    ['goal=toString', 'goal', 'toString'],
    ['__proto__=5', 'txn_id', ''],
    ['amt=EUR 5,00', 'currency', 'EUR'],
    ['amt=EUR 5,00&currency=USD', 'currency', 'USD'],
    ['amt=5,00', 'currency', ''],
    ['camp_id=7', 'camp_id', '7'],
  ] as const)('%s says %s is “%s”', (text, name, value) => {
    expect(callOf(text).read(name)).toBe(value);
  });

  test('without a mapping it is the call itself', () => {
    const call = { kind: 'postback', at: 0, clickId: '', text: 'a=1', read: () => '' } as const;
    expect(mappedCall(call, null)).toBe(call);
  });

  test.each([
    ['tid=5&txn_id=6', true],
    ['txn_id=6&tid=5', true],
    ['tid=5&order=6', true],
    ['tid=5&order=5', false],
    ['tid=5&txn_id=5', false],
    ['tid=5&txn_id=', false],
    ['click_id=garbage&cid=ID', false],
    ['click_id=ID&cid=garbage', false],
    ['state=rejected&Status=approved', true],
    ['Status=rejected', true],
  ])('%s is unclear: %s', (text, isUnclear) => {
    expect(unclearParameter(callOf(text).text, 'postback') !== null).toBe(isUnclear);
  });

  test('an alias is read as far as the parameter that it stands for', () => {
    const long = 'x'.repeat(600);
    expect(callOf(`tid=${long}`).read('txn_id')).toBe(long);
  });
});

describe('the click', () => {
  const fields = (tenant: number, offer = 1): ClickIdFields => ({
    ...{ kind: 'click', timeMs: 0, tenant, offer },
    ...{ publisher: 1, random: 1 },
  });
  const known: Record<string, ClickIdFields> = {
    ours: fields(1),
    another: fields(1),
    elsewhere: fields(1, 2),
    foreign: fields(2),
    shown: { ...fields(1), kind: 'impression' },
  };
  const decode = (id: string) => known[id] ?? null;
  const find = (text: string) =>
    mappedClick(clicksIn(receiptQuery(text), 1, decode), ({ offer }) => (offer === 1 ? mapping : nothing))?.id ?? null;
  test.each([
    ['cid=ours', 'ours'],
    ['cid=+ours', 'ours'],
    ['x=1&cid=ours', 'ours'],
    ['cid=ours&cid=ours', 'ours'],
    ['cid=ours&cid=another', null],
    ['cid=foreign', null],
    ['cid=shown', null],
    ['cid=nobodys', null],
    ['sub1=ours', null],
    ['cid=elsewhere', null],
    ['cid=elsewhere&cid=ours', 'ours'],
    ['token=ours', null],
  ])('%s names %s', (text, id) => {
    expect(find(text)).toBe(id);
  });
});

test('an offer’s own words go before its advertiser’s', () => {
  const own: PostbackMapping = { parameters: { tid: 'goal' }, goals: { App: 'x' }, numbers: 'point' };
  expect(joinMappings(mapping, own)).toEqual({
    parameters: { ...mapping.parameters, tid: 'goal' },
    goals: { ...mapping.goals, App: 'x' },
    numbers: 'point',
  });
  expect([joinMappings(undefined, undefined), joinMappings(mapping, undefined), joinMappings(undefined, own)]).toEqual([
    null,
    mapping,
    own,
  ]);
});

describe('amounts', () => {
  test.each([
    ['1.234,56', 'comma', '1234.56', null],
    ['1234,56', 'comma', '1234.56', null],
    ['1.234', 'comma', '1234', null],
    ['1.234.567,8', 'comma', '1234567.8', null],
    ['12.50', 'comma', null, null],
    ['1.23,4', 'comma', null, null],
    ['1,234.56', 'point', '1234.56', null],
    ['12,50', 'point', null, null],
    ['USD 12.50', 'point', '12.50', 'USD'],
    ['12.50EUR', 'point', '12.50', 'EUR'],
    ['usd 12.50', 'point', '12.50', 'USD'],
    ['USD 12.50 USD', 'point', null, null],
    ['ABC 12.50', 'point', null, null],
    ['-12.50', 'point', null, null],
    ['$12.50', 'point', null, null],
    ['', 'point', null, null],
    ['1e3', 'point', null, null],
  ] as const)('%s as %s is %s', (text, format, decimal, code) => {
    expect(readFormatted(text, format)).toEqual(decimal === null ? null : { decimal, code });
  });

  test.each([
    ['1.234,56', 'comma', 1_234_560_000n],
    ['12.50', 'comma', 'malformed_amount'],
    ['12.50', null, 12_500_000n],
    ['1.234,56', null, 'malformed_amount'],
    ['EUR 5,00', 'comma', 'malformed_amount'],
    ['USD 5,00', 'comma', 5_000_000n],
    ['99.999.999', 'comma', 'amount_out_of_bounds'],
    ['', 'comma', null],
  ] as const)('%s written as %s is %s dollars', (text, format, micros) => {
    expect(readAmount(text, 'USD', format)).toBe(micros);
  });
});
