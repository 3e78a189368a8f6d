// Login, guards and logout (the specification, Signing in and up), sentence by sentence.
import {
  expect,
  expectAccessible,
  fillLogin,
  homeOf,
  openEnvelope,
  originOf,
  PASSWORD,
  refusedReply,
  roles,
  signIn,
  statusOf,
  stored,
  tenants,
  test,
} from './support.ts';

const LOGIN_CALL = '**/api/subdomain-login';

test.describe('the login page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('shows the tenant’s name, its fields and the ways on', async ({ page }) => {
    await expect(page.getByText('demo', { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/demo/);
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Email')).toHaveAttribute('required', '');
    await expect(page.getByLabel('Password')).toHaveAttribute('required', '');
    await expect(page.getByLabel('Remember me (30 days)')).not.toBeChecked();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });

  for (const kind of ['publisher', 'advertiser']) {
    test(`has a button to the ${kind} sign-up`, async ({ page }) => {
      await page.getByRole('button', { name: new RegExp(`sign up as an? ${kind}`, 'i') }).click();
      await expect(page).toHaveURL(`/${kind}-signup`);
    });
  }

  test('shows and hides the password', async ({ page }) => {
    await page.getByLabel('Password').fill('secret');
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: /^show/i }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: /^hide/i }).click();
    await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  });

  test('leaves empty and malformed fields to the browser', async ({ page }) => {
    let calls = 0;
    await page.route(LOGIN_CALL, (route) => {
      calls++;
      return route.abort();
    });
    await page.getByRole('button', { name: 'Log In' }).click();
    await fillLogin(page, 'not-an-address', PASSWORD);
    await page.getByRole('button', { name: 'Log In' }).click();
    expect(calls).toBe(0);
  });

  test('is free of serious accessibility faults', async ({ page }) => {
    await expectAccessible(page);
  });

  test('speaks Hindi and Spanish when asked', async ({ page }) => {
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('menuitem', { name: 'Español' }).click();
    await expect(page.getByLabel('Contraseña')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  });
});

test.describe('the login’s messages', () => {
  test.use({ expectedErrors: refusedReply });
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await fillLogin(page, 'admin@demo.test', PASSWORD);
  });

  test('a wrong password', async ({ page }) => {
    await page.getByLabel('Password').fill('wrong-password');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
    await page.getByLabel('Email').press('End');
    await page.keyboard.type('x');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('an unknown address gets the same sentence', async ({ page }) => {
    await page.getByLabel('Email').fill('nobody@demo.test');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login failed. Please check your credentials.');
  });

  test('a reply that cannot be decrypted', async ({ page }) => {
    await page.route(LOGIN_CALL, (route) => route.fulfill({ contentType: 'text/plain', body: 'not an envelope' }));
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Login response decryption failed. Please try again.');
  });

  test('a network failure', async ({ page }) => {
    await page.route(LOGIN_CALL, (route) => route.abort());
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Network error. Please try again.');
  });

  test('a payload that cannot be encrypted', async ({ page }) => {
    await page.evaluate(() => {
      SubtleCrypto.prototype.encrypt = () => Promise.reject(new Error('no'));
    });
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Data encryption failed. Please try again.');
  });

  test('while the call runs, and when it succeeds', async ({ page }) => {
    await page.getByLabel('Remember me (30 days)').check();
    const sent = page.waitForRequest(LOGIN_CALL);
    await page.route(LOGIN_CALL, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
    await expect(page.getByRole('status')).toHaveText('Login successful! Redirecting to dashboard...');
    await expect(page).toHaveURL('/am/dashboard');

    const request = await sent;
    expect(openEnvelope(request.postData() ?? '')).toEqual({
      email: 'admin@demo.test',
      password: PASSWORD,
      rememberMe: true,
    });
    const headers = await request.allHeaders();
    expect(headers['x-csrf-token']).toMatch(/^[0-9a-f]{64}$/);
    expect(headers).toMatchObject({
      'content-type': 'text/plain',
      'x-requested-with': 'XMLHttpRequest',
      'x-client-version': '1.0.0',
      'x-subdomain': 'demo',
    });
  });
});

test.describe('every demo account', () => {
  test.use({ expectedErrors: refusedReply });
  for (const [tenant, role] of tenants.flatMap((tenant) => roles.map((role) => [tenant, role] as const))) {
    test(`the ${role} of ${tenant} reaches the own dashboard, and logout ends it`, async ({ page }) => {
      await signIn(page, role, tenant);
      const keys = await stored(page);
      const own = role === 'admin' ? [] : [`${role}AuthToken`, `${role}UserData`];
      expect(Object.keys(keys).sort()).toEqual(['authToken', 'userData', ...own].sort());
      const user: unknown = JSON.parse(keys.userData ?? '');
      expect(user).toMatchObject({ subdomain: tenant, status: 'approved', email: `${role}@${tenant}.test` });

      const told = page.waitForResponse('**/api/logout');
      await page.getByRole('button', { name: 'Logout' }).first().click();
      expect((await told).ok()).toBe(true);
      await expect(page).toHaveURL(`${originOf(tenant)}/`);
      expect(await stored(page)).toEqual({});
      const headers = { authorization: `Bearer ${keys.authToken}`, 'x-subdomain': tenant };
      expect(await statusOf(page, '/api/session', headers)).toBe(401);
    });
  }
});

test.describe('the page guards', () => {
  test.use({ expectedErrors: /Failed to load resource|is unreadable/ });

  for (const role of roles) {
    test(`without a session ${homeOf[role]} goes to the login`, async ({ page }) => {
      await page.goto(homeOf[role]);
      await expect(page).toHaveURL('/');
    });

    test(`an unknown token on ${homeOf[role]} goes to the login and is forgotten`, async ({ page }) => {
      const prefix = role === 'admin' ? ['authToken', 'userData'] : [`${role}AuthToken`, `${role}UserData`];
      await page.goto('/');
      await page.evaluate(([token = '', user = '']) => {
        localStorage.setItem(token, 'unknown');
        localStorage.setItem(user, JSON.stringify({ first_name: 'A', last_name: 'B', subdomain: 'demo', id: '1' }));
      }, prefix);
      await page.goto(homeOf[role]);
      await expect(page).toHaveURL('/');
      expect(await stored(page)).toEqual({});
    });
  }

  test('unreadable user data is logged and goes to the login', async ({ page }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await signIn(page, 'admin');
    await page.evaluate(() => localStorage.setItem('userData', '{broken'));
    await page.goto('/am/dashboard');
    await expect(page).toHaveURL('/');
    expect(logged.some((text) => text.includes('userData is unreadable'))).toBe(true);
  });

  test('a publisher’s login does not open the console', async ({ page }) => {
    await signIn(page, 'publisher');
    await page.goto('/am/dashboard');
    await expect(page).toHaveURL('/');
  });

  test('a token of one tenant is unknown on another’s host', async ({ page }) => {
    await signIn(page, 'admin', 'acme');
    const keys = await stored(page);
    await page.goto(originOf('demo'));
    await page.evaluate((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, keys);
    await page.goto('/am/dashboard');
    await expect(page).toHaveURL(`${originOf('demo')}/`);
  });

  test('a logout in one tab ends the others', async ({ page, context }) => {
    await signIn(page, 'advertiser');
    const other = await context.newPage();
    await other.goto(homeOf.advertiser);
    await expect(other.getByRole('heading', { name: /Welcome back/ })).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await expect(other).toHaveURL('/');
  });
});

test('whoever is signed in still sees the login page at /', async ({ page }) => {
  await signIn(page, 'admin');
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
});
