// From a stranger on the site to a workspace with its first publisher: every step in the browser, every mail read.
import type { Page } from '@playwright/test';
import { loginMessages, signupMessages, trialMessages } from '@tributary/contract/messages';
import { clickId, serverPostback } from './conversions-support.ts';
import { expect, expectAccessible, fillLogin, mainOrigin, originOf, refusedReply, test } from './support.ts';
import { confirmLinkIn, mailTo, mark, NEW_PASSWORD } from './trial-support.ts';

test.use({ expectedErrors: refusedReply });
// a whole story with several sign-ins on two shared cores
test.setTimeout(120_000);

const logIn = async (page: Page, email: string) => {
  await fillLogin(page, email, NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
};

async function askForTrial(page: Page, email: string, company: string): Promise<void> {
  await page.goto(`${mainOrigin}/signup`);
  await fillTrial(page, email, company);
}

async function fillTrial(page: Page, email: string, company: string): Promise<void> {
  await expect(page.locator('[data-island="trial-form"]')).toHaveAttribute('data-live', 'true');
  const form = page.locator('[data-island="trial-form"]');
  await form.getByLabel('Name', { exact: false }).first().fill('Asha Rivers');
  await form.locator('#trial-email').fill(email);
  await form.locator('#trial-company').fill(company);
  await form.locator('#trial-businessType').selectOption('Agency');
  await form.locator('#trial-usageType').click();
  await form.getByLabel('Lead Generation').check();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('status')).toContainText(trialMessages.successTitle);
  await expect(page.getByRole('status')).toContainText(trialMessages.success);
}

/** opens the mail in the inbox as a person would, and follows its link */
async function setPasswordFromInbox(page: Page, email: string): Promise<void> {
  await mailTo(page, email, 'workspace is ready');
  await page.goto(`${mainOrigin}/inbox`);
  const mail = page.locator('article', { hasText: email });
  await expect(mail).toContainText('Your Tributary workspace is ready');
  await mail.getByRole('link', { name: /reset-password/ }).click();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('status')).toHaveText('Your password is set. You can log in with it now.');
  await page.getByRole('button', { name: 'Back to Login' }).click();
}

async function signUpAsPublisher(page: Page, subdomain: string, email: string): Promise<void> {
  await page.goto(`${originOf(subdomain)}/`);
  await page.getByRole('button', { name: 'Sign up as a publisher' }).click();
  await page.getByLabel('First Name').fill('Priya');
  await page.getByLabel('Last Name').fill('Shah');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByLabel('I agree to the terms and conditions').check();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('status')).toHaveText(signupMessages.success);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please choose at least one usage type');
  await page.getByLabel('Lead Generation').check();
  await page.getByLabel('Company').fill('Shah Media');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alert')).toHaveText(signupMessages.terms);
  await page.getByLabel('I agree to the terms and conditions').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Thank you. Your account manager will see your answers.')).toBeVisible();
  await page.getByRole('button', { name: 'Back to Login' }).click();
}

test('a stranger gets a workspace, and a publisher gets in once he is approved', async ({ page, browser }) => {
  const subdomain = `lantern-${mark()}`;
  const owner = `asha@${subdomain}.test`;
  const publisher = `priya@${subdomain}.test`;

  await askForTrial(page, owner, subdomain);
  await setPasswordFromInbox(page, owner);
  await expect(page).toHaveURL(`${originOf(subdomain)}/`);
  await logIn(page, owner);
  await expect(page.getByRole('status')).toHaveText(loginMessages.success);
  await expect(page).toHaveURL(`${originOf(subdomain)}/am/dashboard`);

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await signUpAsPublisher(visitor, subdomain, publisher);
  await logIn(visitor, publisher);
  await expect(visitor.getByRole('alert')).toHaveText(loginMessages.pending);

  const arrived = await mailTo(page, owner, 'New sign-up');
  expect(arrived.text).toContain(`Priya Shah (${publisher}) signed up as a publisher.`);
  await page.goto(/http\S+\/am\/affiliates\S+/.exec(arrived.text)?.[0] ?? '');
  await expect(page.getByRole('row').filter({ hasText: publisher })).toContainText('Unconfirmed');
  await page.getByRole('button', { name: /^Actions for Priya Shah/ }).click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await expect(page.getByText('Affiliate approved successfully!')).toBeVisible();

  const approved = await mailTo(visitor, publisher, 'was approved');
  await logIn(visitor, publisher);
  await expect(visitor.getByRole('alert')).toHaveText(loginMessages.unconfirmed);
  await visitor.goto(confirmLinkIn(approved));
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Confirm' }).click();
  await expect(visitor.getByRole('alert')).toHaveText('Please enter the password that you chose when you signed up');
  await visitor.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await visitor.getByRole('button', { name: 'Confirm' }).click();
  await expect(visitor.getByText('Your email address is confirmed. You can log in now.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Back to Login' }).click();
  await logIn(visitor, publisher);
  await expect(visitor.getByRole('status')).toHaveText(loginMessages.success);
  await expect(visitor).toHaveURL(`${originOf(subdomain)}/publisher/dashboard`);
  await other.close();
});

test('a second request with the same address makes no second workspace and mails a new link', async ({ page }) => {
  const subdomain = `again-${mark()}`;
  const owner = `asha@${subdomain}.test`;
  await askForTrial(page, owner, subdomain);
  await askForTrial(page, owner.toUpperCase(), `${subdomain} Two`);
  const again = await mailTo(page, owner, 'A new link to your Tributary workspace');
  expect(again.text).toContain(`${originOf(subdomain)}/reset-password#link=`);
  const second = await page.evaluate(
    async (name) => (await fetch(`/api/check-subdomain/${name}`)).json(),
    `${subdomain}-two`,
  );
  expect(second).toEqual({ exists: false });
});

/** every press of the mouse on any page of this browser, and the time since the first page */
async function countPresses(page: Page) {
  let presses = 0;
  await page.context().exposeFunction('notePress', () => presses++);
  await page.context().addInitScript(() => {
    document.addEventListener('pointerdown', () => void Reflect.get(window, 'notePress')(), true);
  });
  const startedAt = performance.now();
  return () => ({ presses, seconds: Math.round((performance.now() - startedAt) / 1000) });
}

// fields and boxes are reached by Tab and filled by keys; whatever is pressed with the mouse counts
test('from the site to the first conversion in at most 25 clicks', async ({ page }) => {
  test.setTimeout(240_000);
  const subdomain = `delta-${mark()}`;
  const owner = `asha@${subdomain}.test`;
  const soFar = await countPresses(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await page.goto(`${mainOrigin}/`);
  await page
    .getByRole('link', { name: /free trial/i })
    .first()
    .click();
  await fillTrial(page, owner, subdomain);
  await setPasswordFromInbox(page, owner);
  await logIn(page, owner);
  await expect(page).toHaveURL(`${originOf(subdomain)}/am/dashboard`);

  const menu = page.getByRole('navigation').first();
  const open = async (group: string, entry: string) => {
    const link = menu.getByRole('link', { name: entry, exact: true });
    if (!(await link.isVisible())) await menu.getByRole('button', { name: group, exact: true }).click();
    await link.click();
  };
  const dialog = page.getByRole('dialog');
  const addPerson = async (kind: 'Advertiser' | 'Affiliate', last: string) => {
    await page.getByRole('button', { name: `Add New ${kind}` }).click();
    await dialog.getByLabel('First Name').fill('Nils');
    await dialog.getByLabel('Last Name').fill(last);
    await dialog.getByLabel('Email').fill(`${last.toLowerCase()}@${subdomain}.test`);
    await dialog.getByLabel(/^Password/).fill(NEW_PASSWORD);
    await dialog.getByRole('checkbox', { name: /I agree/ }).press('Space');
    await dialog.getByRole('button', { name: `Create ${kind}` }).click();
    await expect(page.getByRole('row').filter({ hasText: `Nils ${last}` })).toBeVisible();
  };
  await open('Advertisers', 'Advertisers');
  await addPerson('Advertiser', 'Shop');
  await open('Affiliates', 'Affiliates');
  await addPerson('Affiliate', 'Blog');

  await open('Offers', 'Create Offer');
  await expect(page.getByRole('combobox', { name: 'Advertiser' })).toHaveValue(/Nils Shop/);
  await page.getByLabel(/^Title/).fill('First offer');
  await page.getByLabel('Default Campaign URL').fill('https://shop.example/?cid={click_id}');
  await page
    .getByRole('textbox', { name: /^Revenue/ })
    .first()
    .fill('10');
  await page
    .getByRole('textbox', { name: /^Payout/ })
    .first()
    .fill('7');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('tab', { name: 'Publishers', exact: true }).click();
  await page.getByRole('button', { name: 'Copy tracking link' }).click();
  const link = await copied();

  await open('Offers', 'Postback');
  await page.getByRole('button', { name: /Copy.*server postback/i }).click();
  const postback = await copied();

  // the visitor and the shop's server: others' clicks
  let click = '';
  await expect(async () => {
    // trackers take over a new offer within moments
    click = await clickId(link);
    expect(click).not.toBe('');
  }).toPass({ timeout: 60_000 });
  const reported = postback.replace('CLICK_ID', click).replace('ORDER_ID', 'order-1').replace('AMOUNT', '49.90');
  expect(await serverPostback(reported)).toEqual({ status: 200, body: expect.stringContaining('recorded') });

  await open('Reports / Logs', 'Reports');
  await expect(async () => {
    await page.reload();
    // one click, one conversion
    await expect(page.getByRole('row').filter({ hasText: 'First offer' })).toContainText('100.00%', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const { presses, seconds } = soFar();
  process.stdout.write(`from the site to the first conversion: ${presses} clicks, ${seconds} s\n`);
  expect(presses).toBeLessThanOrEqual(25);
});
