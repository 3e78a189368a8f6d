// npm run operator -- add EMAIL: whoever runs this installation. Works beside a running `npm start` and without one.
import { script } from './lib/say.mjs';
import { runServerCommand } from './lib/server-command.mjs';

script(() => runServerCommand('operator'));
