import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../packages/server/platform/testing.ts';
import { writeTypes } from '../scripts/lib/database-types.ts';

test('schema.gen.ts is what the migrations make of the database (else: npm run db:types)', async () => {
  const database = await createTestDatabase();
  const target = path.join(tmpdir(), `tributary-schema-${process.pid}.ts`);
  try {
    writeTypes(database.ownerUrl, pathToFileURL(target));
    const committed = new URL('../packages/server/platform/db/schema.gen.ts', import.meta.url);
    expect(readFileSync(target, 'utf8')).toBe(readFileSync(committed, 'utf8'));
  } finally {
    rmSync(target, { force: true });
    await database.drop();
  }
});
