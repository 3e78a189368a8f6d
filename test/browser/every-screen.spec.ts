// Every screen of the three portals stands, without an error shown or logged and without a refused call: for a tenant
// that has nothing yet and for the demo tenant. `npm run bench:screens` does the same on a large one.
import type { Page } from '@playwright/test';
import { logIn, OWN_PASSWORD, ownAccount } from './account-support.ts';
import { expect, type Role, roles, signIn, test } from './support.ts';
import { NEW_PASSWORD, startWorkspace } from './trial-support.ts';
import { screensOfRole, walkScreens } from './walk-screens.ts';

async function expectEveryScreen(page: Page, role: Role): Promise<void> {
  const visits = await walkScreens(page, role);
  expect(visits.map(({ screen }) => screen)).toEqual(screensOfRole[role].map(({ path }) => path));
  expect(visits.filter(({ faults }) => faults.length > 0)).toEqual([]);
}

test('every screen stands for an empty tenant', async ({ page }) => {
  const { subdomain, email } = await startWorkspace(page);
  const owner = { email, password: NEW_PASSWORD };
  const publisher = await ownAccount(page, 'affiliate', subdomain, owner);
  const advertiser = await ownAccount(page, 'advertiser', subdomain, owner);
  const people = [
    ['admin', email, NEW_PASSWORD],
    ['publisher', publisher, OWN_PASSWORD],
    ['advertiser', advertiser, OWN_PASSWORD],
  ] as const;
  for (const [role, address, password] of people) {
    await logIn(page, address, password, subdomain);
    await expectEveryScreen(page, role);
  }
});

test('every screen stands for the demo tenant', async ({ page }) => {
  for (const role of roles) {
    await signIn(page, role);
    await expectEveryScreen(page, role);
  }
});
