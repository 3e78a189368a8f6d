import { expect, test } from 'vitest';
import { tabAt } from './page-tabs.tsx';

const tabs = ['/am/bills', '/am/bills/payments', '/am/bills/payments/all', '/am/bills/runs'].map((to) => ({
  to,
  label: to,
}));

test.each([
  ['/am/bills', '/am/bills'],
  ['/am/bills/runs', '/am/bills/runs'],
  ['/am/bills/payments', '/am/bills/payments'],
  ['/am/bills/payments/new', '/am/bills/payments'],
  ['/am/bills/payments/0192', '/am/bills/payments'],
  ['/am/bills/payments/all', '/am/bills/payments/all'],
  ['/am/bills/paymentsoon', '/am/bills'],
  ['/am/offers', undefined],
])('%s is under the tab %s', (pathname, to) => {
  expect(tabAt(tabs, pathname)?.to).toBe(to);
});
