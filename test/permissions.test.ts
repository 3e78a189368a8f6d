import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { permissionTables } from '../scripts/lib/permission-tables.ts';

test.each(permissionTables().map(({ file, text }) => [path.basename(file.pathname), file, text] as const))(
  '%s says who may do what, as the code has it',
  (_, file, text) => {
    expect(text, 'run npm run permissions and review the diff').toBe(readFileSync(file, 'utf8'));
  },
);
