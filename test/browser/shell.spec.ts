// The shell of the three portals: menu, header, colour scheme (the specification, Console and Portals).
import { expect, expectAccessible, homeOf, roles, signIn, test } from './support.ts';

const PHONE = { width: 375, height: 760 };
const widthOf = { admin: 280, publisher: 250, advertiser: 250 } as const;
const entries = {
  admin: {
    Offers:
      'Create Offer|Offers - Live (Today)|Offers - Approved|Smart Offer|Postback|Approve Requests|Coupons|Offer Affiliate Links',
    'Reports / Logs':
      'Reports|Reports KPI|Conversion Logs|iGaming Reports|Affiliate Postback Logs|Advertiser Postback Logs|Capping Logs|Test Reports|OTP Reports New|Comparison New',
    Affiliates: 'Affiliates|Pending Affiliates|Affiliate Postback|Affiliate Billing|Affiliate Referral|Postback Test',
    Advertisers: 'Advertisers|Advertisers Billing',
    'Fraud Detection': 'Fraud Fender|Conversion Risk Monitor',
    Integration: 'SDK|Mobile Attribution|E-commerce|Affiliate Integration|Offer Sync|Report Sync|Product Feed',
    Tools: 'Integration|Mailer|Import Data|Automation|Link Tester|Fraud Detection|Short URL|Suppression List',
    Account: 'Settings|Billing|Profile|Employee|Security|Change logs|Access logs|Referral|Logout',
    Support: 'Help Center|Contact Support|Submit Ticket|Knowledge Base',
    Settings: 'General|Payment|Email Templates|System',
  },
  publisher: {
    Campaigns: 'Available Campaigns|My Campaigns|Campaign Links',
    Reports: 'Performance|Conversion|Revenue',
    Profile: 'Account Settings|Payment Details',
  },
  advertiser: {
    Campaigns: 'Create Campaign|My Campaigns|Campaign Performance',
    Publishers: 'Find Publishers|My Publishers|Publisher Performance',
    Reports: 'Campaign Report|Conversion Report|ROI Report',
    Billing: 'Payment Methods|Invoices|Billing History',
    Profile: 'Account Settings|Company Details',
  },
} as const;

for (const role of roles) {
  test.describe(`the ${role}’s shell`, () => {
    test.beforeEach(async ({ page }) => {
      await signIn(page, role);
    });

    test('has every entry of the specification in its menu', async ({ page }) => {
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
      for (const [group, labels] of Object.entries(entries[role])) {
        const head = menu.getByRole('button', { name: group, exact: true });
        await expect(head).toHaveAttribute('aria-expanded', 'false');
        await head.click();
        const list = menu.locator(`[id="${await head.getAttribute('aria-controls')}"]`);
        await expect(list.getByRole('listitem')).toHaveText(labels.split('|'));
        expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
        await head.click();
        await expect(list).toBeHidden();
      }
    });

    test('docks the menu from 768 px; only the pane scrolls', async ({ page }) => {
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      expect((await menu.boundingBox())?.width).toBe(widthOf[role]);
      await page.evaluate(() => {
        const tall = document.createElement('div');
        tall.style.height = '4000px';
        document.querySelector('main')?.append(tall);
      });
      await page.mouse.move(800, 400);
      // a wheel turned before the page's figures have made it long enough moves nothing
      await expect(async () => {
        await page.mouse.wheel(0, 600);
        expect(await page.locator('main').evaluate((pane) => pane.scrollTop)).toBeGreaterThan(0);
      }).toPass();
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await page.getByRole('button', { name: 'Close menu' }).click();
      await expect(menu).toBeHidden();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    });

    test('is a sheet over a locked page on a phone', async ({ page }) => {
      await page.setViewportSize(PHONE);
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      await expect(menu).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expect(menu).toBeVisible();
      await expect(page.locator('main')).toHaveAttribute('inert', '');
      expect(await page.evaluate(() => document.body.style.overflow)).toBe('hidden');

      await page.mouse.click(360, 600);
      if (role === 'admin') await expect(menu).toBeVisible();
      else await expect(menu).toBeHidden();
      if (role !== 'admin') await page.getByRole('button', { name: 'Open menu' }).click();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(page.locator('main')).not.toHaveAttribute('inert', '');
    });

    test('follows the system’s colour scheme until the reader chooses', async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await page.getByRole('button', { name: 'Switch to light mode' }).click();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
      await expect(page.getByRole('button', { name: 'Switch to dark mode' })).toBeVisible();
    });

    test('is free of serious accessibility faults, wide and narrow', async ({ page }) => {
      await expectAccessible(page);
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectAccessible(page);
    });
  });
}

test('the console’s header names the user and the subdomain', async ({ page }) => {
  await signIn(page, 'admin');
  const { first_name, last_name } = await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}'));
  await expect(page.getByRole('banner')).toContainText(`${first_name} ${last_name} (demo)`);
});

test('the portals’ headers name the product and the role', async ({ page }) => {
  await signIn(page, 'publisher');
  await expect(page.getByRole('banner')).toContainText('Tributary Publisher');
  await expect(page.getByRole('heading', { name: /^Welcome back, / })).toBeVisible();
  await expect(page.getByRole('main').getByText('Approved').first()).toBeVisible();
  await signIn(page, 'advertiser');
  await expect(page.getByRole('banner')).toContainText('Tributary Advertiser');
});

test('a console entry whose screen is not built goes to the dashboard', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Integration', exact: true }).click();
  await page.getByRole('link', { name: 'Mobile Attribution' }).click();
  await expect(page).toHaveURL(homeOf.admin);
  const line = page.getByRole('status').filter({ hasText: 'is not there yet' });
  await expect(line).toHaveText('Integration › Mobile Attribution is not there yet. This is the dashboard.');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(line).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens and records' }).fill('coupons');
  await page.getByRole('option').filter({ hasText: 'Coupons' }).click();
  await expect(page).toHaveURL(homeOf.admin);
  await expect(line).toHaveText('Offers › Coupons is not there yet. This is the dashboard.');
});

test('the menu’s own Logout logs out', async ({ page }) => {
  await signIn(page, 'admin');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('navigation').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
});
