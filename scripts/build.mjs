// npm run build: what npm start would build, without starting it.
import { ensureBuild } from './lib/build.mjs';
import { checkNode } from './lib/check-node.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { script } from './lib/say.mjs';

script(async () => {
  checkNode();
  await ensureDependencies();
  await ensureBuild();
});
