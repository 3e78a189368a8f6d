// The 404 page: unknown subdomains on every path, and unknown paths everywhere (the specification, Places).
import { enterAs, expect, expectAccessible, mainOrigin, originOf, refusedReply, test } from './support.ts';

const SENTENCE = 'Sorry, the page you visited does not exist';

test.use({ expectedErrors: refusedReply });

for (const path of ['/', '/am/dashboard', '/publisher/dashboard', '/publisher-signup', '/about', '/no/such/page']) {
  test(`an unknown subdomain shows it at ${path}`, async ({ page }) => {
    const reply = await page.goto(`${originOf('nobody-here')}${path}`);
    expect(reply?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: SENTENCE })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(SENTENCE));
    await expect(page.getByRole('button', { name: 'Back to home' })).toHaveAttribute('href', mainOrigin);
  });
}

for (const path of ['/nope', '/am/nope', '/am/dashboard/nope', '/publisher/nope', '/advertiser/nope', '/login']) {
  test(`a tenant shows it at ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: SENTENCE })).toBeVisible();
  });
}

test('Back to home leads to the main site, by mouse and by keyboard', async ({ page }) => {
  await page.goto('/nope');
  await page.getByRole('button', { name: 'Back to home' }).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(`${mainOrigin}/`);
});

test('inside a portal it keeps the menu and offers the dashboard', async ({ page }) => {
  await enterAs(page, 'publisher');
  await page.goto('/publisher/no-such-screen');
  await expect(page.getByRole('heading', { name: SENTENCE })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to home' })).toHaveAttribute('href', mainOrigin);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.getByRole('button', { name: 'Go to dashboard' }).click();
  await expect(page).toHaveURL('/publisher/dashboard');
});

test('it is free of serious accessibility faults', async ({ page }) => {
  await page.goto('/nope');
  await expectAccessible(page);
});
