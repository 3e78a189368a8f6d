// npm test: sets itself up, runs every check and every test, and closes with one line of numbers.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureBuild } from './lib/build.mjs';
import { checkNode } from './lib/check-node.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { whenInterrupted } from './lib/interrupt.mjs';
import { findFreePort, isPortFree } from './lib/ports.mjs';
import { tools } from './lib/root.mjs';
import { runNode } from './lib/run.mjs';
import { PlainError, say, script, secondsSince } from './lib/say.mjs';
import {
  addTallies,
  afterSecondTry,
  describeTally,
  nameTroubles,
  nothing,
  tallyPlaywright,
  tallyRun,
  tallyVitest,
} from './lib/tally.mjs';
import { createThrowawayFolder, startThrowawayCluster } from './lib/throwaway.mjs';

script(async () => {
  const tallies = [];
  for (const stage of [prepare, check, unitTests, browserTests]) {
    const tally = await attempt(stage);
    tallies.push(tally);
    if (stage === prepare && tally.failed) break;
  }
  const total = addTallies(tallies);
  for (const trouble of nameTroubles(total)) console.log(trouble);
  console.log(describeTally(total));
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
});

/** A stage that cannot even begin is one failure; the others still run. */
async function attempt(stage) {
  const startedAt = performance.now();
  try {
    const tally = await stage();
    say(`${stage.name}: ${describeTally(tally)}, ${secondsSince(startedAt)} s`);
    return tally;
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error);
    return { ...nothing, failed: 1, failures: [{ file: 'scripts/test.mjs', name: stage.name }] };
  }
}

async function prepare() {
  checkNode();
  await ensureDependencies();
  return nothing;
}

async function check() {
  const results = await runChecks();
  const passed = results.filter((result) => result.passed).length;
  const failures = results.filter((result) => !result.passed).map(({ name }) => ({ file: 'npm run check', name }));
  return { ...nothing, passed, failed: failures.length, failures };
}

async function unitTests() {
  await ensureBuild();
  say('running Vitest');
  // With DATABASE_URL the tests create databases on that server, but none may take the one it names for its own.
  const { DATABASE_URL, ...env } = process.env;
  const cluster = DATABASE_URL ? undefined : await startThrowawayCluster();
  const forget = whenInterrupted(() => cluster?.remove());
  const run = (/** @type {string[]} */ files) =>
    withReport(tallyVitest, (report) =>
      runNode(tools.vitest, ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], {
        env: { ...env, NODE_ENV: 'test', TEST_CLUSTER_URL: DATABASE_URL ?? cluster?.url },
      }),
    );
  try {
    const first = await run([]);
    const files = [...new Set(first.failures.map(({ file }) => file))].filter((file) => file.endsWith('.ts'));
    if (files.length === 0) return first;
    // as Playwright does: two cores run PostgreSQL, the shipped programs and two workers
    say(`once more, by themselves: ${files.join(', ')}`);
    return afterSecondTry(first, await run(files));
  } finally {
    await cluster?.remove();
    forget();
  }
}

async function browserTests() {
  await ensureBuild();
  const chromium = await ensureBrowser();
  say(`running Playwright with ${chromium}`);
  const env = { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH: chromium, ...(await browserPorts()) };
  return withReport(tallyPlaywright, (report) =>
    runNode(tools.playwright, ['test', '--reporter=list,json'], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  );
}

/** The configured ports, unless another test run on this machine has them. */
async function browserPorts() {
  if (process.env.BROWSER_PORT || ((await isPortFree(4300)) && (await isPortFree(4301)))) return {};
  return { BROWSER_PORT: String(await findFreePort()), BROWSER_TRACKER_PORT: String(await findFreePort()) };
}

async function withReport(tally, run) {
  const folder = await createThrowawayFolder();
  const report = path.join(folder, 'report.json');
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  const forget = whenInterrupted(remove);
  try {
    return tallyRun(await run(report), report, tally);
  } finally {
    remove();
    forget();
  }
}
