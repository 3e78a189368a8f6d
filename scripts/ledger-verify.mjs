// npm run ledger:verify [-- SUBDOMAIN:SEQUENCE:HASH …]: re-adds every ledger and recomputes its chain; must find nothing.
import { script } from './lib/say.mjs';
import { runServerCommand } from './lib/server-command.mjs';

script(() => runServerCommand('ledger-verify'));
