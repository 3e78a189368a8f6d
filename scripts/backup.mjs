// npm run backup [-- FOLDER]: copies the database, the spools, the secret and all else of DATA_DIR while everything runs.
import { backup } from './lib/backup/backup.mjs';
import { script } from './lib/say.mjs';

script(() => backup(process.argv[2]));
