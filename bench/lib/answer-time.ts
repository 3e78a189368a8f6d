// How long a list takes to answer in a real browser: from the click, or for a search from the moment the list asks
// (the pause in typing before it is a choice, not a wait), until the new rows are painted.
import type { Page } from '@playwright/test';

/** installed once in the page: watches for the list call and for the rows it brings */
export async function watchList(page: Page, callPath: string): Promise<void> {
  // the runner marks functions with a helper of its own, which the page does not have
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' });
  await page.addInitScript((path) => {
    const real = window.fetch;
    const watch = { start: 0, before: '', finish: (_ms: number) => undefined as unknown };
    const rows = () => document.querySelector('tbody')?.textContent ?? '';
    window.fetch = (input, init) => {
      if (String(input).startsWith(path) && watch.start === 0) watch.start = performance.now();
      return real(input, init);
    };
    document.addEventListener('click', () => (watch.start ||= performance.now()), { capture: true });
    const look = () => {
      if (watch.start > 0 && rows() !== watch.before && !document.querySelector('[data-stale]')) {
        // the frame after the one that holds the new rows: they have been painted
        const { start } = watch;
        watch.start = 0;
        requestAnimationFrame(() => watch.finish(performance.now() - start));
      } else requestAnimationFrame(look);
    };
    Object.assign(window, {
      nextAnswer: () => {
        Object.assign(watch, { start: 0, before: rows() });
        const answered = new Promise<number>((resolve) => {
          watch.finish = resolve;
        });
        requestAnimationFrame(look);
        Object.assign(window, { answered });
      },
    });
  }, callPath);
}

export async function answerTime(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => Reflect.get(window, 'nextAnswer')());
  await act();
  return page.evaluate(() => Reflect.get(window, 'answered') as Promise<number>);
}
