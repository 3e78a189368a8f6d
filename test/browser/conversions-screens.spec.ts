// The screens of conversions and postbacks: each opens for a busy tenant and for a quiet one, and does what its buttons say.
import type { Locator, Page } from '@playwright/test';
import { receiptOutcomeNames } from '@tributary/contract/conversions/conversions';
import { capActionNames } from '@tributary/contract/offers/offer-terms';
import { addConversion, clickId, serverPostback, trackerOrigin } from './conversions-support.ts';
import { api, makeOffer, uniqueTitle } from './offers-support.ts';
import { enterAs, expect, expectAccessible, openAs, type Role, test } from './support.ts';

test.describe.configure({ timeout: 180_000 });

const screens: Record<Role, readonly (readonly [path: string, heading: string])[]> = {
  admin: [
    ['/am/reports/conversions', 'Conversion Logs'],
    ['/am/reports/conversions/lots', 'Conversion Logs'],
    ['/am/reports/conversions/late', 'Conversion Logs'],
    ['/am/reports/affiliate-postbacks', 'Affiliate Postback Logs'],
    ['/am/reports/advertiser-postbacks', 'Advertiser Postback Logs'],
    ['/am/reports/caps', 'Capping Logs'],
    ['/am/reports/caps/pacing', 'Capping Logs'],
    ['/am/affiliates/postbacks', 'Affiliate Postback'],
    ['/am/offers/postback', 'Postback'],
  ],
  publisher: [
    ['/publisher/reports/conversions', 'Conversion'],
    ['/publisher/reports/conversions/postbacks', 'Postbacks'],
    ['/publisher/reports/conversions/postback-log', 'Postback log'],
  ],
  advertiser: [
    ['/advertiser/reports/conversion', 'Conversion Report'],
    ['/advertiser/reports/conversion/postback', 'Your postback'],
  ],
};

/** names and times as the wire has them: none of these is for people */
const names = [...receiptOutcomeNames, ...capActionNames].filter((name) => name.includes('_'));
const wireWords = new RegExp(`\\d{4}-\\d\\d-\\d\\d|undefined|NaN|${names.join('|')}`);

// for an empty tenant they are walked with all the others (every-screen.spec.ts)
for (const [role, list] of Object.entries(screens) as [Role, (typeof screens)[Role]][]) {
  test(`every screen of the ${role} opens, in words for people`, async ({ page }) => {
    await enterAs(page, role);
    for (const [path, heading] of list) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await expect(page.locator('main')).not.toContainText(wireWords);
      await expectAccessible(page);
    }
  });
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
const choose = async (row: Locator, action: string) => {
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await row.page().getByRole('menuitem', { name: action, exact: true }).click();
};

test.describe('by hand', () => {
  test.use({ expectedErrors: /status of 409/ }); // a full cap asks

  test('a conversion is added, edited, noted, decided and exported by hand', async ({ page }) => {
    await enterAs(page, 'admin');
    const { id, title } = await makeOffer(page, { currency: 'USD', offer_name: uniqueTitle('Manual') });
    // a full cap asks; who says no finds the dialog as it was typed
    const cap = { publisher_id: '', metric: 'payout', period: 'total', limit: '1', action: 'hold' };
    await api(page, 'admin', 'PUT', `/api/offers/${id}/caps`, { caps: [cap] });
    await page.goto('/am/reports/conversions');
    await page.getByRole('button', { name: 'Add conversion' }).click();
    const form = page.getByRole('dialog', { name: 'Add a conversion' });
    await form.getByRole('button', { name: 'Add conversion' }).click();
    await expect(form.getByRole('alert')).toHaveText('Please enter the click id');
    await form.getByText('By offer and publisher').click();
    await form.getByRole('combobox', { name: 'Offer' }).fill(title);
    await page.getByRole('option', { name: title }).click();
    await form.getByRole('combobox', { name: 'Publisher' }).fill('Priya');
    await page.getByRole('option', { name: /Priya/ }).click();
    const txn = `M${Date.now().toString(36)}`;
    await form.getByLabel('Transaction id').fill(txn);
    await form.getByLabel('Payout').fill('1.2345678');
    await form.getByLabel('Reason').fill('Missed by the shop');
    await form.getByRole('button', { name: 'Add conversion' }).click();
    await expect(form.getByRole('alert')).toHaveText(
      'Payout must be an amount such as 0.3, with at most six decimals.',
    );
    await form.getByLabel('Payout').fill('1.2345');
    await form.getByRole('button', { name: 'Add conversion' }).click();
    const over = page.getByRole('alertdialog', { name: 'Add it over the cap?' });
    await over.getByRole('button', { name: 'Cancel' }).click();
    await expect(form.getByLabel('Transaction id')).toHaveValue(txn);
    await form.getByRole('button', { name: 'Add conversion' }).click();
    await over.getByRole('button', { name: 'Add over the cap' }).click();
    await expect(page.getByText('Conversion added.')).toBeVisible();

    await page.getByLabel('Search by click, transaction, IP or source...').fill(txn);
    // the newest row is there before the search is answered, and an answer closes what is open
    await expect(page).toHaveURL(new RegExp(`q=${txn}`));
    await expect(page.getByRole('row')).toHaveCount(2);
    const row = rowOf(page, txn);
    await expect(row).toContainText('Approved');
    await expect(row).toContainText('$1.2345');
    await choose(row, 'Edit amounts');
    const amounts = page.getByRole('dialog', { name: 'Edit amounts' });
    await amounts.getByLabel('Payout').fill('1.3');
    await amounts.getByRole('button', { name: 'Save amounts' }).click();
    await expect(amounts.getByRole('alert')).toHaveText('Please give a reason');
    await amounts.getByLabel('Reason').fill('Agreed by mail');
    await amounts.getByRole('button', { name: 'Save amounts' }).click();
    const overAmounts = page.getByRole('alertdialog', { name: 'Save the amounts over the cap?' });
    await overAmounts.getByRole('button', { name: 'Save over the cap' }).click();
    await expect(row).toContainText('$1.30');
    await choose(row, 'Note');
    await page.getByRole('dialog', { name: 'Note' }).getByLabel('Note').fill('Ask Ana');
    await page.getByRole('button', { name: 'Save note' }).click();
    await choose(row, 'Reject');
    await page.getByRole('button', { name: 'Cancelled order' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reject', exact: true }).click();
    await expect(row).toContainText('Rejected');
    await expect(row).toContainText('Cancelled order');

    // the drawer has its own address, and tells all of it
    await choose(row, 'Details');
    await expect(page).toHaveURL(/record=[0-9a-f-]{36}/);
    await page.reload();
    const drawer = page.getByRole('dialog', { name: 'Conversion' });
    await expect(drawer.getByText('Ask Ana')).toBeVisible();
    await expect(drawer.getByText('Payout: $1.2345 → $1.30 · Agreed by mail')).toBeVisible();
    await expect(drawer.getByText('Added by hand').first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/record=/);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const file = await (await download).createReadStream();
    let csv = '';
    for await (const part of file) csv += part;
    expect(csv).toContain(txn);
    expect(csv.trim().split('\n')).toHaveLength(2);
  });
});

test('many are decided at once, filters are chips in the URL, newer rows announce themselves', async ({ page }) => {
  await enterAs(page, 'admin');
  const { id, title } = await makeOffer(page, { offer_name: uniqueTitle('Many') });
  for (const txn_id of ['a', 'b', 'c']) await addConversion(page, id, { txn_id });
  await page.goto('/am/reports/conversions');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Offer' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(new RegExp(`offer_id=${id}`));
  await expect(page.getByText(`Offer: ${title}`)).toBeVisible();
  await expect(rowOf(page, title)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.getByText('3 conversions selected')).toBeVisible();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alertdialog').getByLabel('Reason').fill('All good');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('3 conversions approved.')).toBeVisible();
  await expect(rowOf(page, 'Approved')).toHaveCount(3);
  await expect(rowOf(page, 'All good')).toHaveCount(3);

  await addConversion(page, id, { txn_id: 'd' });
  await page.getByRole('status').filter({ hasText: '1 newer row: show' }).click({ timeout: 25_000 });
  await expect(rowOf(page, title)).toHaveCount(4);
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, title)).toHaveCount(4);
  await page.getByRole('button', { name: `Remove Offer: ${title}` }).click();
  await expect(page).not.toHaveURL(/offer_id/);
});

test('a refused postback is kept, explained, found by any parameter, and replayed', async ({ page }) => {
  await enterAs(page, 'admin');
  const { id, title } = await makeOffer(page, { default_campaign_url: 'https://shop.example/?cid={click_id}' });
  const { camp_id } = (await api(page, 'admin', 'GET', `/api/offers/${id}`)) as { camp_id: number };
  let click = '';
  await expect(async () => {
    click = await clickId(`${trackerOrigin}/click?camp_id=${camp_id}&publisher_id=2`);
    expect(click).not.toBe('');
  }).toPass({ timeout: 60_000 });
  const mark = `needle-${Date.now().toString(36)}`;
  const answer = await serverPostback(`${trackerOrigin}/postback?click_id=${click}&sub3=${mark}&token=guess`);
  expect(answer.status).toBe(403);
  await page.goto(`/am/reports/advertiser-postbacks?q=${mark}`);
  const row = rowOf(page, mark);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('Token does not match', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await row.getByRole('button').first().click();
  const drawer = page.getByRole('dialog', { name: 'Received postback' });
  await expect(drawer.getByText(title)).toBeVisible();
  await expect(drawer).not.toContainText('guess');
  await drawer.getByRole('button', { name: 'Replay' }).click();
  const replay = page.getByRole('dialog', { name: 'Replay this postback?' });
  await replay.getByLabel('Reason').fill('The shop had an old token');
  await replay.getByLabel('I vouch for the sender').check();
  await replay.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByText('1 postback is processed again.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(drawer.getByText('Recorded').first()).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await drawer.getByRole('link', { name: 'Open its conversion' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Conversion' }).getByText('Vouched for by an account manager'),
  ).toBeVisible();
});

test('an advertiser decides, and the publisher reads why', async ({ page, browser }) => {
  await enterAs(page, 'admin');
  const { id, title } = await makeOffer(page, { offer_name: uniqueTitle('Decide') });
  for (const txn_id of ['order-X', 'order-Y']) await addConversion(page, id, { txn_id });
  const advertiser = await (await browser.newContext()).newPage();
  await openAs(advertiser, 'advertiser', 'demo', `/advertiser/reports/conversion?status=pending`);
  for (const txn of ['order-X', 'order-Y']) {
    await advertiser.getByRole('row').filter({ hasText: title }).filter({ hasText: txn }).getByRole('checkbox').check();
  }
  await advertiser.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Reject' }).click();
  const question = advertiser.getByRole('alertdialog', { name: 'Reject 2 conversions?' });
  await question.getByLabel('Reason').fill('Parcel came back');
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(advertiser.getByText('2 conversions rejected.')).toBeVisible();
  await advertiser.context().close();
  const publisher = await (await browser.newContext()).newPage();
  await openAs(publisher, 'publisher', 'demo', `/publisher/reports/conversions`);
  const rows = publisher.getByRole('row').filter({ hasText: title });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('Rejected');
  await expect(rows.first()).toContainText('Parcel came back');
  await publisher.context().close();
});

test('an account manager keeps a publisher’s postback, and sees what a test call met', async ({ page }) => {
  await enterAs(page, 'admin');
  const { title } = await makeOffer(page, { offer_name: uniqueTitle('Postback') });
  await page.goto('/am/affiliates/postbacks');
  await page.getByRole('button', { name: 'Add postback' }).click();
  const form = page.getByRole('dialog', { name: 'Add postback' });
  await form.getByRole('button', { name: 'Save postback' }).click();
  await expect(form.getByRole('alert')).toHaveText('Please choose a publisher');
  await form.getByRole('combobox', { name: 'Publisher' }).fill('Rohan');
  await page.getByRole('option', { name: /Rohan/ }).click();
  await form.getByRole('combobox', { name: 'Offer' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await form.getByLabel('Postback URL').fill('http://10.0.0.1/cb?c=');
  await form.getByRole('button', { name: 'Insert a macro' }).click();
  const picker = page.getByRole('dialog', { name: 'Macros' });
  await picker.getByLabel('Search macros').fill('own click');
  await expect(picker.getByRole('button', { name: '{revenue}' })).toHaveCount(0);
  await picker.getByRole('button', { name: '{p1}' }).click();
  await picker.getByRole('button', { name: 'Done' }).click();
  await expect(form.getByLabel('Postback URL')).toHaveValue('http://10.0.0.1/cb?c={p1}');
  await form.getByRole('button', { name: 'Save postback' }).click();
  await expect(page.getByText('Postback saved.')).toBeVisible();
  const row = rowOf(page, title);
  await expect(row).toContainText('On');
  await choose(row, 'Test');
  const dialog = page.getByRole('dialog', { name: 'Test postback' });
  await dialog.getByRole('button', { name: 'Call with sample values' }).click();
  await expect(dialog.getByRole('alert')).toContainText('not delivered');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await choose(row, 'Switch off');
  await expect(row).toContainText('Off');
  await choose(row, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Postback deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a reached cap is logged with what it did, paced, and started anew', async ({ page }) => {
  await enterAs(page, 'admin');
  const { id, title } = await makeOffer(page, { offer_name: uniqueTitle('Capped') });
  const cap = { metric: 'conversions', period: 'day', limit: '1', action: 'notify', publisher_id: null };
  await api(page, 'admin', 'PUT', `/api/offers/${id}/caps`, { caps: [cap] });
  await addConversion(page, id, { status: 'approved' });
  await page.goto(`/am/reports/caps/pacing?offer_id=${id}`);
  await expect(rowOf(page, title)).toContainText('1 of 1 (100%)');
  await page.getByRole('link', { name: 'Reached' }).click();
  const row = rowOf(page, title);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('In force', { timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText('Only tell the account managers');
  await choose(row, 'Reset');
  await page.getByRole('alertdialog').getByLabel('Reason').fill('More budget');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expect(row).toContainText('Reset');
});

test('the rules of who may send are saved, and new secrets replace the old at once', async ({ page }) => {
  await openAs(page, 'admin', 'acme', `/am/offers/postback`);
  const rules = page.getByRole('region', { name: 'Who may send' });
  const token = rules.getByRole('region', { name: 'Token' }).locator('pre');
  await expect(token).toHaveText('••••••••');
  await rules.getByRole('button', { name: 'Show both' }).click();
  const old = (await token.textContent()) ?? '';
  await rules.getByRole('button', { name: 'Replace token and key' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('stop working at once');
  await question.getByRole('button', { name: 'Replace both' }).click();
  await expect(page.getByText('Token and signing key replaced.')).toBeVisible();
  await expect(token).not.toHaveText(old);
  await rules.getByLabel('Allowed addresses').fill('192.0.2.0/24');
  await page.keyboard.press('Enter');
  const approved = rules.getByRole('group', { name: 'Status words of its own' }).getByLabel('Approved');
  await approved.fill('Zum Beispiel');
  await page.keyboard.press('Enter');
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Saved. The trackers have it within two seconds.')).toBeVisible();
  await page.reload();
  await expect(rules.getByText('zum_beispiel', { exact: true })).toBeVisible();
  await approved.focus();
  await page.keyboard.press('Backspace');
  await expect(rules.getByText('192.0.2.0/24', { exact: true })).toBeVisible();
  await rules.getByLabel('Allowed addresses').focus();
  await page.keyboard.press('Backspace');
  await expect(rules.getByText('192.0.2.0/24', { exact: true })).toHaveCount(0);
  await rules.getByRole('button', { name: 'Save rules' }).click();
  await expect(page.getByText('Saved. The trackers have it within two seconds.')).toBeVisible();
});

test('on a phone the log is cards, and a card opens the drawer', async ({ page }) => {
  await enterAs(page, 'admin');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/am/reports/conversions');
  const cards = page.getByRole('list', { name: 'Conversion Logs' }).getByRole('listitem');
  await expect(cards.first()).toContainText('Payout');
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await cards.first().getByRole('button').first().click();
  await expect(page.getByRole('heading', { name: 'What was checked' })).toBeVisible();
  await expectAccessible(page);
});

test('what came too late is booked or dismissed by a person, with a reason, once', async ({ page }) => {
  await enterAs(page, 'admin');
  await page.goto('/am/reports/conversions/late?state=waiting');
  const waiting = page.getByRole('row').filter({ hasText: 'Waiting' });
  // of two publishers, from a day on which the demo's tracker was offline
  await expect(waiting).toHaveCount(2, { timeout: 60_000 });
  const late = (await waiting.first().textContent()) ?? '';
  const day = /[A-Z][a-z]{2} \d{1,2}, \d{4}/.exec(late)?.[0] ?? 'no day';
  await choose(waiting.first(), 'Book');
  const book = page.getByRole('alertdialog', { name: 'Book what came late?' });
  await expect(book.getByRole('button', { name: 'Book', exact: true })).toBeDisabled();
  await book.getByText('A tracker was offline').click();
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(page.getByText('Booked.', { exact: true })).toBeVisible();
  await expect(waiting).toHaveCount(1);

  await choose(waiting.first(), 'Dismiss');
  const dismiss = page.getByRole('alertdialog', { name: 'Dismiss what came late?' });
  await dismiss.getByLabel('Reason').fill('The period is closed');
  await dismiss.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText('Dismissed. Nothing was booked.')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByText('Nothing that came late fits these filters.')).toBeVisible();

  // one of the two is money now, the other is not
  await page.goto('/am/reports/conversions/late');
  await expect(rowOf(page, 'Booked')).toHaveCount(1);
  await expect(rowOf(page, 'Dismissed')).toHaveCount(1);
  await expect(rowOf(page, 'Booked')).toContainText('A tracker was offline');
  await page.goto('/am/reports/conversions/lots');
  await expect(rowOf(page, day)).toHaveCount(1);
});
