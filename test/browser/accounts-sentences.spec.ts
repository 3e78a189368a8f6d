// The sentences of the specification that only a failing server or browser brings out.
import { choose, kinds, TENANT, toast } from './account-support.ts';
import { createAccount, expect, openAs, sealEnvelope, test } from './support.ts';

test.use({ expectedErrors: /Failed to load resource|ApiError/ });
test.setTimeout(120_000);

for (const { one, One, list } of kinds) {
  test.describe(`${One}: a failure`, () => {
    test.beforeEach(async ({ page }) => {
      const email = await createAccount(page, TENANT, one);
      await openAs(page, 'admin', TENANT, `${list}?q=${email}`);
      await expect(page.getByRole('row').filter({ hasText: email })).toBeVisible();
    });

    test('to create shows the server’s text, else the screen’s own', async ({ page }) => {
      await page.getByRole('button', { name: `Add New ${One}` }).click();
      const dialog = page.getByRole('dialog', { name: `Add New ${One}` });
      await dialog.getByLabel('First Name').fill('Ada');
      await dialog.getByLabel('Last Name').fill('Byron');
      await dialog.getByLabel('Email').fill('ada@example.test');
      await dialog.getByLabel('Password').fill('copper meadow 41');
      await dialog.getByLabel('I agree to the terms and conditions').check();
      const call = `**/api/admin/create-${one}`;
      const answers = async (status: number, reply: unknown, sentence: string) => {
        await page.route(call, (route) =>
          route.fulfill({ status, contentType: 'text/plain', body: sealEnvelope(reply) }),
        );
        await dialog.getByRole('button', { name: `Create ${One}` }).click();
        await expect(dialog.getByRole('alert')).toHaveText(sentence);
        await page.unroute(call);
      };
      await answers(409, { error: 'This address is in use' }, 'This address is in use');
      await answers(500, {}, `Failed to create ${one}. Please try again.`);
      await page.evaluate(() => {
        SubtleCrypto.prototype.encrypt = () => Promise.reject(new Error('no cipher'));
      });
      await dialog.getByRole('button', { name: `Create ${One}` }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Data encryption failed. Please try again.');
    });

    test('to edit shows the server’s text; an unreadable answer is an error', async ({ page }) => {
      await choose(page, 'Ines Okafor', 'Edit');
      const dialog = page.getByRole('dialog', { name: `Edit ${One}` });
      const call = /\/api\/admin\/(publishers|advertisers)\/[^/?]+$/;
      await page.route(call, (route) => route.fulfill({ status: 409, json: { error: 'This address is in use' } }));
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('This address is in use');
      await page.unroute(call);
      await page.route(call, (route) => route.fulfill({ status: 200, body: 'not JSON' }));
      await dialog.getByRole('button', { name: 'Save Changes' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('An error occurred. Please try again.');
    });

    test('to delete one is a toast', async ({ page }) => {
      await page.route(/\/api\/admin\/(publishers|advertisers)\/[^/?]+$/, (route) => route.abort());
      await choose(page, 'Ines Okafor', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, `Failed to delete ${one}`)).toBeVisible();
    });

    test('to log in as someone is an alert: the server’s text, else the screen’s own', async ({ page }) => {
      const call = '**/api/admin/login-as-*/**';
      const alert = page.getByRole('alertdialog');
      for (const [reply, sentence] of [
        [{ error: 'Only approved accounts can be opened this way.' }, 'Only approved accounts can be opened this way.'],
        [{}, 'Login failed. Please try again.'],
      ] as const) {
        await page.route(call, (route) =>
          route.fulfill({ status: 403, contentType: 'text/plain', body: sealEnvelope(reply) }),
        );
        await choose(page, 'Ines Okafor', 'Login To Dashboard');
        await expect(alert).toContainText(sentence);
        await alert.getByRole('button', { name: 'OK' }).click();
        await page.unroute(call);
      }
    });
  });
}
