// Validation: an advertiser's file becomes a proposal, an account manager looks at its rows, chooses, applies it with a reason, and takes
// it all back.
import { enterAs, expect, expectAccessible, refusedReply, test } from './support.ts';

test.describe.configure({ timeout: 180_000 });
// a period that is too long
test.use({ expectedErrors: refusedReply });

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(['order,amount,status,reason', ...lines].join('\n')),
});

test('a file is uploaded by the advertiser, applied by the manager, and undone', async ({ page }) => {
  const name = `orders-${Date.now().toString(36)}.csv`;
  await enterAs(page, 'advertiser');
  await page.goto('/advertiser/reports/conversion');
  await page.getByRole('link', { name: 'Validation' }).click();
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload validated orders' });
  const sent = file(name, ['ORD-1047,,approved,', 'NOWHERE-1,,approved,', 'NOWHERE-2,,perhaps,']);
  await dialog.getByLabel('Choose a file').setInputFiles(sent);
  await expect(dialog.getByText(`${name}: 3 lines read`)).toBeVisible();
  await dialog.getByLabel('From').fill('2020-01-01');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('at most 400 days');
  const now = Date.now();
  const day = (back: number) => new Date(now - back * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('From').fill(day(70));
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(day(0));
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText('a proposal, until an account manager applies it')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'NOWHERE-2' })).toContainText('is not on the list');
  await expectAccessible(page);

  await enterAs(page, 'admin');
  await page.goto('/am/reports/conversions');
  await page.getByRole('link', { name: 'Validation' }).click();
  await page.getByRole('link', { name }).click();
  const row = page.getByRole('row').filter({ hasText: 'ORD-1047' });
  await expect(row).toContainText('Agree');
  await page.getByRole('button', { name: /^Unreadable: 1$/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: /^Unreadable: 1$/ }).click();
  await row.getByRole('button', { name: '2', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Row' })).toContainText('Our conversion');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  const ask = page.getByRole('alertdialog', { name: /^Apply \d+ row/ });
  await ask.getByRole('textbox').fill('By the file of the browser');
  await ask.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('By the file of the browser')).toBeVisible();
  await expect(row).toContainText('Changed', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Undo all' }).click();
  const undo = page.getByRole('alertdialog', { name: 'Undo the whole set?' });
  await undo.getByRole('textbox').fill('Only a trial');
  await undo.getByRole('button', { name: 'Undo all' }).click();
  await expect(row).toContainText('Undone', { timeout: 60_000 });
  await expectAccessible(page);
});
