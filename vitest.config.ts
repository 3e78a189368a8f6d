import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/browser/**'],
    globalSetup: 'test/setup/cluster.ts',
    // Processes, not threads: @node-rs/argon2 and pg hold native handles, and a crash is then one file's failure.
    pool: 'forks',
    maxWorkers: 2,
    // the export of the authorisation matrix drains the worker for every caller
    testTimeout: 300_000,
    hookTimeout: 180_000,
  },
});
