// Builds what `npm start` runs, each output only when its own sources changed:
// dist/web (static files), dist/server/main.js and dist/tracker/main.js.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { inRoot, root, tools } from './root.mjs';
import { runNode } from './run.mjs';
import { PlainError, say, secondsSince } from './say.mjs';
import { buildVerifyPage } from './verify-page.mjs';

const sharedSources = ['packages/contract', 'package-lock.json', 'tsconfig.base.json', 'scripts/lib/build.mjs'];
const outputs = [
  { name: 'web', sources: ['packages/web', 'packages/verify', 'scripts/lib/verify-page.mjs'], build: buildWeb },
  { name: 'server', sources: ['packages/server', 'scripts/vite'], build: () => buildProgram('server') },
  { name: 'tracker', sources: ['packages/tracker', 'scripts/vite'], build: () => buildProgram('tracker') },
];

/** @param {string[]} [names] all of them unless given */
export async function ensureBuild(names = outputs.map(({ name }) => name)) {
  const wanted = outputs.filter(({ name }) => names.includes(name));
  if (wanted.every(isCurrent)) return;
  fs.mkdirSync(inRoot('dist'), { recursive: true });
  await withLock(inRoot('.build.lock'), async () => {
    for (const output of wanted) if (!isCurrent(output)) await buildOutput(output);
  });
}

async function buildOutput(output) {
  const startedAt = performance.now();
  say(`building the ${output.name}`);
  fs.rmSync(stampFile(output), { force: true });
  const fingerprint = fingerprintOf(output);
  await output.build();
  fs.writeFileSync(stampFile(output), fingerprint);
  say(`built the ${output.name} in ${secondsSince(startedAt)} s`);
}

async function buildWeb() {
  await runTool('web', tools.vite, ['build', 'packages/web']);
  await buildVerifyPage();
  if (!fs.existsSync(inRoot('packages/web/prerender.ts'))) return;
  const target = ['--outDir', '../../dist/prerender', '--emptyOutDir', '--target', 'node20'];
  await runTool('prerenderer', tools.vite, ['build', 'packages/web', '--ssr', 'prerender.ts', ...target]);
  linkPackages('web', 'prerender');
  await runTool('prerendered pages', inRoot('dist/prerender/prerender.js'), []);
}

async function buildProgram(name) {
  await runTool(name, tools.vite, ['build', '--config', `scripts/vite/${name}.config.ts`]);
  linkPackages(name, name);
  const migrations = inRoot('packages', name, 'migrations');
  if (fs.existsSync(migrations)) fs.cpSync(migrations, inRoot('dist', name, 'migrations'), { recursive: true });
}

async function runTool(what, tool, args) {
  const quiet = tool === tools.vite ? ['--logLevel', 'warn'] : [];
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await runNode(tool, [...args, ...quiet], { env, doing: `building the ${what}` });
  if (code !== 0) throw new PlainError(`Building the ${what} failed; the reason is above.`);
}

/**
 * The built program must resolve its packages as its source folder does. npm puts a version that only one workspace
 * wants under that workspace (nodemailer of the server), where dist/ would not look and would find another version.
 */
function linkPackages(workspace, output) {
  const own = inRoot('packages', workspace, 'node_modules');
  const link = inRoot('dist', output, 'node_modules');
  fs.rmSync(link, { force: true, recursive: true });
  if (fs.existsSync(own)) fs.symlinkSync(path.relative(path.dirname(link), own), link, 'junction');
}

const stampFile = (output) => inRoot('dist', `.built-${output.name}`);

function isCurrent(output) {
  const stamp = stampFile(output);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === fingerprintOf(output);
}

function fingerprintOf(output) {
  const hash = createHash('sha256');
  for (const source of [...output.sources, ...sharedSources]) {
    for (const file of filesUnder(inRoot(source))) hash.update(path.relative(root, file)).update(fs.readFileSync(file));
  }
  return hash.digest('hex');
}

/** @returns {string[]} sorted, so that the fingerprint does not depend on the file system */
function filesUnder(place) {
  if (fs.statSync(place).isFile()) return [place];
  return fs
    .readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(path.join(place, entry.name)));
}
