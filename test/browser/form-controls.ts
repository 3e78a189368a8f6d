// Every control of a form, used as a person does: by its visible words with a mouse or a finger, or by Tab and keys
// alone. What does not answer is named.
import { expect, type Locator, type Page } from '@playwright/test';

export type Way = 'mouse' | 'keyboard' | 'touch';
export const ways: readonly Way[] = ['mouse', 'keyboard', 'touch'];

interface Control {
  mark: string;
  kind: 'text' | 'box' | 'radio' | 'select' | 'list' | 'menu' | 'rich' | 'date';
  /** its visible words; else the name that is read out */
  name: string;
  /** radio buttons of one name are one stop of the Tab key */
  group: string;
  hasWords: boolean;
}

/** the names of the controls that were used; fails with those that did not answer */
export async function useEveryControl(page: Page, form: Locator, way: Way): Promise<string[]> {
  const controls = await form.evaluate(markControls);
  expect(controls.length, 'controls in the form').toBeGreaterThan(0);
  const silent: string[] = [];
  if (way === 'keyboard') await focusBefore(page, form);
  const unvisited = new Set(controls.filter(({ group }) => group === '').map(({ mark }) => mark));
  const groups = new Set(controls.map(({ group }) => group).filter(Boolean));
  const visit = async (control: Control) => {
    const before = await stateOf(page, control);
    const used = way === 'keyboard' ? await byKeys(page, control) : await byWords(page, control, way);
    const isSame = used !== 'opened' && (await stateOf(page, control)) === before;
    if (!used || isSame) silent.push(`${control.kind} ${control.name}`);
    // whatever has opened is closed again
    await page.keyboard.press('Escape');
  };
  if (way !== 'keyboard') {
    for (const control of controls) await visit(control);
    expect(silent, `controls that do not answer to ${way}`).toEqual([]);
    return controls.map(({ name }) => name);
  }
  // more stops than controls: buttons, links and editors' tools lie between them, and a tool may lead past the ones beside
  // it into its editor, so that a second round is needed
  const stops = controls.length * 4 + 80;
  for (let stop = 0; stop < 2 * stops && unvisited.size + groups.size > 0; stop++) {
    if (stop === stops) await focusBefore(page, form);
    await page.keyboard.press('Tab');
    const mark = await page.evaluate(() => document.activeElement?.closest('[data-mark]')?.getAttribute('data-mark'));
    const control = controls.find((one) => one.mark === mark);
    if (!control || !(unvisited.delete(control.mark) || groups.delete(control.group))) continue;
    await visit(control);
  }
  const missed = controls.filter(({ mark, group }) => unvisited.has(mark) || groups.has(group));
  expect([...silent, ...missed.map(({ name }) => `never reached: ${name}`)], 'controls that no key works').toEqual([]);
  return controls.map(({ name }) => name);
}

const at = (page: Page, { mark }: Control) => page.locator(`[data-mark="${mark}"]`);

/** two taps at the same place within this time are a double tap, which selects words instead of pressing them */
const DOUBLE_TAP_MS = 600;
const SAME_PLACE_PX = 120;
let last = { x: 0, y: 0, at: 0 };
async function tap(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const isSamePlace = Math.hypot(x - last.x, y - last.y) < SAME_PLACE_PX;
  if (isSamePlace) await page.waitForTimeout(Math.max(0, last.at + DOUBLE_TAP_MS - Date.now()));
  await page.touchscreen.tap(x, y);
  last = { x, y, at: Date.now() };
}

async function byWords(page: Page, control: Control, way: 'mouse' | 'touch'): Promise<Used> {
  const input = at(page, control);
  const point = await input.evaluate(placeOfWords, control.hasWords);
  if (way === 'mouse') await page.mouse.click(point.x, point.y);
  else await tap(page, point);
  if (control.kind === 'box') return true;
  // one that is chosen already stays so
  if (control.kind === 'radio') return (await input.isChecked()) && 'opened';
  if (control.kind === 'date') {
    await expect(page.locator('[role="dialog"], [role="grid"], table').first()).toBeVisible();
    return 'opened';
  }
  const isThere = () =>
    input.evaluate((node) => node === document.activeElement || node.contains(document.activeElement));
  // the words of a list that is no form field of its own open it, and its options are pressed in the same way
  if (control.kind === 'menu') return chooseFromMenu(page, input, way);
  await expect.poll(isThere, { message: `${control.name} has the focus after a press on its words` }).toBe(true);
  if (control.kind === 'list') return chooseFromList(page, input, way);
  return enter(page, control);
}

/** a list of one option opens, and nothing else can change */
type Used = boolean | 'opened';

async function byKeys(page: Page, control: Control): Promise<Used> {
  if (control.kind === 'box') await page.keyboard.press('Space');
  else if (control.kind === 'radio') await page.keyboard.press('ArrowDown');
  else if (control.kind === 'menu') {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
  } else if (control.kind === 'date') await page.keyboard.press('Enter');
  else if (control.kind === 'list') return chooseFromList(page, at(page, control), 'keyboard');
  else return enter(page, control);
  return true;
}

/** typed into whatever has the focus */
async function enter(page: Page, { kind }: Control): Promise<boolean> {
  if (kind === 'select') {
    await page.keyboard.press('ArrowDown');
    // chooses where the press has opened the list, and is nothing where it has not
    await page.keyboard.press('Enter');
  } else await page.keyboard.type('7');
  return true;
}

async function chooseFromList(page: Page, input: Locator, way: Way): Promise<Used> {
  if ((await input.getAttribute('aria-expanded')) !== 'true') await page.keyboard.press('ArrowDown');
  const listed = page.locator(`[id="${await input.getAttribute('aria-controls')}"] [role="option"]`);
  const isOffered = await listed
    .first()
    .waitFor({ timeout: 2000 })
    .then(
      () => true,
      () => false,
    );
  // where there is nothing else to choose, it is enough that the list opens
  if ((await listed.count()) === 1) return 'opened';
  const free = listed.and(page.locator(':not([aria-selected="true"])'));
  // a list that is filled by typing: what is typed becomes a choice of its own
  if (!isOffered || (await free.count()) === 0) {
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    return true;
  }
  if (way === 'touch') await tap(page, await free.first().evaluate(placeOfWords, false));
  else if (way === 'mouse') await free.first().click();
  else {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  return true;
}

async function chooseFromMenu(page: Page, button: Locator, way: 'mouse' | 'touch'): Promise<boolean> {
  const options = page.locator(`[id="${await button.getAttribute('aria-controls')}"] label`);
  // by the words of the option, not by its box
  const point = await options.first().locator('input').evaluate(placeOfWords, true);
  if (way === 'mouse') await page.mouse.click(point.x, point.y);
  else await tap(page, point);
  return true;
}

/** all that a person would see change */
const stateOf = (page: Page, control: Control): Promise<string> =>
  at(page, control).evaluate((node) => {
    const field = node.closest('.field, .mantine-InputWrapper-root') ?? node;
    const chips = [...field.querySelectorAll('.chip, .mantine-Pill-label')].map((chip) => chip.textContent).join();
    if (node instanceof HTMLInputElement && (node.type === 'checkbox' || node.type === 'radio')) {
      const same =
        node.type === 'radio' ? document.querySelectorAll<HTMLInputElement>(`input[name="${node.name}"]`) : [node];
      return [...same].map(({ checked }) => String(checked)).join();
    }
    const value = 'value' in node && node.tagName !== 'BUTTON' ? String(node.value) : (node.textContent ?? '');
    const open = node.getAttribute('aria-expanded') ?? String(document.querySelectorAll('[role="dialog"]').length);
    return [value, chips, node.tagName === 'BUTTON' && !chips ? open : ''].join('|');
  });

async function focusBefore(page: Page, form: Locator): Promise<void> {
  await form.evaluate((node) => {
    const stop = document.createElement('span');
    stop.tabIndex = 0;
    node.prepend(stop);
    stop.focus();
  });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SPAN');
}

/** in the page: every control that is seen gets a mark */
function markControls(form: Element): Control[] {
  const selector =
    'input:not([type=hidden]):not([type=file]), textarea, select, [contenteditable=true], button[aria-expanded][aria-labelledby], button.mantine-DateTimePicker-input';
  const isSeen = (node: Element) => {
    const wrapper = node.closest('.mantine-Checkbox-root, .mantine-Switch-root, .mantine-Radio-root, label') ?? node;
    const { width, height } = wrapper.getBoundingClientRect();
    return width > 1 && height > 1 && !node.closest('[aria-hidden="true"]') && (node as HTMLElement).tabIndex >= 0;
  };
  const kindOf = (node: Element): Control['kind'] => {
    if (node.matches('.mantine-DateTimePicker-input')) return 'date';
    if (node instanceof HTMLButtonElement) return 'menu';
    if (node instanceof HTMLSelectElement) return 'select';
    if (node.matches('[contenteditable]')) return 'rich';
    if (node instanceof HTMLInputElement && node.type === 'radio') return 'radio';
    if (node instanceof HTMLInputElement && node.type === 'checkbox') return 'box';
    return node.getAttribute('aria-haspopup') === 'listbox' ? 'list' : 'text';
  };
  return [...form.querySelectorAll(selector)]
    .filter((node) => isSeen(node) && !node.matches(':disabled, [readonly]:not([aria-haspopup])'))
    .map((node, index) => {
      const mark = `control-${index}`;
      // an editor keeps its own element as it wants it
      (node.matches('[contenteditable]') ? node.parentElement : node)?.setAttribute('data-mark', mark);
      const labels = [
        ...(('labels' in node && (node.labels as NodeListOf<HTMLElement> | null)) || []),
        ...(node.matches('[contenteditable]')
          ? document.querySelectorAll(`[id="${node.getAttribute('aria-labelledby')}"]`)
          : []),
      ];
      const words = labels.map((label) => label.textContent?.trim() ?? '').find(Boolean);
      const name = words ?? node.getAttribute('aria-label') ?? node.getAttribute('name') ?? mark;
      const group = node instanceof HTMLInputElement && node.type === 'radio' ? node.name : '';
      return { mark, kind: kindOf(node), name, group, hasWords: words !== undefined };
    });
}

/** in the page: the first letter of the control's label, or its own middle where it has no words */
async function placeOfWords(node: Element, hasWords: boolean): Promise<{ x: number; y: number }> {
  const editor = node.querySelector('[contenteditable]')?.getAttribute('aria-labelledby');
  const labels = [
    ...(('labels' in node && (node.labels as NodeListOf<HTMLElement> | null)) || []),
    ...(editor ? document.querySelectorAll(`[id="${editor}"]`) : []),
  ];
  const label = labels.find((one) => one.textContent?.trim());
  const shown = (label ?? node) as HTMLElement;
  // each second one stands higher in the window: two taps at two places are no double tap
  shown.style.scrollMarginBottom = Number(node.getAttribute('data-mark')?.split('-')[1]) % 2 ? '300px' : '';
  shown.scrollIntoView({ block: 'center' });
  // a finger that comes down while the page still moves scrolls it instead of pressing
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let still = 0, top = Number.NaN; still < 3; await frame()) {
    const now = shown.getBoundingClientRect().top;
    still = now === top ? still + 1 : 0;
    top = now;
  }
  if (hasWords && label) {
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.textContent?.trim()) continue;
      const range = document.createRange();
      range.setStart(text, text.textContent.search(/\S/));
      range.setEnd(text, text.textContent.search(/\S/) + 1);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    }
  }
  const { left, top, width, height } = node.getBoundingClientRect();
  return { x: left + Math.min(width / 2, 40), y: top + height / 2 };
}
