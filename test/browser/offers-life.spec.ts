// An offer's life after it is made: its page, the lists, and the way to a publisher's link (issue 5).
import type { Page } from '@playwright/test';
import { api, chooseOption, makeOffer, pixel, uniqueTitle } from './offers-support.ts';
import { enterAs, expect, expectAccessible, originOf, test } from './support.ts';

// long journeys: a loaded machine needs its time
test.describe.configure({ timeout: 180_000 });

/** a second person in a browser of his own */
async function another(page: Page, role: 'admin' | 'publisher'): Promise<Page> {
  const browser = page.context().browser();
  if (!browser) throw new Error('this page has no browser');
  const context = await browser.newContext({ baseURL: originOf('demo'), permissions: ['clipboard-write'] });
  const other = await context.newPage();
  await enterAs(other, role);
  return other;
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const rowAction = async (page: Page, name: string, action: string) => {
  await rowOf(page, name)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a publisher asks, is approved, and takes a link', async ({ page }) => {
  await enterAs(page, 'admin');
  const { title } = await makeOffer(page, {
    offer_visibility: 'Ask to Permission',
    require_terms: true,
    terms_and_conditions: '<p>No brand bidding</p>',
    description: '<h2>Big news</h2><script>alert(1)</script>',
    landing_pages: [{ name: 'Spring', url: 'https://shop.example/spring?c={click_id}' }],
    deep_links: true,
    deep_link_hosts: ['shop.example'],
    geo_coverage: 'in,us',
  });
  const publisher = await another(page, 'publisher');
  await publisher.goto(`/publisher/campaigns/available?q=${encodeURIComponent(title)}`);
  await expect(rowOf(publisher, title)).toContainText('Ask first');
  await expect(rowOf(publisher, title)).toContainText('India, United States');
  await expect(rowOf(publisher, title)).not.toContainText('2.00');
  await publisher.getByRole('button', { name: title, exact: true }).click();
  await expect(publisher.getByRole('heading', { name: 'Big news' })).toBeVisible();
  await publisher.getByRole('button', { name: 'Ask to run it' }).click();
  await publisher.getByLabel('Your traffic').fill('A newsletter of 20,000 readers');
  await publisher.getByRole('button', { name: 'Send request' }).click();
  await expect(publisher.getByText('Please accept the terms of this campaign.')).toBeVisible();
  await publisher.getByRole('checkbox', { name: /I accept the terms/ }).check();
  await publisher.getByRole('button', { name: 'Send request' }).click();
  await expect(publisher.getByText('Your request is sent.')).toBeVisible();
  await expect(rowOf(publisher, title)).toContainText('Requested');

  await page.goto(`/am/offers/requests?q=${encodeURIComponent(title)}`);
  await expect(rowOf(page, title)).toContainText('A newsletter of 20,000 readers');
  await expect(rowOf(page, title)).toContainText('Version 1');
  await rowAction(page, title, 'Approve');
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Welcome aboard');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Request approved.')).toBeVisible();
  await expect(page.getByText('No requests found')).toBeVisible();

  await publisher.goto(`/publisher/campaigns/my?q=${encodeURIComponent(title)}`);
  await expect(rowOf(publisher, title)).toContainText('Approved');
  await rowAction(publisher, title, 'Get link');
  await expect(publisher.getByRole('combobox', { name: 'Campaign' })).toHaveValue(new RegExp(title));
  await chooseOption(publisher, 'Landing page', 'Spring');
  await publisher.getByLabel('Source').fill('mail 42');
  await publisher.getByRole('button', { name: 'Values p1 to p15' }).click();
  await publisher.getByLabel('p1', { exact: true }).fill('mine-7');
  await publisher.getByLabel('p15').fill('last');
  await publisher.getByRole('button', { name: 'Make link' }).click();
  const generator = publisher.getByRole('region', { name: 'Link generator' });
  await expect(generator.getByText(/\/click\?.*p1=mine-7/)).toBeVisible();
  await expect(generator.getByText(/\/click\?.*p15=last/)).toContainText('source=mail');
  await expect(generator.getByText(/\/c\/\w+$/)).toBeVisible();
  await expect(generator.getByRole('img', { name: /^QR code of/ })).toBeVisible();
  await generator.getByRole('button', { name: 'Copy short link' }).click();
  await expect(rowOf(publisher, title).first()).toContainText('/c/');
  await expectAccessible(publisher);
  await publisher.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    publisher.waitForEvent('download'),
    publisher.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('campaign-links.csv');
  expect(JSON.stringify(await api(publisher, 'publisher', 'GET', '/api/publisher/campaigns'))).not.toContain('revenue');
});

test('a refusal carries its reason to the publisher', async ({ page }) => {
  await enterAs(page, 'admin');
  const { title } = await makeOffer(page, { offer_visibility: 'Ask to Permission' });
  const publisher = await another(page, 'publisher');
  await publisher.goto(`/publisher/campaigns/available?q=${encodeURIComponent(title)}`);
  await rowAction(publisher, title, 'Ask to run it');
  await publisher.getByRole('button', { name: 'Send request' }).click();
  await expect(publisher.getByText('Your request is sent.')).toBeVisible();
  await page.goto(`/am/offers/requests?q=${encodeURIComponent(title)}`);
  await page.getByRole('checkbox', { name: new RegExp(`^Select .*${title}`) }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('alertdialog').getByLabel('Reason').fill('Not our audience');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('1 request refused.')).toBeVisible();
  await expectAccessible(page);
  await publisher.goto(`/publisher/campaigns/my?q=${encodeURIComponent(title)}`);
  await expect(rowOf(publisher, title)).toContainText('Refused');
  await expect(rowOf(publisher, title)).toContainText('Not our audience');
  await expectAccessible(publisher);
});

test('caps, rules, targets, creatives and publishers are set on the offer’s page and come back', async ({ page }) => {
  await enterAs(page, 'admin');
  const { id } = await makeOffer(page, { goals: [{ name: 'Deposit', token: 'deposit', revenue: '5', payout: '2' }] });
  const tab = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('No unsaved changes')).toBeVisible();
  };
  await page.goto(`/am/offers/${id}`);
  await tab('Caps');
  await page.getByRole('button', { name: 'Add cap' }).click();
  await page.getByLabel('Limit').fill('250');
  await chooseOption(page, 'When reached', 'Record further conversions as pending');
  await save();

  await tab('Payout rules');
  await page.getByRole('button', { name: 'Add payout rule' }).click();
  const rule = page.getByRole('dialog', { name: 'Payout rule' });
  await chooseOption(page, 'Publisher', 'Priya Shah (2)');
  await chooseOption(page, 'Goal', 'Deposit');
  await rule.getByLabel('From conversions in the month').fill('100');
  await rule.getByLabel(/^Payout in [A-Z]+/).fill('3.5');
  await rule.getByRole('button', { name: 'Take' }).click();
  await save();
  await expect(page.getByText('Pays ₹3.50')).toBeVisible();
  await expect(page.getByText('from 100 conversions in the month on')).toContainText('Priya Shah');

  await tab('Targeting');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByRole('combobox', { name: 'Values' }).fill('chrome');
  await page.keyboard.press('Enter');
  await save();

  await tab('Creatives');
  await page.getByRole('button', { name: 'Add creative' }).click();
  await page.getByLabel('Creative name').fill('Tag line');
  await chooseOption(page, 'Kind', 'Text');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Buy now');
  await save();
  await page.getByRole('button', { name: 'Add creative' }).click();
  await page.getByLabel('Creative name').last().fill('Banner');
  await page.getByLabel('Creative file').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: pixel });
  await expect(page.getByAltText('Creative preview')).toBeVisible();
  await save();
  // a picture that is kept need not be sent again
  await page.getByLabel('Creative name').first().fill('Tag line two');
  await save();

  await tab('Publishers');
  await chooseOption(page, 'Publisher', 'Priya Shah (2)');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Publishers updated.')).toBeVisible();
  await expect(page.getByRole('table').getByText('Blocked')).toBeVisible();

  await page.reload();
  await tab('Caps');
  await expect(page.getByLabel('Limit')).toHaveValue('250');
  await expectAccessible(page);
  await tab('Targeting');
  await expect(page.getByText('chrome')).toBeVisible();
  await tab('Creatives');
  await expect(page.getByLabel('Creative name').first()).toHaveValue('Tag line two');
  await expect(page.getByAltText('Creative preview')).toHaveJSProperty('naturalWidth', 1);
  await tab('History');
  const caps = page.getByRole('listitem').filter({ has: page.getByText('Caps', { exact: true }) });
  await expect(caps).toContainText('250 conversions per day, for the whole offer');
  await expectAccessible(page);
});

test('the list narrows, clones, pauses many at once and exports', async ({ page }) => {
  await enterAs(page, 'admin');
  const word = uniqueTitle('Batch');
  for (const part of ['one', 'two']) await makeOffer(page, { offer_name: `${word} ${part}`, tags: [word.slice(-12)] });
  await page.goto(`/am/offers?q=${encodeURIComponent(word)}`);
  await expect(page.getByText('2 offers', { exact: true })).toBeVisible();
  await rowAction(page, `${word} one`, 'Clone');
  await expect(page.getByText(/Cloned as offer \d+, which is pending\./)).toBeVisible();
  await expect(page.getByText('3 offers', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('3 offers paused.')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('checkbox', { name: 'Paused' }).uncheck();
  await page.getByLabel('Tag', { exact: true }).fill(word.slice(-12));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No offers match your current filter criteria.')).toBeVisible();
  await expect(page).toHaveURL(/status=active%2Cpending/);
  await page.goto(`/am/offers?q=${encodeURIComponent(word)}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('offers.xlsx');
  await expectAccessible(page);
  await page.getByRole('link', { name: `${word} two` }).click();
  await expect(page.getByRole('heading', { name: `${word} two`, level: 1 })).toBeVisible();
});
