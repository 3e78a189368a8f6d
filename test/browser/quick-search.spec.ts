// The console's header: quick search, notifications, language, the trial's badge and the read-only notice.
import { ownAccount, signedUpPublisher, TENANT, toast } from './account-support.ts';
import { expect, expectAccessible, fillLogin, originOf, refusedReply, signIn, test } from './support.ts';
import { NEW_PASSWORD, startWorkspace } from './trial-support.ts';

test.setTimeout(120_000);

test('Ctrl-K finds screens and records, all by keyboard', async ({ page }) => {
  const email = await ownAccount(page, 'affiliate');
  await signIn(page, 'admin', TENANT);
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search screens and records' });
  const results = page.getByRole('listbox', { name: 'Results' });
  await expect(box).toBeFocused();
  await box.fill('pending aff');
  await expect(results.getByRole('option')).toHaveText([/Pending Affiliates/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${originOf(TENANT)}/am/affiliates?status=pending`);
  await expect(box).toBeHidden();

  // from inside a field too
  await page.getByPlaceholder('Search by name or email...').focus();
  await page.keyboard.press('Control+k');
  await box.fill('a');
  await expect(results.getByRole('option').nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await expect(results.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await box.fill(email);
  const found = results.getByRole('option').filter({ hasText: email });
  await expect(found).toContainText('Ines OkaforAffiliate');
  await expectAccessible(page);
  await found.click();
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible();
});

test('Ctrl-K finds an offer by its title and opens its page', async ({ page }) => {
  await signIn(page, 'admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search screens and records' }).fill('riverside bank');
  await page.getByRole('option').filter({ hasText: 'Offer · 1' }).click();
  await expect(page.getByRole('heading', { name: /Riverside Bank/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/am\/offers\/[0-9a-f-]{36}/);
});

test('a sign-up is told, leads to the list, and is marked as read', async ({ page }) => {
  await signedUpPublisher(page);
  await signIn(page, 'admin', TENANT);
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ });
  // told by the worker, which may have other things to do first
  await expect(async () => {
    await page.reload();
    await expect(bell).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  await bell.click();
  const news = page.getByRole('dialog', { name: 'Notifications' });
  await expect(news.getByRole('link').first()).toContainText('Noor Haddad');
  await expectAccessible(page);
  await news.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await news.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/am\/affiliates/);
  await expect(news).toBeHidden();
});

test('the language is kept in the profile; the console and the sign-in page speak it', async ({ page }) => {
  const { subdomain, email } = await startWorkspace(page);
  await page.goto(`${originOf(subdomain)}/`);
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('14 Days Left')).toBeVisible();
  await expect(page.getByText('14/14')).toBeVisible();
  await page.getByRole('button', { name: 'Language: English' }).click();
  await expect(page.getByText('For all your screens.')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await expect(toast(page, '¡Idioma guardado correctamente!')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Idioma: Español' })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 760 });
  await expect(page.getByRole('region', { name: 'Prueba gratuita' })).toContainText('Quedan 14 días');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  // another browser goes by the profile
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('button', { name: 'Cerrar sesión' }).first()).toBeVisible();
});

test.describe('a workspace whose plan has ended', () => {
  test.use({ expectedErrors: refusedReply });

  test('says that it is read-only', async ({ page }) => {
    await page.route('**/api/admin/workspace', async (route) => {
      const reply = await route.fetch({ url: route.request().url().replace(`${TENANT}.localhost`, '127.0.0.1') });
      await route.fulfill({ json: { ...(await reply.json()), trial: null, read_only: true } });
    });
    await signIn(page, 'admin', TENANT);
    await expect(page.getByRole('region', { name: 'Read-only' })).toContainText('This workspace is read-only');
  });
});
