// The static checks: types, lint and format, the never-arrows, the catalogues, the completeness of the lock.
import { missingLockEntries } from '../complete-lock.mjs';
import { findViolations, readPackages } from './arrows/arrows.mjs';
import { tools } from './root.mjs';
import { runNode } from './run.mjs';
import { say, secondsSince } from './say.mjs';

const checks = [
  { name: 'types (tsc -b)', run: async () => (await runNode(tools.tsc, ['-b'])) === 0 },
  { name: 'lint and format (biome check)', run: async () => (await runNode(tools.biome, ['check', '.'])) === 0 },
  { name: 'import arrows', run: async () => passes(findViolations(readPackages())) },
  { name: 'words come from the catalogues', run: async () => passes(await wordComplaints()) },
  { name: 'package-lock.json is complete', run: async () => passes(lockComplaints()) },
];

/** @returns {Promise<{ name: string, passed: boolean }[]>} */
export async function runChecks() {
  const results = [];
  for (const { name, run } of checks) {
    const startedAt = performance.now();
    const passed = await run();
    say(`${passed ? 'passed' : 'FAILED'}  ${name}, ${secondsSince(startedAt)} s`);
    results.push({ name, passed });
  }
  return results;
}

function passes(complaints) {
  for (const complaint of complaints) console.error(complaint);
  return complaints.length === 0;
}

async function wordComplaints() {
  // they parse with a dependency, which a fresh clone has only by now
  const { findLiterals } = await import('./literals/literals.mjs');
  const { findMissingValues, readCatalogues } = await import('./literals/values.mjs');
  const { findUntranslatedFaults, readFaults } = await import('./literals/faults.mjs');
  const files = readPackages();
  return [
    ...findLiterals(files),
    ...findMissingValues(files, readCatalogues()),
    ...findUntranslatedFaults(files, readFaults()),
  ];
}

function lockComplaints() {
  return missingLockEntries().map(({ at }) => `package-lock.json lacks ${at}; run node scripts/complete-lock.mjs`);
}
