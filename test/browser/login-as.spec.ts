// An account manager enters a portal in an account's name: the banner, what stays forbidden, and the way back.
import { choose, kinds, ownAccount, TENANT, toast } from './account-support.ts';
import { expect, expectAccessible, originOf, signIn, statusOf, stored, test } from './support.ts';

test.use({ expectedErrors: /Failed to load resource|ApiError/ });
test.setTimeout(120_000);

for (const { one, role, list } of kinds) {
  test(`${one}: in, a look around, and back`, async ({ page }) => {
    const email = await ownAccount(page, one);
    await signIn(page, 'admin', TENANT);
    const { authToken } = await stored(page);
    await page.goto(`${originOf(TENANT)}${list}?q=${email}`);
    await choose(page, 'Ines Okafor', 'Login To Dashboard');
    await expect(page).toHaveURL(`${originOf(TENANT)}/${role}/dashboard`);
    const banner = page.getByRole('region', { name: 'Login as' });
    await expect(banner).toContainText('you are in the account of Ines Okafor.');
    await expect(banner.getByRole('timer')).toHaveText(/^(30|29):\d\d left$/);
    const before = await banner.getByRole('timer').textContent();
    await expect(banner.getByRole('timer')).not.toHaveText(before ?? '');
    await expectAccessible(page);

    await page.goto(`${originOf(TENANT)}/${role}/profile/settings`);
    const forbidden = 'This cannot be done while signed in as another user.';
    const password = page.getByRole('region', { name: 'Password' });
    await password.getByLabel('Current password').fill('whatever it is');
    await password.getByLabel('New password', { exact: true }).fill('copper meadow 42');
    await password.getByLabel('Repeat new password').fill('copper meadow 42');
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(password.getByRole('alert')).toHaveText(forbidden);
    const address = page.getByRole('region', { name: 'Email' });
    await address.getByLabel('New Email').fill('other@example.test');
    await address.getByLabel('Your Password').fill('whatever it is');
    await address.getByRole('button', { name: 'Change Email' }).click();
    await expect(address.getByRole('alert')).toHaveText(forbidden);
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions).toContainText('Opened by an account manager');
    await sessions.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
    await expect(toast(page, forbidden)).toBeVisible();

    const token = (await stored(page))[`${role}AuthToken`] ?? '';
    await banner.getByRole('button', { name: 'Back to the console' }).click();
    await expect(page).toHaveURL(`${originOf(TENANT)}${list}`);
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
    const left = await stored(page);
    expect(left.authToken).toBe(authToken);
    expect(left[`${role}AuthToken`]).toBeUndefined();
    expect(left[`${role}UserData`]).toBeUndefined();
    const headers = { authorization: `Bearer ${token}`, 'x-subdomain': TENANT };
    expect(await statusOf(page, '/api/session', headers)).toBe(401);
  });
}

test('a user’s own session has no such banner', async ({ page }) => {
  await signIn(page, 'publisher', TENANT);
  await expect(page.getByRole('region', { name: 'Login as' })).toHaveCount(0);
});
