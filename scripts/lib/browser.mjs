// A Chromium for the browser tests: one that is there, else Debian's, else the one Playwright downloads. The headless
// shell comes first: it draws the same pages without the browser's own windows, which cost as much as the pages do.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tools } from './root.mjs';
import { run, runNode } from './run.mjs';
import { PlainError, say } from './say.mjs';

const knownPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @returns {Promise<string>} the path of a Chromium that starts */
export async function ensureBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (starts(chosen)) return chosen;
    throw new PlainError(`CHROMIUM_PATH names ${chosen}, which is not a Chromium that starts.`);
  }
  const found = findInstalled() ?? findDownloaded() ?? (await installFromDebian()) ?? (await downloadWithPlaywright());
  if (found) return found;
  throw new PlainError(
    'The browser tests need Chromium, and it could not be installed here; install it (apt-get install chromium) or set CHROMIUM_PATH.',
  );
}

/** Existing is not enough: Ubuntu's /usr/bin/chromium-browser is a stub that only says to install a snap. */
function starts(file) {
  return fs.existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

/** @returns {string | undefined} */
export function findInstalled() {
  return knownPaths.find(starts);
}

function findDownloaded() {
  const { chromium } = createRequire(tools.playwright)('playwright-core');
  const file = chromium.executablePath();
  return starts(file) ? file : undefined;
}

async function installFromDebian() {
  const asRoot = rootPrefix();
  if (!asRoot || !fs.existsSync('/usr/bin/apt-get')) return undefined;
  say('installing Chromium with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    return run(command, rest, { env, doing: 'installing Chromium' });
  };
  await apt('update', '-qq');
  await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell');
  return findInstalled();
}

/** @returns {string[] | undefined} what to put before a command that needs root; undefined when there is no way */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

async function downloadWithPlaywright() {
  say("downloading Playwright's Chromium");
  await runNode(tools.playwright, ['install', 'chromium'], { doing: 'downloading Chromium' });
  return findDownloaded();
}
