// Run after every change of package-lock.json.
//
// A registry need not carry every platform's build of an optional binary package. npm then leaves the absent ones out
// of the lock, and `npm ci` refuses that lock on every machine ("Missing: … from lock file"). An entry with no more
// than version and platform satisfies it, and is never fetched where the platform differs.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRoot } from './lib/root.mjs';

/** @typedef {{ version: string, os?: string[], cpu?: string[], libc?: string[], dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string> }} LockEntry */

/**
 * @param {{ packages: Record<string, LockEntry> }} lock
 * @returns {{ at: string, entry: LockEntry }[]} the entries to add, each with its place in the lock
 */
export function missingLockEntries(lock = readLock()) {
  return Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).flatMap(([name, range]) => {
      const version = range.replace(/^[~^]/, '');
      const places = placesSeenFrom(owner, name);
      const found = places.map((place) => lock.packages[place]).find(Boolean);
      if (found && (found.version === version || /^[~^]/.test(range))) return [];
      const platform = platformOf(name);
      if (!platform) return [];
      // Another version at the top belongs to another owner; ours then has to stand below its own.
      const at = found ? places[0] : places[places.length - 1];
      return [{ at, entry: { version, ...(dev && { dev }), optional: true, ...platform } }];
    }),
  );
}

/** Where node would look for `name` from inside the package at `owner`, nearest first. */
function placesSeenFrom(owner, name) {
  const parents = owner
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return [
    ...parents
      .filter(Boolean)
      .reverse()
      .map((parent) => `${parent}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

function platformOf(name) {
  const match =
    /(linux|darwin|win32|windows|android|freebsd|netbsd|openbsd|sunos|aix|openharmony)(?:-?(arm64|arm|x64|ia32|ppc64|s390x|riscv64|loong64|mips64el))?/.exec(
      name.split('/').pop() ?? name,
    );
  if (!match) return undefined;
  const [, system, cpu] = match;
  const os = [system === 'windows' ? 'win32' : system];
  return { os, ...(cpu && { cpu: [cpu] }), ...(name.includes('musl') && { libc: ['musl'] }) };
}

function readLock() {
  return JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'));
}

function completeLock() {
  const lock = readLock();
  const missing = missingLockEntries(lock);
  for (const { at, entry } of missing) lock.packages[at] = entry;
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  fs.writeFileSync(inRoot('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} platform entries added to package-lock.json`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) completeLock();
