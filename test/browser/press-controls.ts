// Presses every control of a screen with the mouse and on its visible words, as a person does: where it leads elsewhere,
// Back and Forward; where it opens something, every control of that; and each press must show something. Whatever would
// be written is refused on the way, and the page must say so: nothing is changed, and a control that forgets to say that
// it failed is found.
import { expect, type Page } from '@playwright/test';
import type { watchAnswers } from './answers.ts';
import { type Control, installPressable, type Outcome, type Pressable, type Standing } from './pressable.ts';
import { refusedReply, sealEnvelope } from './support.ts';
import { watchFaults } from './walk-screens.ts';

type Watched = Awaited<ReturnType<typeof watchAnswers>>;

const REFUSED = 'Nothing is changed on this walk.';
/** what the page may log about it */
export const refusedOnTheWalk = new RegExp(`${refusedReply.source}|${REFUSED}`);
/** asks for nothing to be kept: what a form that is being filled should say beside it */
const ASKS = /\/warnings$/;
/** a menu, its dialog, and the list in that */
const DEEPEST = 3;
const ANSWERS_WITHIN_MS = 3_000;

/** layers of which every control was pressed, by this worker */
const walked = new Set<string>();

declare global {
  interface Window {
    pressable: Pressable;
  }
}

/**
 * for a page that is signed in, before it opens its first screen: what is wrong with the controls of the screen at a path,
 * or of another part of the window
 */
export async function startPressing(
  page: Page,
  watched: Watched,
  root = 'main',
): Promise<(path: string) => Promise<string[]>> {
  await page.addInitScript(installPressable, root);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = watchFaults(page, refusedOnTheWalk);
  const refused = await refuseWrites(page);
  // what was typed is left behind; what opens beside is another screen's
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('download', (download) => void download.cancel());
  let popups = 0;
  page.on('popup', (popup) => {
    popups++;
    void popup.close();
  });
  page.on('filechooser', () => popups++);

  let base = '';
  /** where one is: the screen, the menu on it, the dialog that the menu opened */
  const levels: Standing[] = [];
  const wrong: string[] = [];

  let checkedRows = '';
  /** asks the page; a press may load another document, at once or when what it asked for has come: then that one is asked */
  async function ask<T>(question: () => Promise<T>, onLoad?: () => void): Promise<T> {
    for (;;) {
      try {
        return await question();
      } catch (error) {
        if (!/context was destroyed|interrupted by another navigation/.test(String(error))) throw error;
        onLoad?.();
        await page.waitForLoadState();
      }
    }
  }

  /** what has come of a press, a step back or a fresh page; whatever rows stand then are those of the address */
  async function settle(waitMs = 0): Promise<Outcome> {
    let hasLoaded = false;
    const read = await ask(
      () => page.evaluate((ms) => window.pressable.outcome(ms), waitMs),
      () => {
        hasLoaded = true;
      },
    );
    const outcome = { ...read, happened: read.happened || hasLoaded };
    expect(outcome.quiet, `${outcome.standing.address} is there, with nothing on its way`).toBe(true);
    if (outcome.rows !== checkedRows) await watched.expectOwnRows();
    checkedRows = outcome.rows;
    return outcome;
  }

  /** where its words are, once nothing lies over them any more */
  async function placeOf(sample: string) {
    const locate = () => ask(() => page.evaluate((wanted) => window.pressable.locate(wanted), sample));
    let at = await locate();
    for (const until = Date.now() + ANSWERS_WITHIN_MS; at?.under && Date.now() < until; at = await locate()) {
      await dismissToasts();
    }
    if (at?.under) throw new Error(`lies under ${at.under}`);
    return at;
  }

  async function dismissToasts(): Promise<void> {
    const toasts = page.getByRole('button', { name: 'Dismiss' });
    for (let left = await toasts.count(); left > 0; left--) await toasts.first().click();
    await expect(toasts).toHaveCount(0);
  }

  async function pressAt(sample: string): Promise<boolean> {
    const at = await placeOf(sample);
    if (!at) return false;
    await page.mouse.move(at.x, at.y);
    await ask(() => page.evaluate(() => window.pressable.watch()));
    if (sample.startsWith('select ')) await chooseAnother(at);
    else await page.mouse.click(at.x, at.y);
    return true;
  }

  async function chooseAnother(at: { x: number; y: number }): Promise<void> {
    const found = await page.evaluateHandle(({ x, y }) => {
      const hit = document.elementFromPoint(x, y);
      return hit?.closest('select') ?? hit?.closest('label')?.control ?? null;
    }, at);
    const select = found.asElement();
    const other = await select?.evaluate((one) =>
      one instanceof HTMLSelectElement
        ? [...one.options].find(({ selected, disabled }) => !selected && !disabled)?.value
        : undefined,
    );
    if (select && other !== undefined) await select.selectOption(other);
  }

  async function open(): Promise<void> {
    await ask(() => page.goto(base));
    // its code may still be on its way while nothing is asked for yet
    await page.locator('main').getByRole('heading').first().waitFor();
    const { standing } = await settle();
    levels[0] = Object.assign(levels[0] ?? {}, standing);
  }

  const standing = () => ask(() => page.evaluate(() => window.pressable.standing()));

  /** to where it was: layers are closed, addresses left by Back, and what is gone is opened anew */
  async function returnTo(wanted: Standing, steps: readonly Control[]): Promise<void> {
    let now = await standing();
    for (let tries = 0; tries < 6 && now.layers > wanted.layers; tries++) now = await closeTop(now);
    if (now.entry > wanted.entry) {
      await page.goBack();
      now = (await settle()).standing;
    }
    const isAt = (level: Standing | undefined) => now.address === level?.address && now.layers === level.layers;
    // a language that was chosen: its words are not those by which the controls are known
    const wasChosen = await ask(() =>
      page.evaluate(() => {
        const kept = localStorage.getItem('language');
        localStorage.removeItem('language');
        return kept !== null && kept !== 'en';
      }),
    );
    if (!wasChosen && isAt(wanted)) return;
    // one step back, as after an entry of a menu, or all the way
    const isNearly = !wasChosen && steps.length > 0 && isAt(levels[steps.length - 1]);
    if (!isNearly) await open();
    for (const [index, step] of steps.entries()) {
      if (isNearly && index < steps.length - 1) continue;
      if (!(await pressAt(step.sample))) throw new Error(`“${step.name}” is gone`);
      Object.assign(levels[index + 1] ?? {}, (await settle(ANSWERS_WITHIN_MS)).standing);
    }
  }

  async function closeTop({ layers }: Standing): Promise<Standing> {
    const discard = page.getByRole('alertdialog').getByRole('button', { name: /^(Discard|Leave)/ });
    if (await discard.isVisible()) await discard.click();
    else await page.keyboard.press('Escape');
    await page
      .waitForFunction((count) => window.pressable.standing().layers !== count, layers, { timeout: 500 })
      .catch(() => undefined);
    return standing();
  }

  /** one control, and whatever it opens; null where it is not there */
  async function press(control: Control, from: Standing, steps: readonly Control[], beenForward: Set<string>) {
    const [refusedBefore, popupsBefore] = [refused(), popups];
    if (!(await pressAt(control.sample))) return null;
    const outcome = await settle(ANSWERS_WITHIN_MS);
    if (!outcome.happened && popups === popupsBefore) throw new Error('nothing happens');
    if (outcome.rawWords.length > 0) throw new Error(`words of a machine: ${outcome.rawWords.join('; ')}`);
    if (refused() > refusedBefore && !outcome.complained) {
      const said = page.getByRole('alert').or(page.getByText(REFUSED));
      await expect(said.first(), 'what was refused is said').toBeVisible({ timeout: ANSWERS_WITHIN_MS });
    }
    const there = outcome.standing;
    if (there.entry === from.entry) {
      // the same place under another name (a column more): there is no way Back from it, and none is needed
      const old = from.address;
      for (const level of levels) if (level.address === old) level.address = there.address;
    } else if (!beenForward.has(control.kind)) {
      // the ones of the same kind beside it are left by Back alone
      beenForward.add(control.kind);
      await page.goBack();
      expect((await settle()).standing.entry, 'Back').toBe(from.entry);
      await page.goForward();
      expect((await settle()).standing.address, 'Forward').toBe(there.address);
    }
    if (there.layers > from.layers && steps.length < DEEPEST) {
      levels.push(there);
      await pressAll(there, [...steps, control]);
      levels.pop();
    }
    return outcome;
  }

  /** every control of what lies on top */
  async function pressAll(here: Standing, steps: readonly Control[]): Promise<void> {
    const queue = [...(await settle()).controls];
    // a menu or dialog that many screens share is pressed through on one of them, and opened and closed on the others
    const make = queue.map(({ sample }) => sample).join();
    if (steps.length > 0 && walked.has(make)) return;
    walked.add(make);
    const seen = new Set(queue.map(({ sample }) => sample));
    const brought = new Set<string>();
    const beenForward = new Set<string>();
    for (let control = queue.shift(); control; control = queue.shift()) {
      const way = [...steps, control].map(({ kind, name }) => `${kind} “${name}”`).join(' → ');
      try {
        await returnTo(here, steps);
        let outcome = await press(control, here, steps, beenForward);
        if (!outcome && !brought.has(control.sample)) {
          // what was pressed before may have taken it away: it is there again on a fresh screen
          await open();
          await returnTo(here, steps);
          outcome = await press(control, here, steps, beenForward);
        }
        // what a press has brought is pressed next, while it is there
        const isHere = outcome?.standing.address === here.address && outcome.standing.layers === here.layers;
        const fresh = isHere ? (outcome?.controls ?? []).filter(({ sample }) => !seen.has(sample)) : [];
        queue.unshift(...fresh);
        for (const { sample } of fresh) {
          seen.add(sample);
          brought.add(sample);
        }
      } catch (error) {
        wrong.push(`${base}: ${way}: ${String(error)}`);
        await open();
      }
      const heard = faults.take();
      if (heard.length > 0) wrong.push(`${base}: ${way}: ${heard.join('; ')}`);
    }
  }

  return async (path) => {
    base = path;
    await open();
    faults.take();
    if (levels[0]) await pressAll(levels[0], []);
    return wrong;
  };
}

/** how many calls that would have changed something were refused */
async function refuseWrites(page: Page): Promise<() => number> {
  let refusals = 0;
  await page.route('**/api/**', (route) => {
    const request = route.request();
    if (request.method() === 'GET' || ASKS.test(new URL(request.url()).pathname)) return route.continue();
    refusals++;
    const said = { error: { code: 'conflict', message: REFUSED }, message: REFUSED };
    const isSealed = request.headers()['content-type'] === 'text/plain';
    return route.fulfill({
      status: 409,
      headers: { 'x-refused-by': 'walk' },
      contentType: isSealed ? 'text/plain' : 'application/json',
      body: isSealed ? sealEnvelope(said) : JSON.stringify(said),
    });
  });
  return () => refusals;
}
