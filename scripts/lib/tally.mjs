// How many tests passed, failed and were skipped, from what the test runners report.
import fs from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * @param {unknown} report Vitest's JSON report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {unknown} report Playwright's JSON report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * A runner that fails without naming a failed test (it found none, its server did not start, it crashed) counts as one.
 * @param {number} exitCode
 * @param {string} reportFile
 * @param {(report: unknown) => Tally} tally
 * @returns {Tally}
 */
export function tallyRun(exitCode, reportFile, tally) {
  const report = readReport(reportFile);
  const counted = report ? tally(report) : { passed: 0, failed: 0, skipped: 0 };
  const failed = exitCode !== 0 || !report ? Math.max(counted.failed, 1) : counted.failed;
  return { ...counted, failed };
}

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Tally[]} tallies
 * @returns {Tally}
 */
export function addTallies(tallies) {
  const sum = (field) => tallies.reduce((total, tally) => total + tally[field], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** @param {Tally} tally */
export function describeTally({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
