import { expect, test } from 'vitest';
import { addTallies, describeTally, tallyPlaywright, tallyRun, tallyVitest } from './tally.mjs';

test('a Vitest file that fails before its first test counts as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [broken, failed],
  };
  expect(tallyVitest(report)).toEqual({ passed: 1, failed: 2, skipped: 3 });
});

test('a Playwright test that passed on a retry passed', () => {
  const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 0 };
  expect(tallyPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 0 });
});

test('a runner that fails without a report is a failure', () => {
  expect(tallyRun(0, '/nowhere/report.json', tallyVitest)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the closing line names skipped tests only when there are any', () => {
  const tally = { passed: 2, failed: 0, skipped: 0 };
  expect(describeTally(tally)).toBe('2 passed, 0 failed');
  expect(describeTally(addTallies([tally, { passed: 1, failed: 1, skipped: 4 }]))).toBe(
    '3 passed, 1 failed, 4 skipped',
  );
});
