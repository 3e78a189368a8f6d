// Writes packages/contract/permissions.*.txt from the routes' access rules and the roles' presets. A test fails when the
// committed files are not what this would write.
import { writeFileSync } from 'node:fs';
import { permissionTables } from './lib/permission-tables.ts';

for (const { file, text } of permissionTables()) writeFileSync(file, text);
