// One PostgreSQL for the whole Vitest run. `npm test` hands one in (it also has to be removed on Ctrl-C); a bare
// `vitest` starts its own. With DATABASE_URL the tests create their databases on that server instead.
import type { TestProject } from 'vitest/node';
import { startThrowawayCluster } from '../../scripts/lib/throwaway.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    clusterUrl: string;
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
  return async () => own?.remove();
}
