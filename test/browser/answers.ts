// The generic check that no row, heading or figure belongs to another question: the page notes what it asks at which
// address and what it is answered, and the rows that stand in a table must come from an answer to that address's question.
import { expect, type Page } from '@playwright/test';
import type { DimensionId, MetricId } from '@tributary/contract/reports/report-catalogue';
import { dimensions, metricLabel } from '@tributary/contract/reports/report-catalogue';
import type { ReportReply } from '@tributary/contract/reports/reports';
import { dimensionText, figureIn, figureText } from '../../packages/web/features/report/figure.ts';
import { openEnvelope, type Role } from './support.ts';

interface Answer {
  /** the page's own address when it asked */
  address: string;
  url: string;
  text: string;
}

interface Shown {
  address: string;
  tables: { label: string; heads: string[]; rows: { key: string; cells: string[] }[] }[];
  totals: [label: string, figure: string][];
}

/** Call it before the page's first visit; then after any navigation `expectOwnRows()`. */
export async function watchAnswers(page: Page) {
  await page.addInitScript({ content: 'globalThis.__name ??= (it) => it' });
  await page.addInitScript(noteAnswers);
  let last: { address: string; answers: Answer[] } = { address: '', answers: [] };

  /** what stands now, and what was answered to the question of its address */
  const look = async () => {
    const { settled, shown, own } = await page.evaluate(() => {
      const now = Reflect.get(window, 'shownRows')() as Shown;
      const all = Reflect.get(window, 'answersSeen') as Answer[];
      const isThere = Reflect.get(window, 'isSettled')() as boolean;
      // which record lies open beside the rows, which columns they have and what the chart shows is no part of their question
      const questionOf = (address: string) => {
        const url = new URL(address, location.origin);
        for (const name of ['record', 'columns', 'chart']) url.searchParams.delete(name);
        return url.href;
      };
      const question = questionOf(now.address);
      // a whole report that another screen has asked for already, in the same words, is not asked for again
      const said = [...new URL(question).searchParams];
      const isWhole = ['dimensions', 'metrics'].every((name) => said.some(([one]) => one === name));
      const isSame = (url: string) => {
        const { searchParams } = new URL(url, location.origin);
        // a profit is asked with its two parts
        const figures = (text: string | null) => text?.split(',') ?? [];
        const holdsAll = (value: string) =>
          figures(value).every((id) => figures(searchParams.get('metrics')).includes(id));
        return (
          isWhole &&
          said.every(([name, value]) => (name === 'metrics' ? holdsAll(value) : searchParams.get(name) === value))
        );
      };
      const asked = all.filter(({ address }) => questionOf(address) === question);
      return { settled: isThere, shown: now, own: [...all.filter(({ url }) => isSame(url)), ...asked] };
    });
    expect(settled, `${shown.address} is there, with nothing on its way`).toBe(true);
    // an address may differ in what no call asks for (a column, an open record): then the answers before it still count
    const isKept = pathOf(last.address) === pathOf(shown.address);
    const before = isKept ? last.answers.filter(({ url }) => !own.some((one) => pathOf(one.url) === pathOf(url))) : [];
    return { shown, answers: [...own, ...before] };
  };

  /** Whatever stands belongs to the address. A page that has just been told to change may take its time, not stay so. */
  const expectOwnRows = async (further?: (shown: Shown, answers: readonly Answer[]) => void): Promise<void> => {
    await expect(async () => {
      const { shown, answers } = await look();
      const strangers = strangersIn(shown, answers.map(read));
      expect(strangers, `rows at ${shown.address} that no answer to it holds`).toEqual([]);
      further?.(shown, answers);
      last = { address: shown.address, answers };
    }).toPass({ timeout: 60_000, intervals: [50, 100, 250] });
  };
  return { expectOwnRows };
}

type Watched = Awaited<ReturnType<typeof watchAnswers>>;

/** the table and the totals of a report are, cell by cell, those of the last answer to its address */
export const expectReportOfAddress = (watched: Watched, role: Role): Promise<void> =>
  watched.expectOwnRows((shown, answers) => {
    const asked = answers
      .filter(({ url }) => pathOf(url) === '/api/reports' && new URL(url, 'http://x').searchParams.has('offset'))
      .at(-1);
    if (!asked) throw new Error(`no report was asked for at ${shown.address}`);
    const query = new URL(asked.url, 'http://x').searchParams;
    const by = (query.get('dimensions')?.split(',') ?? []) as DimensionId[];
    const named = query.get('metrics')?.split(',') as MetricId[];
    // a profit is asked with its two parts, which need no columns of their own
    const isShown = (id: MetricId) => shown.totals.some(([label]) => label === metricLabel(id, role));
    const isPart = (id: MetricId) => named.includes('profit') && ['revenue', 'payout'].includes(id);
    const figures = named.filter((id) => !isPart(id) || isShown(id));
    const reply = JSON.parse(asked.text) as ReportReply;
    const { currency, tz } = reply.period;
    const names = by.map((id) => dimensions[id].label);
    const [table] = shown.tables;
    expect(table?.heads.slice(0, by.length) ?? names).toEqual(names);
    expect(table?.rows.map(({ cells }) => cells.slice(0, by.length + 1)) ?? []).toEqual(
      reply.rows.map((row, index) => [
        ...by.map((id) => dimensionText(id, row[id], reply.labels, tz)),
        ...figures
          .slice(0, 1)
          .map((id) => figureIn(id, { cells: row, missing: reply.without_rate?.rows[index] }, currency)),
      ]),
    );
    expect(shown.totals).toEqual([
      ...figures.map((id) => [
        metricLabel(id, role),
        figureIn(id, { cells: reply.totals, missing: reply.without_rate?.totals }, currency),
      ]),
      ...reply.hidden.map((one) => [
        `Hidden campaigns, ${one.currency}`,
        figureText(one.amount, 'money', one.currency),
      ]),
    ]);
  });

const pathOf = (address: string): string => new URL(address, 'http://x').pathname;

/** an encrypted answer is opened */
const read = ({ text }: Answer): string => {
  if (/^\s*[[{]|^data:|^event:|^:/.test(text)) return text;
  try {
    return JSON.stringify(openEnvelope(text));
  } catch {
    return text;
  }
};

function strangersIn({ tables }: Shown, answers: readonly string[]): string[] {
  return tables.flatMap(({ label, rows }) => {
    const keys = rows.map(({ key }) => key);
    const twice = keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${label}: ${key} twice`);
    // all of a table's rows are of one answer
    const fits = answers.some((text) => keys.every((key) => holds(text, key)));
    const unknown = keys.filter((key) => !answers.some((text) => holds(text, key)));
    return [...twice, ...(fits ? [] : unknown.length > 0 ? unknown : keys).map((key) => `${label}: ${key}`)];
  });
}

/** a record's id, or for a line of a report every value of its dimensions: `[["offer","7"],["country",null]]` */
function holds(text: string, key: string): boolean {
  if (!key.startsWith('[[')) return text.includes(JSON.stringify(key).slice(1, -1));
  const line = JSON.parse(key) as [string, string | number | null][];
  if (!text.startsWith('{"')) return false;
  const { rows = [] } = JSON.parse(text) as { rows?: Record<string, unknown>[] };
  return rows.some((row) => line.every(([id, value]) => id in row && (row[id] ?? null) === value));
}

/** in the page, before its own code */
function noteAnswers(): void {
  const real = window.fetch;
  const seen: { address: string; url: string; text: string }[] = [];
  const note = async (address: string, url: string, response: Response) => {
    const answer = { address, url, text: '' };
    seen.push(answer);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    // a stream's text grows for as long as it flows
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) answer.text += part.value;
  };
  window.fetch = async (input, init) => {
    const address = location.pathname + location.search;
    const response = await real(input, init);
    if (String(input).startsWith('/api/') && response.ok)
      note(address, String(input), response.clone()).catch(() => {});
    return response;
  };
  const isSettled = () => {
    const waiting = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"], [data-stale]';
    const pane = document.querySelector('main');
    return Boolean(pane?.querySelector('h1, h2')) && !pane?.querySelector(waiting);
  };
  const textOf = (node: Element) => (node.textContent ?? '').trim();
  const shownRows = () => ({
    address: location.pathname + location.search,
    tables: [...document.querySelectorAll('main table, main ul')]
      .filter((list) => list.querySelector('[data-row]'))
      .map((list) => ({
        label: list.getAttribute('aria-label') ?? '',
        heads: [...list.querySelectorAll('thead th')].map(textOf),
        rows: [...list.querySelectorAll('[data-row]')].map((row) => ({
          key: row.getAttribute('data-row') ?? '',
          cells: [...row.querySelectorAll('td')].map(textOf),
        })),
      })),
    totals: [...document.querySelectorAll('main dl[aria-label="Totals"] > div')].map((one) =>
      [...one.querySelectorAll('dt, dd')].slice(0, 2).map(textOf),
    ),
  });
  Object.assign(window, { answersSeen: seen, shownRows, isSettled });
}
