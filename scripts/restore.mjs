// npm run restore -- FOLDER: puts a backup back into an empty DATA_DIR and proves that its money adds up.
import { restore } from './lib/backup/restore.mjs';
import { script } from './lib/say.mjs';

script(() => restore(process.argv[2]));
