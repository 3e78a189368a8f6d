import { defineConfig } from 'vitest/config';

/** what is awaited comes at once on an idle machine; one that does ten other things takes its time */
const patient = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'programs',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/browser/**'],
          globalSetup: 'test/setup/cluster.ts',
          setupFiles: 'test/setup/put-back.ts',
          // Processes, not threads: @node-rs/argon2 and pg hold native handles, and a crash is then one file's failure.
          pool: 'forks',
          // Files share their worker's modules: importing the server anew for each of them took a fifth of the run. What a
          // file stubs is put back after it (put-back.ts); a module's state that a test changes, it puts back itself.
          isolate: false,
          // one patience for all, enough for a machine that does five other things: a test of its own limit fails there first
          testTimeout: 300_000,
          expect: patient,
          hookTimeout: 300_000,
        },
      },
      {
        // what the browser draws, in a document without a browser: no server, no database
        test: {
          name: 'components',
          include: ['packages/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'packages/web/kit/testing/set-up.ts',
          isolate: false,
          testTimeout: 120_000,
          expect: patient,
        },
      },
    ],
  },
});
