// npm run check: what can be checked without running anything.
import { checkNode } from './lib/check-node.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { script } from './lib/say.mjs';

script(async () => {
  checkNode();
  await ensureDependencies();
  const results = await runChecks();
  process.exit(results.every(({ passed }) => passed) ? 0 : 1);
});
