// What people do on the screens of a large tenant, each done many times and never asking for the same thing twice: what
// the browser knows already is not asked for again.
import type { Page } from '@playwright/test';
import { routes } from '@tributary/contract';
import { type Answer, answerTime } from './answer-time.ts';

export type Samples = Record<string, number[]>;
/** told as soon as they are there, so that what fails later takes nothing with it */
export type Tell = (what: string, times: number[]) => void;

const list = ({ path }: { path: string }): Answer => ({ call: `${path}?`, shown: 'tbody' });
const options = ({ path }: { path: string }): Answer => ({ call: `${path}?`, shown: '[role="option"]' });
const affiliates = list(routes['publishers.list']);
const offers = list(routes.offers);
const campaigns = list(routes.campaigns);

/** few, some and many of the large tenant's people */
const peopleNamed = (at: number) => [`person${at * 613 + 1}@`, `number${at}`, `person${at}`][at % 3] ?? '';
const offersNamed = (at: number) => [`campaign ${1001 + at * 61}`, `${at} for`, `n ${10 + at}`][at % 3] ?? '';

export async function sampleConsole(page: Page, origin: string, actions: number, tell: Tell): Promise<void> {
  await page.goto(`${origin}/am/affiliates`);
  tell('Affiliates: page', await turnPages(page, affiliates, actions));
  tell('Affiliates: search', await searchList(page, affiliates, actions, peopleNamed));
  await page.goto(`${origin}/am/affiliates`);
  tell('Affiliates: sort', await sortList(page, affiliates));
  await page.goto(`${origin}/am/offers`);
  tell('Offers - Approved: page', await turnPages(page, offers, actions));
  tell('Offers - Approved: search', await searchList(page, offers, actions, offersNamed));
  await page.goto(`${origin}/am/dashboard`);
  tell('Quick search', await searchEverything(page, actions));
  await page.goto(`${origin}/am/affiliates`);
  tell('Affiliates: select all', await selectAll(page));
}

export async function samplePublisher(page: Page, origin: string, actions: number, tell: Tell): Promise<void> {
  await page.goto(`${origin}/publisher/campaigns/available`);
  tell('Available Campaigns: page', await turnPages(page, campaigns, actions));
  tell('Available Campaigns: search', await searchList(page, campaigns, actions, offersNamed));
  await page.goto(`${origin}/publisher/campaigns/links`);
  tell('Campaign Links: picker', await searchPicker(page, 'Campaign', options(routes.campaigns), actions));
}

/** one that brings no answer is said and left out: it must not cost the others */
async function repeat(times: number, one: (at: number) => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < times; at++) {
    try {
      samples.push(await one(at));
    } catch (error) {
      console.log(`  no sample: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return samples;
}

/** onwards from the first page, then backwards from the last: never a page that is known already */
function turnPages(page: Page, list: Answer, times: number): Promise<number[]> {
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  const last = page.getByRole('button', { name: /^Page \d+$/ }).last();
  const turn = Math.floor(times / 2);
  return repeat(times, (at) => {
    const button = at === turn ? last : named(at < turn ? 'next page' : 'previous page');
    return answerTime(page, list, () => button.click());
  });
}

function searchList(page: Page, list: Answer, times: number, textOf: (at: number) => string): Promise<number[]> {
  const box = page.getByRole('searchbox');
  return repeat(times, (at) => answerTime(page, list, () => box.fill(textOf(at))));
}

async function sortList(page: Page, list: Answer): Promise<number[]> {
  const heads = page.locator('thead').getByRole('button');
  return repeat(await heads.count(), (at) => answerTime(page, list, () => heads.nth(at).click()));
}

/** the head's checkbox, until the bar counts everybody; nothing where that takes more than a minute */
async function selectAll(page: Page): Promise<number[]> {
  const began = performance.now();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  try {
    await page.getByRole('button', { name: 'Clear selection' }).waitFor({ timeout: 60_000 });
    return [performance.now() - began];
  } catch {
    const said = await page.locator('section[aria-label="Selection"], .mantine-Notification-root').allTextContents();
    console.log(`selecting everybody was not done after a minute: ${said.join(' ')}`);
    return [];
  }
}

async function searchPicker(page: Page, label: string, answer: Answer, times: number): Promise<number[]> {
  const picker = page.getByRole('combobox', { name: label, exact: true });
  await picker.click();
  return repeat(times, (at) => answerTime(page, answer, () => picker.fill(offersNamed(at))));
}

async function searchEverything(page: Page, times: number): Promise<number[]> {
  await page.getByRole('button', { name: 'Logout' }).first().waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search screens and records' });
  const records: Answer = { ...options(routes.quickSearch), shown: '[role="group"][aria-label="Records"]' };
  return repeat(times, (at) => answerTime(page, records, () => box.fill(peopleNamed(at))));
}
