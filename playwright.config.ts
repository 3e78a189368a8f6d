import { defineConfig } from '@playwright/test';
import { findInstalled } from './scripts/lib/browser.mjs';

// This file is read again by every worker; what it finds or decides once travels to them in the environment.
process.env.BROWSER_PORT ??= '4300';
process.env.BROWSER_TRACKER_PORT ??= '4301';
process.env.BROWSER_OUTSIDE_PORT ??= '4302';
process.env.CHROMIUM_PATH ??= findInstalled() ?? '';
const { BROWSER_PORT, BROWSER_TRACKER_PORT, BROWSER_OUTSIDE_PORT, CHROMIUM_PATH } = process.env;

export default defineConfig({
  testDir: 'test/browser',
  // half of a test's time is waiting for what the server or the page does next: a third one fills the two cores
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  // two cores run the server, the tracker, PostgreSQL and three browsers: patience, and one more try
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 1,
  use: {
    baseURL: `http://demo.localhost:${BROWSER_PORT}`,
    // one context for a worker's tests, emptied between them: what it has loaded and compiled of the app stays (a quarter of a test's time)
    reuseContext: true,
    // a click sent while the page still glides to its place would miss its mark
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: CHROMIUM_PATH || undefined,
      args: [
        // Chromium refuses its sandbox as root; a container's /dev/shm is too small for it.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // It must not talk to anyone but us.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // a page is open for seconds: compiling it well costs more than it gives (a fifth of the renderer's time)
        '--js-flags=--no-opt --no-maglev --single-threaded-gc',
      ],
    },
  },
  webServer: {
    command: 'exec node test/setup/browser-server.mjs',
    // The tracker is started once the server is ready, so its answer speaks for both.
    url: `http://127.0.0.1:${BROWSER_TRACKER_PORT}/readyz`,
    env: {
      PORT: BROWSER_PORT,
      TRACKER_PORT: BROWSER_TRACKER_PORT,
      PUBLIC_ORIGIN: `http://localhost:${BROWSER_PORT}`,
      RATE_LIMIT_SCALE: '1000',
      // a test says by X-Forwarded-For from where its visitor comes
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SMTP_URL: '',
      // enough for every screen to show something, little enough to be in before the first test looks
      DEMO_HISTORY_DAYS: '2',
      // a publisher's tracker that a test plays
      OUTBOUND_ALLOW: `127.0.0.1:${BROWSER_OUTSIDE_PORT}`,
    },
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
