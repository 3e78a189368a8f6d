// Writes packages/server/platform/db/schema.gen.ts from the migrations: a throwaway cluster, migrated, then read.
// A test fails when the committed file is not what this would write.
import { generate } from './lib/database-types.ts';

await generate(new URL('../packages/server/platform/db/schema.gen.ts', import.meta.url));
