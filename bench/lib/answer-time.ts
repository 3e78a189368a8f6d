// How long a list or a picker takes to answer in a real browser: from the click, or for a search from the moment it asks
// the server (the pause in typing before it is a choice, not a wait), until what came is painted.
import type { Page } from '@playwright/test';

export interface Answer {
  /** how the path of the call begins that brings it */
  call: string;
  /** where it is shown */
  shown: string;
}

const PATIENCE_MS = 10_000;

/** installed once, before the first page: the page notes when it asks and when it has painted */
export async function watchAnswers(page: Page): Promise<void> {
  // the runner marks functions with a helper of its own, which the page does not have
  await page.addInitScript({ content: 'globalThis.__name = (it) => it' });
  await page.addInitScript(() => {
    const real = window.fetch;
    const watch = { start: 0, call: '', before: '', shown: '', finish: (_ms: number) => undefined as unknown };
    const textShown = () => [...document.querySelectorAll(watch.shown)].map((one) => one.textContent).join();
    window.fetch = (input, init) => {
      if (watch.call && String(input).startsWith(watch.call)) watch.start ||= performance.now();
      return real(input, init);
    };
    document.addEventListener('click', () => (watch.start ||= performance.now()), { capture: true });
    const look = () => {
      if (
        watch.start > 0 &&
        textShown() !== watch.before &&
        !document.querySelector('[data-stale], [aria-busy="true"]')
      ) {
        // the frame after the one that holds the answer: it has been painted
        const { start } = watch;
        requestAnimationFrame(() => watch.finish(performance.now() - start));
      } else requestAnimationFrame(look);
    };
    const expectAnswer = (call: string, shown: string) => {
      Object.assign(watch, { start: 0, call, shown });
      watch.before = textShown();
      const answered = new Promise<number>((resolve) => {
        watch.finish = resolve;
      });
      requestAnimationFrame(look);
      Object.assign(window, { answered });
    };
    Object.assign(window, { expectAnswer });
  });
}

export async function answerTime(page: Page, { call, shown }: Answer, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(([path, where]) => Reflect.get(window, 'expectAnswer')(path, where), [call, shown] as const);
  await act();
  const answered = page.evaluate(() => Reflect.get(window, 'answered') as Promise<number>);
  const tooLate = new Promise<never>((_, fail) => {
    setTimeout(
      () => fail(new Error(`${call} changed nothing in ${shown} within ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    ).unref();
  });
  return Promise.race([answered, tooLate]);
}
