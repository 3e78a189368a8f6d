// npm start: installs, builds, starts PostgreSQL, the server and the tracker, and keeps them running.
import { script } from './lib/say.mjs';
import { start } from './lib/start.mjs';

script(async () => process.exit(await start()));
