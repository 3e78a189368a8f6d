// A workspace's brand on its pages: in twenty colours (`npm run journey`; a few of them in `npm test`) nothing is hard to read, and
// what is entered is seen before it is saved. The colour is put into the page as the server writes it, so that no tenant is changed.
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { drawPng } from '../../packages/server/demo/draw-png.ts';
import { enterAs, expect, expectAccessible, onlyInShort, openAs, originOf, type Role, test } from './support.ts';

const colors = [
  ...['#ffffff', '#000000', '#facc15', '#7c3aed', '#dc2626', '#84cc16', '#1e3a8a', '#808080', '#ff00aa', '#fef9c3'],
  ...['#0f766e', '#f97316', '#22d3ee', '#a16207', '#e11d48', '#10b981', '#6366f1', '#d9f99d', '#334155', '#f0abfc'],
];
const pages: readonly [Role | null, string, string][] = [
  [null, '/', 'Log In'],
  [null, '/publisher-signup', 'Sign Up'],
  ['admin', '/am/dashboard', 'Logout'],
  ['admin', '/am/settings/brand', 'Save'],
  ['publisher', '/publisher/dashboard', 'Logout'],
  ['advertiser', '/advertiser/dashboard', 'Logout'],
];

/** after the page was read and before its program runs */
const dressIn = (page: Page, color: string) =>
  page.addInitScript((hex) => {
    document.addEventListener('readystatechange', () => {
      const boot = document.getElementById('boot');
      if (document.readyState !== 'interactive' || !boot?.textContent) return;
      boot.textContent = boot.textContent.replace(/"color":"#[0-9a-f]{6}"/, `"color":"${hex}"`);
    });
  }, color);

for (const color of onlyInShort(colors, (_, at) => at < 1)) {
  test(`in ${color} every page can be read`, async ({ page }) => {
    await dressIn(page, color);
    for (const [role, path, button] of pages) {
      if (role) await enterAs(page, role, 'acme');
      await page.goto(`${originOf('acme')}${path}`);
      await expect(page.getByRole('button', { name: button }).first()).toBeVisible();
      await expectAccessible(page);
      // neither what is read nor what stands behind it: titles, descriptions of pictures, what the page was begun with
      expect(await page.content()).not.toMatch(/tributary/i);
    }
  });
}

test('what is entered is seen in the preview before it is saved', async ({ page }, info) => {
  await openAs(page, 'admin', 'acme', '/am/settings');
  await expect(page).toHaveURL(`${originOf('acme')}/am/settings/brand`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByLabel('Name', { exact: true }).fill('Lantern Media');
  await expect(preview.getByText('Lantern Media')).toBeVisible();
  await page.getByLabel('Colour', { exact: true }).fill('#ffffff');
  await expect(page.getByText(/Moved to #[0-9a-f]{6} for links/).first()).toBeVisible();
  await preview.getByText('Portal', { exact: true }).click();
  await expect(preview.getByText('Lantern Media Publisher')).toBeVisible();
  await preview.getByText('Mail', { exact: true }).click();
  await expect(preview.getByText('From: Acme Partners')).toBeVisible();
  const logo = info.outputPath('logo.png');
  writeFileSync(
    logo,
    drawPng(64, 64, (x) => [x * 4, 120, 60, 255]),
  );
  await page.getByLabel('Logo file', { exact: true }).setInputFiles(logo);
  await expect(preview.locator('img')).toHaveJSProperty('naturalWidth', 64);
  await preview.getByText('Fallback page', { exact: true }).click();
  await expect(preview.getByText('This link is not available')).toBeVisible();
  await expectAccessible(page);
});
