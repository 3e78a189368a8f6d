// Account Settings in all three portals, and the advertiser's Company Details.
import { kinds, logIn, OWN_PASSWORD, ownAccount, TENANT, toast } from './account-support.ts';
import { expect, expectAccessible, fillLogin, originOf, refusedReply, sealedCall, signIn, test } from './support.ts';
import { confirmLinkIn, mailTo } from './trial-support.ts';

test.use({ expectedErrors: refusedReply });
test.setTimeout(120_000);

for (const { one, role } of kinds) {
  test(`${role}: profile, email, password and sessions`, async ({ page }) => {
    const email = await ownAccount(page, one);
    await sealedCall(page, '/api/subdomain-login', { email, password: OWN_PASSWORD });
    await logIn(page, email, OWN_PASSWORD);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Profile', exact: true }).click();
    await menu.getByRole('link', { name: 'Account Settings' }).click();
    await expect(page).toHaveURL(`${originOf(TENANT)}/${role}/profile/settings`);
    await expect(menu.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('aria-current', 'page');

    const profile = page.getByRole('region', { name: 'Profile' });
    await profile.getByLabel('First Name').fill('');
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expect(profile.getByRole('alert')).toHaveText('First name is required');
    await profile.getByLabel('First Name').fill('Inessa');
    await profile.getByLabel('Phone').fill('+91 98 7654 3210');
    await profile.getByRole('combobox', { name: 'Time Zone' }).fill('Kolkata');
    await page.getByRole('option', { name: /Asia\/Kolkata/ }).click();
    await profile.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Profile saved successfully!')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Inessa Okafor');

    const sessions = page.getByRole('region', { name: 'Sessions' });
    await expect(sessions).toContainText('This session');
    const lines = sessions.getByRole('listitem');
    const open = await lines.count();
    await sessions
      .getByRole('button', { name: /^End the session from/ })
      .first()
      .click();
    await expect(toast(page, 'Session ended successfully!')).toBeVisible();
    await expect(lines).toHaveCount(open - 1);
    await sessions.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
    await expect(lines).toHaveCount(1);

    const address = page.getByRole('region', { name: 'Email' });
    await address.getByLabel('New Email').fill(`new-${email}`);
    await address.getByLabel('Your Password').fill('not my password');
    await address.getByRole('button', { name: 'Change Email' }).click();
    await expect(address.getByRole('alert')).toHaveText('The password is not right.');
    await address.getByLabel('Your Password').fill(OWN_PASSWORD);
    await address.getByRole('button', { name: 'Change Email' }).click();
    await expect(address).toContainText(`You sign in with ${email}. Open the link that we sent to new-${email}`);
    const link = confirmLinkIn(await mailTo(page, `new-${email}`, 'Confirm your e-mail address'));
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Your email address is confirmed. You can log in now.')).toBeVisible();
    await page.goto(`${originOf(TENANT)}/${role}/profile/settings`);
    await expect(address).toContainText(`You sign in with new-${email}`);

    const password = page.getByRole('region', { name: 'Password' });
    await password.getByLabel('Current password').fill(OWN_PASSWORD);
    await password.getByLabel('New password', { exact: true }).fill('copper meadow 42');
    await password.getByLabel('Repeat new password').fill('copper meadow 43');
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(password.getByRole('alert')).toHaveText('The two passwords are not the same');
    await password.getByLabel('Repeat new password').fill('copper meadow 42');
    await password.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password changed successfully!')).toBeVisible();
    await expect(password.getByLabel('Current password')).toHaveValue('');

    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(page).toHaveURL(`${originOf(TENANT)}/`);
    await fillLogin(page, `new-${email}`, 'copper meadow 42');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page).toHaveURL(`${originOf(TENANT)}/${role}/dashboard`);
  });
}

test('the console’s Account › Profile is the same screen', async ({ page }) => {
  await signIn(page, 'admin', TENANT);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Account', exact: true }).click();
  await menu.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(`${originOf(TENANT)}/am/profile`);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('This session');
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 760 });
  await expectAccessible(page);
});

test('an advertiser’s company details are kept', async ({ page }) => {
  const email = await ownAccount(page, 'advertiser');
  await logIn(page, email, OWN_PASSWORD);
  await page.goto(`${originOf(TENANT)}/advertiser/profile/company`);
  await page.getByLabel('Legal Name').fill('Okafor Trading Ltd');
  await page.getByLabel('Billing Email').fill('bills@okafor.example');
  await page.getByRole('combobox', { name: 'Country' }).fill('Portug');
  await page.getByRole('option', { name: 'Portugal' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Company details saved successfully!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Legal Name')).toHaveValue('Okafor Trading Ltd');
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Portugal');
  await expectAccessible(page);
});

test('settings that cannot be loaded say so', async ({ page }) => {
  await signIn(page, 'publisher', TENANT);
  await page.route('**/api/profile', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'forbidden', message: 'You are not allowed to do this.' } } }),
  );
  await page.goto(`${originOf(TENANT)}/publisher/profile/settings`);
  await expect(page.getByRole('alert')).toContainText('You are not allowed to do this.');
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
});
