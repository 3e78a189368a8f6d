// Every screen of a portal, one after the other through its own menu: how long until each stands, and what went wrong
// on the way. The list is the menu's own declaration. Used by the browser tests and by the bench of screens.
import type { Locator, Page } from '@playwright/test';
import { adminMenu } from '../../packages/web/admin/menu.ts';
import { advertiserMenu } from '../../packages/web/advertiser/menu.ts';
import { type Screen, screensOf, tabScreensOf } from '../../packages/web/features/quick-search/screens.ts';
import { publisherMenu } from '../../packages/web/publisher/menu.ts';
import { clippedFigures } from './clipped-figures.ts';
import type { Role } from './support.ts';

export const screensOfRole: Record<Role, readonly Screen[]> = {
  admin: screensOf(adminMenu),
  publisher: screensOf(publisherMenu),
  advertiser: screensOf(advertiserMenu),
};

/** those that only the tabs of another screen lead to */
export const tabScreensOfRole: Record<Role, readonly Screen[]> = {
  admin: tabScreensOf(adminMenu),
  publisher: tabScreensOf(publisherMenu),
  advertiser: tabScreensOf(advertiserMenu),
};

export interface Visit {
  screen: string;
  /** from the press on its entry until nothing on it is loading any more */
  ms: number;
  faults: string[];
}

const STANDS_WITHIN_MS = 30_000;

/** the page must be signed in as this role; `onScreen` may do more with each screen that stands, and says what was wrong */
export async function walkScreens(
  page: Page,
  role: Role,
  onScreen: (screen: Screen) => Promise<string[]> = async () => [],
  screens: readonly Screen[] = screensOfRole[role],
): Promise<Visit[]> {
  const watched = watchFaults(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const visits: Visit[] = [];
  for (const screen of screens) {
    const link = await openEntry(menu, screen);
    watched.take();
    const began = performance.now();
    await link.click();
    const stands = await page
      .waitForFunction(screenStands, screen.path, { polling: 'raf', timeout: STANDS_WITHIN_MS })
      .then(() => true)
      .catch(() => false);
    const ms = performance.now() - began;
    await watched.answered();
    const shown = [
      ...(await page.evaluate(faultsShown)),
      ...(await page.evaluate(clippedFigures)).map((cut) => `cuts ${cut}`),
    ];
    const found = stands ? await onScreen(screen) : [];
    const faults = [...watched.take(), ...shown, ...found];
    if (!stands) faults.push(`does not stand after ${STANDS_WITHIN_MS / 1000} s`);
    visits.push({ screen: screen.path, ms, faults });
  }
  return visits;
}

/** those of them that the reader's own menu has: a role opens some */
export async function screensInMenu(page: Page, screens: readonly Screen[]): Promise<Screen[]> {
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.waitFor();
  const found: Screen[] = [];
  for (const screen of screens) {
    const head = menu.getByRole('button', { name: screen.group, exact: true });
    if (screen.group && (await head.count()) === 0) continue;
    if ((await (await openEntry(menu, screen)).count()) > 0) found.push(screen);
  }
  return found;
}

async function openEntry(menu: Locator, { group, label, path }: Screen): Promise<Locator> {
  // a group may have an entry of the same name
  if (!group) return menu.getByRole('link', { name: label, exact: true }).and(menu.locator(`[href="${path}"]`));
  const head = menu.getByRole('button', { name: group, exact: true });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const list = menu.locator(`[id="${await head.getAttribute('aria-controls')}"]`);
  return list.getByRole('link', { name: label, exact: true });
}

/** in the page: the entry is the current one, the pane has a heading, and nothing in it is still on its way */
function screenStands(path: string): boolean {
  const current = document.querySelector('nav [aria-current="page"]')?.getAttribute('href');
  const pane = document.querySelector('main');
  if (current !== path || !pane?.querySelector('h1, h2')) return false;
  return !pane.querySelector('.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"], [data-stale]');
}

/** in the page: an error where the screen should be, or a pane that is wider than the window */
function faultsShown(): string[] {
  const alerts = [...document.querySelectorAll('main [role="alert"], main[role="alert"]')];
  const faults = alerts.map((alert) => `shows: ${alert.textContent}`);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push(`is ${scrollWidth - clientWidth} px wider than the window`);
  return faults;
}

/** errors of the console, uncaught ones, and calls that failed or were refused */
export function watchFaults(page: Page, expected = /^never$/) {
  let faults: string[] = [];
  const waiting = new Set<unknown>();
  const isCall = (url: string) => new URL(url).pathname.startsWith('/api/');
  page.on('console', (message) => {
    // a reply of 400 or more is noted below, with its address
    const isReply = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isReply && !expected.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    if (isCall(request.url())) waiting.add(request);
  });
  page.on('response', (response) => {
    waiting.delete(response.request());
    if (response.status() >= 400 && !response.headers()['x-refused-by'])
      faults.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    waiting.delete(request);
    // a screen that is left takes its calls back
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') faults.push(`${why} ${request.url()}`);
  });
  return {
    take: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
    answered: async () => {
      for (const until = Date.now() + STANDS_WITHIN_MS; waiting.size > 0 && Date.now() < until; ) {
        await page.waitForTimeout(20);
      }
    },
  };
}
