// How many tests passed, failed and were skipped, and which failed, from what the test runners report.
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/** @typedef {{ file: string, name: string, why?: string }} Named one test, or a whole file that could not be read */
/** @typedef {{ passed: number, failed: number, skipped: number, failures: Named[], unsteady: Named[] }} Tally */

/** @type {Tally} */
export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/**
 * @param {unknown} report Vitest's JSON report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const failures = report.testResults.filter(({ status }) => status === 'failed').flatMap(failuresOfFile);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    unsteady: [],
  };
}

function failuresOfFile({ name, assertionResults, message }) {
  const file = path.relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [{ file, name: message || 'the file itself' }];
  return failed.map(({ fullName, failureMessages }) => ({ file, name: fullName, why: failureMessages?.[0] }));
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats, suites = [] }) {
  const ended = (status) => suites.flatMap((suite) => testsOf(suite, status));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: ended('unexpected'),
    unsteady: ended('flaky'),
  };
}

function testsOf({ specs = [], suites = [] }, status) {
  return [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title, tests }) => ({ file: path.join('test/browser', file), name: title, why: whyOf(tests) })),
    ...suites.flatMap((suite) => testsOf(suite, status)),
  ];
}

/** what its last failed try said */
const whyOf = (tests) =>
  tests.flatMap(({ results = [] }) => results.flatMap(({ error }) => (error?.message ? [error.message] : []))).at(-1);

/**
 * A runner that fails without naming a failed test (it found none, its server did not start, it crashed) counts as one.
 * @param {number} exitCode
 * @param {string} reportFile
 * @param {(report: unknown) => Tally} tally
 * @returns {Tally}
 */
export function tallyRun(exitCode, reportFile, tally) {
  const report = readReport(reportFile);
  const counted = report ? tally(report) : nothing;
  const failed = exitCode !== 0 || !report ? Math.max(counted.failed, 1) : counted.failed;
  const unnamed = failed > counted.failed ? [{ file: 'the runner', name: 'see its output above' }] : [];
  return { ...counted, failed, failures: [...counted.failures, ...unnamed] };
}

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * What counts when the files with failures ran once more, by themselves: what failed twice failed; what passed then
 * passed, but is named as unsteady.
 * @param {Tally} first
 * @param {Tally} second
 * @returns {Tally}
 */
export function afterSecondTry(first, second) {
  const again = new Set(second.failures.map(nameOf));
  const unsteady = first.failures.filter((failure) => !again.has(nameOf(failure)));
  const newly = second.failed - first.failures.filter((failure) => again.has(nameOf(failure))).length;
  return {
    ...first,
    passed: first.passed + unsteady.length - Math.max(newly, 0),
    failed: second.failed,
    failures: second.failures,
    unsteady,
  };
}

const nameOf = ({ file, name }) => `${file}: ${name}`;

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  const sum = (field) => tallies.reduce((total, tally) => total + tally[field], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: tallies.flatMap((tally) => tally.failures),
    unsteady: tallies.flatMap((tally) => tally.unsteady),
  };
}

/** enough to know the cause where only the end of a long output is kept */
const REASON_SIGNS = 1500;
const reasonOf = ({ why }) =>
  why ? `\n${stripVTControlCharacters(why).slice(0, REASON_SIGNS).replaceAll(/^/gm, '    ')}` : '';

/** @param {Tally} tally what failed, and what needed a second try, a line each */
export function nameTroubles({ failures, unsteady }) {
  return [
    ...failures.map((failure) => `FAILED  ${nameOf(failure)}${reasonOf(failure)}`),
    ...unsteady.map((test) => `passed on the second try only: ${nameOf(test)}${reasonOf(test)}`),
  ];
}

/** @param {Tally} tally */
export function describeTally({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
