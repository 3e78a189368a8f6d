// npm run dev: the same parts as npm start, each reloading when its sources change.
import { ensureBuild } from './lib/build.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { checkPortFree, readPort } from './lib/ports.mjs';
import { inRoot, root, tools } from './lib/root.mjs';
import { script } from './lib/say.mjs';
import { withDataDir } from './lib/start.mjs';
import { supervise } from './lib/supervisor.mjs';

const server = inRoot('packages/server/main.ts');
const tracker = inRoot('packages/tracker/main.ts');
const watch = (program, ...options) => [tools.tsx, 'watch', '--clear-screen=false', ...options, program];

script(async () => {
  const webPort = readPort('WEB_PORT', 5173);
  const code = await withDataDir(process.env, [server, tracker, tools.vite], async (place) => {
    await checkPortFree('WEB_PORT', webPort);
    await ensureDependencies();
    // the server serves its pages from there; only their scripts and styles come live from Vite
    await ensureBuild(['web']);
    return supervise({
      ...place,
      cwd: root,
      env: { PUBLIC_ORIGIN: `http://localhost:${webPort}`, ...process.env, NODE_ENV: 'development', DEV: '1' },
      commands: {
        server: watch(server),
        // its uplink is a thread, which no import names
        tracker: watch(tracker, `--include=${inRoot('packages/tracker/**/*.ts')}`),
        web: [tools.vite, inRoot('packages/web'), '--port', String(webPort), '--strictPort'],
      },
      addresses: [`Panel     http://demo.localhost:${webPort}`, `Site      http://localhost:${webPort}`],
    });
  });
  process.exit(code);
});
