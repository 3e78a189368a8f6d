// The details drawer of Manage Affiliates and Manage Advertisers.
import { kinds, ownAccount, signedUpPublisher, TENANT, toast } from './account-support.ts';
import { expect, expectAccessible, openAs, test } from './support.ts';

test.setTimeout(120_000);

for (const { one, One, list } of kinds) {
  test(`${one}: the drawer has its own URL, tags, notes, activity and sessions`, async ({ page }) => {
    const email = await ownAccount(page, one);
    await openAs(page, 'admin', TENANT, `${list}?q=${email}`);
    await page
      .getByRole('button', { name: /Ines Okafor/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'Details' });
    await expect(drawer).toContainText(email);
    await expect(page).toHaveURL(/record=/);
    await expect(drawer).toContainText('The registration form has not been filled in.');
    await expect(drawer).toContainText('No notes yet.');
    await expect(drawer).toContainText('Account created');

    const tags = drawer.getByPlaceholder('Type a tag and press Enter');
    await tags.fill('vip');
    await tags.press('Enter');
    await expect(toast(page, 'Tags saved successfully!')).toBeVisible();
    await drawer.getByLabel('New note').fill('Pays on the first of the month');
    await drawer.getByRole('button', { name: 'Add note' }).click();
    await expect(toast(page, 'Note added successfully!')).toBeVisible();
    await expect(drawer.getByLabel('New note')).toHaveValue('');
    await expect(drawer).toContainText('Pays on the first of the month');
    await expect(drawer).toContainText('Tags of an account changed');

    await drawer.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End sessions' }).click();
    await expect(toast(page, 'Sessions ended successfully!')).toBeVisible();
    await expect(drawer).toContainText('Not signed in anywhere.');

    await page.reload();
    await expect(drawer.getByText('vip')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/record=/);
    await page.goBack();
    await expect(drawer).toContainText(email);
    await drawer.getByRole('button', { name: 'Actions for Ines Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: `Edit ${One}` })).toBeVisible();
  });
}

test('a publisher who signed up: his registration answers', async ({ page }) => {
  const email = await signedUpPublisher(page);
  await openAs(page, 'admin', TENANT, `/am/affiliates?q=${email}`);
  await page
    .getByRole('button', { name: /Noor Haddad/ })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'Details' });
  for (const answer of [
    'Lead Generation',
    'Haddad Media',
    'https://haddad.example',
    'India',
    'Search and newsletters',
  ]) {
    await expect(drawer).toContainText(answer);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 760 });
  await expect(drawer).toContainText('Haddad Media');
  expect((await drawer.boundingBox())?.width).toBe(375);
  await expectAccessible(page);
});

test.describe('what cannot be shown or saved', () => {
  test.use({ expectedErrors: /Failed to load resource|ApiError/ });

  test('says so, with a way to try again', async ({ page }) => {
    const email = await ownAccount(page, 'affiliate');
    await openAs(page, 'admin', TENANT, `/am/affiliates?q=${email}`);
    const call = /\/api\/admin\/publishers\/[^/?]+$/;
    await page.route(call, (route) => route.fulfill({ status: 404, json: { error: { code: 'not_found' } } }));
    await page
      .getByRole('button', { name: /Ines Okafor/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'Details' });
    await expect(drawer.getByRole('alert')).toContainText('Not found.');
    await page.unroute(call);
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await expect(drawer).toContainText(email);
    await page.route('**/notes', (route) => route.abort());
    await drawer.getByLabel('New note').fill('Kept where it is');
    await drawer.getByRole('button', { name: 'Add note' }).click();
    await expect(toast(page, 'Network error. Please try again.')).toBeVisible();
    await expect(drawer.getByLabel('New note')).toHaveValue('Kept where it is');
  });
});
