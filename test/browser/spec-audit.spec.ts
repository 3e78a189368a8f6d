// What an audit of the specification found missing in the screens: fallbacks for what is absent, lists that fail, delays.
import { openCreateOffer, openSections } from './offers-support.ts';
import { expect, openEnvelope, refusedReply, sealEnvelope, signIn, test } from './support.ts';

for (const [kind, path, One, call] of [
  ['affiliates', '/am/affiliates', 'Affiliate', '**/api/admin/publishers?*'],
  ['advertisers', '/am/advertisers', 'Advertiser', '**/api/admin/advertisers?*'],
] as const) {
  test(`${kind}: a name that is null shows the specification’s fallback, a missing date its placeholder`, async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.route(call, (route) =>
      route.fulfill({
        contentType: 'text/plain',
        body: sealEnvelope({ total: 1, rows: [blankAccount] }),
      }),
    );
    await page.goto(path);
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText(`DEMO ${One}`);
    await expect(row).toContainText('blank@example.test');
    await expect(row).toContainText('Jan 1, 1970, 12:00 AM');
    await expect(row).toContainText('Never');
    await expect(page.getByText('null', { exact: false })).toHaveCount(0);
  });

  test.describe(`${kind}: a list that fails`, () => {
    test.use({ expectedErrors: new RegExp(`${refusedReply.source}|could not be loaded`) });

    test('is logged and empty, with one line and Try again above it', async ({ page }) => {
      await signIn(page, 'admin');
      const logged = page.waitForEvent('console', (message) => message.text().includes('could not be loaded'));
      await page.route(call, (route) =>
        route.fulfill({
          status: 200,
          contentType: 'text/plain',
          body: sealEnvelope({ error: 'The books are closed.' }),
        }),
      );
      await page.goto(path);
      await logged;
      const line = page.getByRole('alert').filter({ hasText: 'The books are closed.' });
      await expect(line).toBeVisible();
      await expect(page.getByText(`No ${kind} found`)).toBeVisible();
      await page.unroute(call);
      await line.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(line).toHaveCount(0);
    });
  });
}

const blankAccount = {
  id: '0199c0de-0000-7000-8000-000000000001',
  user_sequence_id: 77,
  first_name: null,
  last_name: null,
  email: 'blank@example.test',
  company: null,
  status: 'approved',
  created_at: null,
  last_login: null,
  reference_id: null,
  tax_id: null,
  referred_by: null,
  managers: null,
  tags: [],
  deleted_at: null,
};

test('a suggestion list is still there when the focus has just gone by mouse, and closes after 200 ms', async ({
  page,
}) => {
  await openCreateOffer(page);
  await openSections(page);
  const field = page.getByRole('textbox', { name: 'Countries' });
  await field.fill('ind');
  const option = page.getByRole('listbox', { name: 'Countries: suggestions' }).getByRole('option').first();
  await expect(option).toHaveText(/Indi|India/);
  // counted by the page itself, from the moment the focus goes
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'focusout',
          () => {
            const began = performance.now();
            const look = () =>
              document.querySelector('[aria-label="Countries: suggestions"] [role="option"]')?.checkVisibility()
                ? requestAnimationFrame(look)
                : resolve(performance.now() - began);
            look();
          },
          { once: true },
        );
      }),
  );
  // close by: a list whose field was scrolled away is hidden anyway
  await page.getByText('Fallback URL', { exact: true }).first().click();
  expect(await measured).toBeGreaterThanOrEqual(200);
});

test('an answer of the login with an error inside is an error, whatever its status', async ({ page }) => {
  await page.route('**/api/subdomain-login', (route) => {
    expect(openEnvelope(route.request().postData() ?? '')).toHaveProperty('email');
    return route.fulfill({
      status: 200,
      contentType: 'text/plain',
      body: sealEnvelope({ error: 'Come back tomorrow.' }),
    });
  });
  await page.goto('/');
  await page.getByLabel('Email').fill('admin@demo.test');
  await page.getByLabel('Password').fill('something');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Come back tomorrow.')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});
