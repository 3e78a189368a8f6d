// What the offer journeys share: calls with a signed-in page's own session, an offer made that way, and the form read
// back as a person sees it.
import { expect, type Page } from '@playwright/test';
import { openAs, type Role } from './support.ts';

/** a PNG of one pixel */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const tokenKeys: Record<Role, string> = {
  admin: 'authToken',
  publisher: 'publisherAuthToken',
  advertiser: 'advertiserAuthToken',
};

export async function api(page: Page, role: Role, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await page.evaluate(
    async ({ key, method: verb, path: to, body: sent }) => {
      const reply = await fetch(to, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem(key)}`,
          'x-subdomain': location.hostname.split('.')[0] ?? '',
          'content-type': 'application/json',
        },
        body: sent === undefined ? undefined : JSON.stringify(sent),
      });
      return { status: reply.status, text: await reply.text() };
    },
    { key: tokenKeys[role], method, path, body },
  );
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.text ? JSON.parse(answer.text) : undefined;
}

let counter = 0;
export const uniqueTitle = (what: string): string => `${what} ${process.pid}-${Date.now().toString(36)}-${++counter}`;

/** an offer of the demo's advertiser, straight through the call of the specification */
export async function makeOffer(
  page: Page,
  part: Record<string, unknown> = {},
): Promise<{ id: string; title: string }> {
  const title = String(part.offer_name ?? uniqueTitle('Offer'));
  const choices = (await api(page, 'admin', 'GET', '/api/offer-choices?kind=own-advertiser')) as {
    rows: { number: number }[];
  };
  const { id } = (await api(page, 'admin', 'POST', '/api/offers', {
    offer_name: title,
    advertiser_id: choices.rows[0]?.number,
    default_campaign_url: 'https://shop.example/?cid={click_id}',
    revenue: 2,
    payout: 1,
    ...part,
  })) as { id: string };
  return { id, title };
}

export async function openCreateOffer(page: Page): Promise<void> {
  await openAs(page, 'admin', 'demo', '/am/offers/create');
  await expect(page.getByRole('heading', { name: 'Create Offer', level: 1 })).toBeVisible({ timeout: 30_000 });
}

export async function chooseOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

export async function chooseAdvertiser(page: Page): Promise<void> {
  await chooseOption(page, 'Advertiser', 'Adam Novak (3)');
}

/** every part of the form that is shown, by its field: inputs, boxes, chips, dates, formatted text, pictures */
export const readParts = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => {
    const texts = (part: Element, selector: string) =>
      [...part.querySelectorAll(selector)].map((node) => node.textContent?.trim());
    const entries = [...document.querySelectorAll<HTMLElement>('[data-field]')].map((part) => {
      const inputs = [...part.querySelectorAll<HTMLInputElement>('input, textarea, select')]
        .filter((input) => input.type !== 'hidden' && input.type !== 'file' && !input.closest('[class*="toolbar"]'))
        .map((input) =>
          input.type === 'checkbox' || input.type === 'radio' ? `${input.value} ${input.checked}` : input.value,
        );
      const picture = part.querySelector('img')?.naturalWidth ?? 0;
      const formatted = [...part.querySelectorAll('.ProseMirror')].map((editor) =>
        // the empty editor's own marks are no text
        editor.innerHTML.replaceAll(/ (data-placeholder|class)="[^"]*"/g, ''),
      );
      const chips = texts(part, '.mantine-Pill-label');
      const dates = texts(part, 'button.mantine-DateTimePicker-input');
      return [part.dataset.field, { inputs, chips, dates, formatted, picture }];
    });
    return Object.fromEntries(entries);
  });

export async function openSections(page: Page): Promise<void> {
  for (const name of ['Advanced Settings', 'Time Targeting']) {
    const head = page.getByRole('button', { name });
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
    await expect(head).toHaveAttribute('aria-expanded', 'true');
  }
}
