// Proof as a partner has it: a signed statement taken from the portal, checked by the page of the workspace and by the same page
// from a disk, whole and altered; and the command that shares its code.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, originOf, signIn, test } from './support.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

async function take(page: Page, place: string, file: string): Promise<void> {
  await page.goto(`${originOf('demo')}${place}`);
  await page.getByRole('button', { name: 'Signed statement' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  await (await download).saveAs(file);
}

async function verdictOf(page: Page, files: { file: string; older?: string; keys?: string }): Promise<string | null> {
  await page.getByLabel('Signed statement').setInputFiles(files.file);
  if (files.older) await page.getByLabel(/^An older statement/).setInputFiles(files.older);
  if (files.keys) await page.getByLabel(/keys/).setInputFiles(files.keys);
  await page.getByRole('button', { name: 'Check' }).click();
  const verdict = page.locator('.verdict');
  await expect(verdict).toBeVisible();
  return verdict.getAttribute('data-result');
}

test('a statement is taken from the portal and checked without us, from a disk as well', async ({ page }, info) => {
  const [first, second, altered, keys] = ['first', 'second', 'altered', 'keys'].map((name) =>
    info.outputPath(`${name}.json`),
  ) as [string, string, string, string];
  // the history of the demo is signed within its first minute
  const publishedKeys = async () =>
    (await page.goto(`${originOf('demo')}/.well-known/tributary-keys.json`))?.text() ?? '';
  await expect.poll(async () => JSON.parse(await publishedKeys()).keys.length).toBeGreaterThan(0);
  await writeFile(keys, await publishedKeys());

  await signIn(page, 'publisher');
  await expect(page.getByRole('region', { name: 'Proof' })).toContainText('signed checkpoint');
  await take(page, '/publisher/profile/payment/statement', first);
  await take(page, '/publisher/profile/payment/statement', second);
  const text = await readFile(first, 'utf8');
  const amount = /\\"(\d{4,})\\",\\"USD\\"/.exec(text)?.[1] ?? '';
  expect(amount).not.toBe('');
  await writeFile(altered, text.replace(`\\"${amount}\\",\\"USD\\"`, `\\"9${amount.slice(1)}1\\",\\"USD\\"`));

  for (const place of [`${originOf('demo')}/verify.html`, `file://${root}dist/web/verify.html`]) {
    await page.goto(place);
    await page.getByLabel('Language').selectOption('en');
    expect(await verdictOf(page, { file: second, older: first, keys })).toBe('good');
    await expect(page.locator('li[data-result="bad"]')).toHaveCount(0);
    await page.reload();
    await page.getByLabel('Language').selectOption('en');
    expect(await verdictOf(page, { file: altered, keys })).toBe('bad');
    await expect(page.locator('li[data-code="changed_after_signing"]')).toBeVisible();
    // by the entry after it, where that is the account's own as well, else by the tree
    await expect(page.locator('li:is([data-code="entry_not_linked"], [data-code="not_in_ledger"])')).toBeVisible();
  }
  await page.getByLabel('Language').selectOption('es');
  await expect(page.getByText('El extracto no es correcto.')).toBeVisible();

  const command = [`${root}packages/verify/tributary-verify.mjs`];
  const env = { ...process.env, LC_ALL: 'C' };
  const good = await run(process.execPath, [...command, second, first, '--keys', keys], { env });
  expect(good.stdout).toContain('The statement holds.');
  const refused = await run(process.execPath, [...command, altered], { env }).catch(
    (error: { code: number; stdout: string }) => error,
  );
  expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('The statement does not hold.') });
});

test('the advertiser and the console take the same kind of file, and the console shows what was signed', async ({
  page,
}, info) => {
  await signIn(page, 'advertiser');
  const file = info.outputPath('advertiser.json');
  await take(page, '/advertiser/billing/history/statement', file);
  expect(JSON.parse(await readFile(file, 'utf8')).statement.account.side).toBe('advertiser');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, 'admin');
  await page.goto(`${originOf('demo')}/am/billing/proof`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByText(/^Key 1/)).toBeVisible();
});
