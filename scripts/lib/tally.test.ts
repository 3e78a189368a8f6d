import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './root.mjs';
import {
  addTallies,
  afterSecondTry,
  describeTally,
  nameTroubles,
  nothing,
  tallyPlaywright,
  tallyRun,
  tallyVitest,
} from './tally.mjs';

const named = (name: string) => ({ file: 'a.test.ts', name });

test('a Vitest file that fails before its first test counts as a failure', () => {
  const at = (name: string) => path.join(root, name);
  const broken = { name: at('b.test.ts'), status: 'failed', assertionResults: [], message: 'no such module' };
  const failed = {
    name: at('a.test.ts'),
    status: 'failed',
    assertionResults: [
      { status: 'passed', fullName: 'one' },
      { status: 'failed', fullName: 'two', failureMessages: ['one is not two'] },
    ],
  };
  const report = { numPassedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [broken, failed] };
  expect(tallyVitest(report)).toEqual({
    ...nothing,
    passed: 1,
    failed: 2,
    skipped: 3,
    failures: [
      { file: 'b.test.ts', name: 'no such module' },
      { ...named('two'), why: 'one is not two' },
    ],
  });
});

test('a Playwright test that passed on a retry passed, and is named', () => {
  const spec = (title: string, status: string) => ({
    file: 'x.spec.ts',
    title,
    tests: [{ status, results: [{ error: { message: `${title} at first` } }, { error: undefined }] }],
  });
  const report = {
    stats: { expected: 3, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [
      { specs: [spec('fine', 'expected')], suites: [{ specs: [spec('bad', 'unexpected'), spec('shy', 'flaky')] }] },
    ],
  };
  const file = path.join('test', 'browser', 'x.spec.ts');
  expect(tallyPlaywright(report)).toEqual({
    passed: 4,
    failed: 1,
    skipped: 0,
    failures: [{ file, name: 'bad', why: 'bad at first' }],
    unsteady: [{ file, name: 'shy', why: 'shy at first' }],
  });
});

test('a runner that fails without a report is a failure', () => {
  expect(tallyRun(0, '/nowhere/report.json', tallyVitest)).toMatchObject({ passed: 0, failed: 1 });
});

describe('files with failures run once more', () => {
  const first = { ...nothing, passed: 10, failed: 2, failures: [named('one'), named('two')] };

  test('what passes then passed, and is named as unsteady', () => {
    const second = { ...nothing, passed: 4, failed: 0 };
    expect(afterSecondTry(first, second)).toEqual({
      ...nothing,
      passed: 12,
      unsteady: [named('one'), named('two')],
    });
  });

  test('what fails twice failed', () => {
    const second = { ...nothing, passed: 3, failed: 1, failures: [named('two')] };
    expect(afterSecondTry(first, second)).toEqual({
      ...nothing,
      passed: 11,
      failed: 1,
      failures: [named('two')],
      unsteady: [named('one')],
    });
  });

  test('what fails only then failed, too', () => {
    const second = { ...nothing, passed: 3, failed: 1, failures: [named('three')] };
    expect(afterSecondTry(first, second)).toMatchObject({ passed: 11, failed: 1, failures: [named('three')] });
  });

  test('a second run that breaks down is a failure', () => {
    expect(afterSecondTry(first, { ...nothing, failed: 1 })).toMatchObject({ failed: 1 });
  });
});

test('the closing line names skipped tests only when there are any, and what failed stands above it', () => {
  const tally = { ...nothing, passed: 2, unsteady: [named('shy')] };
  expect(describeTally(tally)).toBe('2 passed, 0 failed');
  const total = addTallies([tally, { ...nothing, passed: 1, failed: 1, skipped: 4, failures: [named('bad')] }]);
  expect(describeTally(total)).toBe('3 passed, 1 failed, 4 skipped');
  expect(nameTroubles(total)).toEqual(['FAILED  a.test.ts: bad', 'passed on the second try only: a.test.ts: shy']);
  const told = { ...nothing, failed: 1, failures: [{ ...named('bad'), why: '\u001b[31mfirst\u001b[39m\nsecond' }] };
  expect(nameTroubles(told)).toEqual(['FAILED  a.test.ts: bad\n    first\n    second']);
});
