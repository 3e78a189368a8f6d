// The public site (the specification, Public site) as visitors, readers without scripts and search engines meet it.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, mainOrigin, test } from './support.ts';

const pages = {
  '/': {
    en: 'Every click counted. Every partner paid right.',
    es: 'Cada clic, contado. Cada partner, bien pagado.',
    hi: 'हर क्लिक का हिसाब। हर पार्टनर को सही भुगतान।',
  },
  '/about': {
    en: 'We started with an argument about a number.',
    es: 'Empezamos por una discusión sobre una cifra.',
    hi: 'हमारी शुरुआत एक संख्या की बहस से हुई।',
  },
  '/features': {
    en: 'The whole programme, from link to payout',
    es: 'El programa completo, del enlace al pago',
    hi: 'पूरा कार्यक्रम, लिंक से भुगतान तक',
  },
  '/contact': {
    en: 'Talk to a person who knows the product',
    es: 'Hable con una persona que conoce el producto',
    hi: 'ऐसे व्यक्ति से बात करें जो उत्पाद को जानता है',
  },
  '/pricing': {
    en: 'Priced by conversions, not by surprise',
    es: 'Precio por conversiones, sin sorpresas',
    hi: 'मूल्य कन्वर्ज़न के अनुसार, अचरज के अनुसार नहीं',
  },
  '/signup': {
    en: 'Your own workspace, free for 14 days',
    es: 'Su propio espacio de trabajo, gratis 14 días',
    hi: 'आपका अपना वर्कस्पेस, 14 दिन निःशुल्क',
  },
  '/resources': { en: 'Resources', es: 'Recursos', hi: 'संसाधन' },
  '/learn-more': {
    en: 'The click is on disk before the redirect',
    es: 'El clic está en disco antes de la redirección',
    hi: 'रीडायरेक्ट से पहले क्लिक डिस्क पर होता है',
  },
} as const;
const paths = Object.keys(pages) as (keyof typeof pages)[];
const languages = ['en', 'es', 'hi'] as const;

test.use({ baseURL: mainOrigin });

const speak = (page: Page, lang: string) => page.context().addCookies([{ name: 'lang', value: lang, url: mainOrigin }]);

test.describe('pages', () => {
  for (const lang of languages) {
    test(`every page reads in ${lang}, with its own title and description`, async ({ page }) => {
      await speak(page, lang);
      const titles = new Set<string>();
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages[path][lang]);
        await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{40,}/);
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${mainOrigin}${path}`);
        await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', await page.title());
        titles.add(await page.title());
      }
      expect(titles.size).toBe(paths.length);
    });

    test(`no link is dead in ${lang}, anchors included`, async ({ page }) => {
      await speak(page, lang);
      const targets = new Set<string>();
      for (const path of paths) {
        await page.goto(path);
        const hrefs = await page
          .locator('a[href]')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
        for (const href of hrefs) {
          const url = new URL(href ?? '', new URL(path, mainOrigin));
          if (url.origin === mainOrigin) targets.add(`${url.pathname}${url.search}${url.hash}`);
          else expect(['mailto:', 'tel:', 'https:']).toContain(url.protocol);
        }
      }
      for (const target of targets) {
        const [address = '', anchor] = target.split('#');
        const reply = await page.request.get(address);
        expect(reply.status(), target).toBe(200);
        if (anchor) expect(await reply.text(), target).toContain(`id="${anchor}"`);
      }
      expect(targets.size).toBeGreaterThan(25);
    });
  }

  test('every figure, plan and claim of the specification is on its page', async ({ page }) => {
    const said: Record<string, string[]> = {
      '/': ['99.99%', '50K+', '850+', '99.9%', '100+', 'No credit card'],
      '/about': ['2020', 'Precision', 'Innovation', 'Partnership', 'Security'],
      '/features': ['Real-Time Analytics', 'Fraud Protection', 'Smart Link Management', 'Automated Payouts'],
      '/contact': ['Mon-Fri', '9-6', 'Sat', '10-4', 'Sun', 'closed'],
      '/pricing': ['₹699', '₹2,999', '₹6,999', 'Most Popular', '8,000', '200,000', '20,000', '75,000', 'PIN/OTP API'],
      '/signup': ['Basic', 'Professional (Advanced', 'Enterprise (Premium', 'Create an Account'],
    };
    for (const [path, texts] of Object.entries(said)) {
      await page.goto(path);
      for (const text of texts) expect(await page.locator('main').textContent(), `${path}: ${text}`).toContain(text);
    }
  });

  test('no page is wider than the screen, at 360, 768 and 1440 pixels', async ({ page }) => {
    for (const lang of languages) {
      await speak(page, lang);
      for (const path of paths) {
        await page.goto(path);
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 800 });
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(excess, `${lang} ${path} at ${width}`).toBeLessThanOrEqual(0);
        }
      }
    }
  });

  for (const path of paths) {
    test(`${path} has no serious accessibility fault in either scheme`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.locator('[data-island="header"]')).toHaveAttribute('data-live', 'true');
      await expectAccessible(page);
    });
  }

  test('search engines find a sitemap of exactly these pages, and robots.txt points to it', async ({ page }) => {
    const sitemap = await (await page.request.get('/sitemap.xml')).text();
    const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
    expect(listed).toEqual(paths.map((path) => `${mainOrigin}${path}`));
    expect(await (await page.request.get('/robots.txt')).text()).toContain(`Sitemap: ${mainOrigin}/sitemap.xml`);
    await page.goto('/');
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    const picture = await page.request.get(image ?? '');
    expect(picture.headers()['content-type']).toBe('image/png');
  });
});

test.describe('the header', () => {
  test('menus hold every entry and close on Escape, on a click elsewhere and on each other', async ({ page }) => {
    await page.goto('/about');
    const menu = (name: string) => page.locator('.site-nav details', { hasText: name });
    const entries = {
      'Products & Solutions': { Features: '/features', 'About Us': '/about', Integrations: '/resources#integrations' },
      Services: { Support: '/resources#support', Training: '/resources#training', Consulting: '/contact' },
    };
    for (const [name, links] of Object.entries(entries)) {
      await menu(name).locator('summary').click();
      for (const [label, href] of Object.entries(links)) {
        await expect(menu(name).getByRole('link', { name: label })).toHaveAttribute('href', href);
      }
    }
    await expect(menu('Products & Solutions')).not.toHaveAttribute('open');
    await page.keyboard.press('Escape');
    await expect(menu('Services')).not.toHaveAttribute('open');
    await expect(menu('Services').locator('summary')).toBeFocused();
    await menu('Services').locator('summary').click();
    await page.locator('main').click({ position: { x: 5, y: 300 } });
    await expect(menu('Services')).not.toHaveAttribute('open');
    await expect(page.getByRole('link', { name: 'Request Free Trial' }).first()).toHaveAttribute('href', '/signup');
  });

  test('the announcement leads to /learn-more and, once dismissed, stays away without a flash', async ({ page }) => {
    await page.goto('/');
    const announcement = page.locator('.announcement');
    await expect(announcement.getByRole('link')).toHaveAttribute('href', '/learn-more');
    await page.getByRole('button', { name: 'Dismiss this announcement' }).click();
    await expect(announcement).toBeHidden();
    await page.goto('/pricing', { waitUntil: 'commit' });
    await expect(page.locator('html')).toHaveAttribute('data-announcement', 'dismissed');
    await expect(announcement).toBeHidden();
  });

  test('the language menu changes the language of every page, and back', async ({ page }) => {
    await page.goto('/pricing');
    await page.locator('.language-menu summary').click();
    await page.getByRole('link', { name: 'Español' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages['/pricing'].es);
    await page.goto('/resources#caps');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recursos');
    await page.locator('.language-menu summary').click();
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources');
    await expect(page).toHaveURL(`${mainOrigin}/resources#caps`);
  });

  test('light and dark are one click apart, and the choice is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await page.goto('/about');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });

  test('below 768 pixels the menu folds away behind a button', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto('/');
    const pricing = page.locator('.site-nav').getByRole('link', { name: 'Pricing' });
    const button = page.getByRole('button', { name: 'Menu' });
    await expect(pricing).toBeHidden();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await pricing.click();
    await expect(page).toHaveURL(`${mainOrigin}/pricing`);
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(pricing).toBeVisible();
    await expect(button).toBeHidden();
  });
});

test('the eCommerce add-on changes the prices, the plans and the comparison', async ({ page }) => {
  await page.goto('/pricing');
  const basic = page.getByRole('region', { name: 'Basic' });
  const comparison = page.locator('.comparison');
  await expect(basic).toContainText('₹699');
  await expect(basic).not.toContainText('Commission by SKU');
  await expect(comparison).not.toContainText('Commission by SKU');
  await page.getByRole('switch', { name: /eCommerce add-on/ }).check();
  await expect(basic).toContainText('₹1,698');
  await expect(basic).toContainText('includes ₹999 for the add-on');
  for (const extra of ['Commission by SKU', 'Coupon Tracking', 'Product Feed'])
    await expect(basic).toContainText(extra);
  await expect(comparison).toContainText('Commission by SKU');
  await expect(page.getByRole('region', { name: 'Premium' })).toContainText('₹7,998');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('pages read in full, menus open, and the language can be changed', async ({ page }) => {
    await page.goto('/');
    await expect(page.locator('.console-value').first()).toHaveText(/^\d{2},\d{3}$/);
    await page.locator('.site-nav details', { hasText: 'Services' }).locator('summary').click();
    await page.getByRole('link', { name: 'Training' }).first().click();
    await expect(page.getByRole('heading', { name: 'Training', level: 2 })).toBeVisible();
    await page.locator('.language-menu summary').click();
    await page.getByRole('link', { name: 'हिन्दी' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('संसाधन');
    await page.goto('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages['/signup'].hi);
    await expect(page.getByText('JavaScript')).toBeVisible();
  });
});

test.describe('the home page’s budget', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('under 150 KB of script, nothing moves, and the demo figures are alive', async ({ page }) => {
    const scripts: Promise<Buffer>[] = [];
    page.on('response', (reply) => {
      if (reply.request().resourceType() === 'script') scripts.push(reply.body());
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    const clicksAndConversions = () => page.locator('.console-value').allTextContents();
    const first = await clicksAndConversions();
    await expect.poll(clicksAndConversions).not.toEqual(first);
    const bytes = (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(150 * 1024);
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
  });
});
