// The types of the database's tables, read from a migrated throwaway database.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../packages/server/platform/db/migrate.ts';
import { createLog } from '../../packages/server/platform/log.ts';
import { secretFrom } from '../../packages/server/platform/secret.ts';
import { startThrowawayCluster } from './throwaway.mjs';

const codegen = fileURLToPath(new URL('../../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url));

export async function generate(target: URL): Promise<void> {
  const cluster = await startThrowawayCluster();
  try {
    await migrate(cluster.url, secretFrom('0'.repeat(64)), createLog('silent'));
    writeTypes(cluster.url, target);
  } finally {
    await cluster.remove();
  }
}

/** the partitions of a table are not tables of ours: their parent stands for them */
export function writeTypes(url: string, target: URL): void {
  const args = [
    '--url',
    url,
    '--out-file',
    fileURLToPath(target),
    '--dialect',
    'postgres',
    '--exclude-pattern',
    '(schema_migrations|*_p[0-9]*)',
  ];
  execFileSync(process.execPath, [codegen, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}
