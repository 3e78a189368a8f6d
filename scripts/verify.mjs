// npm run verify -- FOLDER: reads every byte of a backup, restores it aside, starts its database and verifies the ledgers.
import { verify } from './lib/backup/verify.mjs';
import { script } from './lib/say.mjs';

script(() => verify(process.argv[2]));
