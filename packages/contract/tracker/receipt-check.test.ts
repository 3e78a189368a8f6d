// The order in which a call is refused, at its edges; test/receipts-agree.test.ts sends whole calls through all who ask.
import { expect, test } from 'vitest';
import { callFault, type Known, type ReceiptCall } from './receipt-check.ts';

const ENDS = 1_800_000_000_000;
const known: Known = {
  tenant: { number: 1, servesUntil: ENDS },
  click: null,
  offer: null,
  speaker: () => ({ refused: null }),
};
const callAt = (at: number): ReceiptCall => ({ kind: 'postback', at, clickId: '', text: '', read: () => '' });

test.each([
  ['a moment before its end', ENDS - 1, ENDS, 'missing_click'],
  ['at its end', ENDS, ENDS, 'workspace_closed'],
  ['long after', ENDS * 2, ENDS, 'workspace_closed'],
  ['without an end', ENDS, null, 'missing_click'],
])('a workspace %s', (_when, at, servesUntil, outcome) => {
  expect(callFault(callAt(at), { ...known, tenant: { number: 1, servesUntil } })?.outcome).toBe(outcome);
});
