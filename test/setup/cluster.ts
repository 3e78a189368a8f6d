// One PostgreSQL for the whole Vitest run. `npm test` hands one in (it also has to be removed on Ctrl-C); a bare
// `vitest` starts its own. With DATABASE_URL the tests create their databases on that server instead.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startThrowawayCluster } from '../../scripts/lib/throwaway.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
    runName: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_CLUSTER_URL || process.env.DATABASE_URL;
  // No test may take the database that DATABASE_URL names for its own.
  delete process.env.DATABASE_URL;
  const own = given ? undefined : await startThrowawayCluster();
  const clusterUrl = given ?? own?.url ?? '';
  process.env.TEST_CLUSTER_URL = clusterUrl;
  project.provide('clusterUrl', clusterUrl);
  const runName = `tributary_run_${randomBytes(6).toString('hex')}`;
  project.provide('runName', runName);
  return async () => {
    await dropTemplate(clusterUrl, runName);
    await own?.remove();
  };
}

/** on a server that outlives the run nothing of it stays */
async function dropTemplate(clusterUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  // an interrupted run has taken its server away already
  if (
    !(await client.connect().then(
      () => true,
      () => false,
    ))
  )
    return;
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) return;
    await client.query(`alter database ${name} with is_template false`);
    await client.query(`drop database ${name} with (force)`);
  } finally {
    await client.end();
  }
}
