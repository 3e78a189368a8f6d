// npm run sbom: every package that this is built from and runs on, as CycloneDX, from the lock file, in dist/sbom.cdx.json.
import fs from 'node:fs';
import path from 'node:path';
import { readNpm } from './lib/npm.mjs';
import { inRoot } from './lib/root.mjs';
import { PlainError, say, script } from './lib/say.mjs';

script(async () => {
  const { code, output } = await readNpm([
    'sbom',
    '--package-lock-only',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ]);
  if (code !== 0) throw new PlainError(`npm sbom ended with exit code ${code}; it needs npm 10 or newer.`);
  const bom = JSON.parse(output);
  // npm names the whole by the folder it lies in
  const { name, version } = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  Object.assign(bom.metadata.component, { name, version });
  const file = inRoot('dist/sbom.cdx.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);
  say(`${bom.components.length} components in ${path.relative(inRoot(), file)}`);
});
