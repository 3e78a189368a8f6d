// Every figure of every dashboard is pressed, and what opens has the same figure: the same period, filter and rounding.
import type { Page } from '@playwright/test';
import { expect, onlyInShort, signIn, test } from './support.ts';

const homes = {
  admin: '/am/dashboard',
  publisher: '/publisher/dashboard',
  advertiser: '/advertiser/dashboard',
} as const;

/** the total of a report, by its name */
const total = (name: string) => (page: Page) =>
  page
    .locator('main dl[aria-label="Totals"] > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd')
    .first();
/** how many rows a list says it has */
const rows = (page: Page) => page.locator('main').getByText(/^[\d,]+ campaigns?$/);

const behind: Record<keyof typeof homes, Record<string, (page: Page) => ReturnType<typeof rows>>> = {
  admin: Object.fromEntries(
    ['Conversions', 'Impressions', 'Clicks', 'Revenue', 'Payout', 'Profit'].map((name) => [name, total(name)]),
  ),
  publisher: {
    'Total Clicks': total('Clicks'),
    'Total Conversions': total('Conversions'),
    'Total Revenue': total('Earnings'),
    'Active Campaigns': rows,
  },
  advertiser: {
    'Total Campaigns': rows,
    'Total Impressions': total('Impressions'),
    'Total Conversions': total('Conversions'),
    'Total Spent': total('Spend'),
  },
};

for (const role of ['admin', 'publisher', 'advertiser'] as const) {
  const ranges = role === 'admin' ? ['?range=today', '?range=yesterday', '?range=last_7_days&status=active'] : [''];
  for (const range of onlyInShort(ranges, (_range, at) => at === 0)) {
    test(`each figure of the ${role}'s dashboard ${range} stands above what it opens`, async ({ page }) => {
      await signIn(page, role);
      const cards = page.locator('main [data-stat]');
      await expect(cards).toHaveCount(Object.keys(behind[role]).length);
      for (const [label, opened] of Object.entries(behind[role])) {
        // other tests send clicks to this tenant: the two are read anew until they were read at the same moment
        await expect(async () => {
          await page.goto(`${homes[role]}${range}`);
          const card = page.locator(`main [data-stat="${label}"]`);
          const figure = card.locator('span').nth(1);
          await expect(figure).toHaveText(/\d/);
          const said = (await figure.textContent()) ?? '';
          await card.click();
          await expect(opened(page)).toHaveText(opened === rows ? new RegExp(`^${said} campaigns?$`) : said, {
            timeout: 5_000,
          });
        }).toPass({ timeout: 60_000 });
      }
    });
  }
}
