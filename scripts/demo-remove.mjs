// npm run demo:remove: takes away the accounts that the demo made, before the first start under https.
import { script } from './lib/say.mjs';
import { runServerCommand } from './lib/server-command.mjs';

script(() => runServerCommand('demo-remove'));
