// Runs in the page, before its own code: what can be pressed in whatever lies on top, where its visible words are, and
// whether anything came of a press. `window.pressable` is what the walk (press-controls.ts) talks to.

export interface Control {
  kind: string;
  name: string;
  /** controls of one sample are of one make: in the rows of a table the first row speaks for all */
  sample: string;
}

export interface Standing {
  address: string;
  /** its place in the window's history */
  entry: number;
  /** menus, lists, dialogs and drawers that lie on the screen */
  layers: number;
}

export interface Outcome {
  /** something was shown, asked for or opened, or a field took the focus */
  happened: boolean;
  /** nothing is on its way any more */
  quiet: boolean;
  /** the page said, if only for a moment, that something went wrong */
  complained: boolean;
  /** sentences on the screen that no person wrote */
  rawWords: string[];
  standing: Standing;
  controls: Control[];
  /** changes with the address, the rows that stand and the answers that came */
  rows: string;
}

export interface Pressable {
  /** null where it is not there; where it lies under something else, the name of that */
  locate: (sample: string) => { x: number; y: number; under: string } | null;
  /** what happens from now on is noted */
  watch: () => Promise<void>;
  standing: () => Standing;
  /** once nothing is on its way any more, but not before something has happened, unless nothing does within that time */
  outcome: (waitMs: number) => Promise<Outcome>;
}

/** `root`: where the controls are while nothing lies on the screen */
export function installPressable(root: string): void {
  const LAYERS = '[role="alertdialog"], [role="dialog"], [role="menu"], [role="listbox"]';
  const CONTROLS =
    'a[href], button, select, summary, textarea, input:not([type=hidden]):not([type=file]), [contenteditable=true], [role=tab], [role=menuitem], [role=option]';
  const BUSY = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy="true"], [data-stale], [data-loading="true"]';
  const ALERTS = '[role="alert"], [role="alertdialog"]';
  const ROW = 'tbody tr, li[data-row]';

  const isSeen = (one: Element) => one.checkVisibility({ visibilityProperty: true });
  const layers = () => [...document.querySelectorAll(LAYERS)].filter(isSeen);
  const topLayer = () => layers().at(-1) ?? document.querySelector(root);
  const squeeze = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();

  const labelOf = (element: Element): Element | undefined => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    return labels.find((label) => squeeze(label.textContent) !== '' && isSeen(label));
  };
  const kindOf = (element: Element): string => {
    if (element.matches('textarea, [contenteditable]')) return 'text';
    if (element instanceof HTMLInputElement)
      return /^(checkbox|radio)$/.test(element.type) ? element.type : element.readOnly ? 'list' : 'text';
    return element.getAttribute('role') ?? element.tagName.toLowerCase();
  };
  const nameOf = (element: Element): string =>
    squeeze(labelOf(element)?.textContent) ||
    element.getAttribute('aria-label') ||
    squeeze(element.textContent) ||
    element.getAttribute('placeholder') ||
    element.getAttribute('title') ||
    '';

  /** one that is chosen already does nothing, a link away leaves the house, whoever logs out walks no further, and a hint shows under the mouse */
  const isIdle = (element: Element): boolean =>
    /^Log ?out$/i.test(nameOf(element)) ||
    element.matches(
      ':disabled, [aria-disabled="true"], [data-disabled], [data-tip], [aria-selected="true"], [aria-current="page"], [aria-current="step"], [aria-current="true"]',
    ) ||
    (element instanceof HTMLInputElement && element.type === 'radio' && element.checked) ||
    (element instanceof HTMLAnchorElement && (element.origin !== location.origin || element.href === location.href));

  const found = (): { element: Element; target: Element; control: Control }[] => {
    const top = topLayer();
    const inTop = top ? [...top.querySelectorAll(CONTROLS)] : [];
    return inTop.flatMap((element) => {
      const target = labelOf(element) ?? element;
      const row = element.closest(ROW);
      if (row && row !== row.parentElement?.querySelector(`:scope > :is(${ROW.replace('tbody ', '')})`)) return [];
      const { width, height } = target.getBoundingClientRect();
      if (!isSeen(target) || width < 2 || height < 2 || isIdle(element) || element.closest('[inert]')) return [];
      const kind = kindOf(element);
      const name = nameOf(element);
      const cell = element.closest('td');
      // columns come and go, its ends stay
      const inRow = cell && row ? [...row.children].indexOf(cell) : -1;
      const isEnd = row && inRow === row.children.length - 1;
      const place = inRow >= 0 ? `row ${isEnd ? 'end' : inRow}` : name.replaceAll(/\d+|\{\w+\}/g, '0');
      return [{ element, target, control: { kind, name, sample: `${kind} ${place}` } }];
    });
  };

  /** what it shows stands already */
  const isPressed = ({ element }: { element: Element }) => element.matches('[aria-pressed="true"]');

  const controls = () => {
    const all = new Map(found().flatMap((one) => (isPressed(one) ? [] : [[one.control.sample, one.control] as const])));
    // the options of one list are of one make
    const options = [...all.values()].filter(({ kind }) => kind === 'option');
    return [...all.values()].filter((control) => control.kind !== 'option' || control === options[0]);
  };

  const wordsPoint = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (squeeze(node.textContent) === '' || !node.parentElement?.checkVisibility()) continue;
      range.selectNodeContents(node);
      const [line] = range.getClientRects();
      if (line && line.width > 2) return { x: line.x + Math.min(line.width / 2, 30), y: line.y + line.height / 2 };
    }
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  const locate = (sample: string) => {
    const ofSample = found().filter(({ control }) => control.sample === sample);
    const one = ofSample.find((other) => !isPressed(other)) ?? ofSample[0];
    if (!one) return null;
    one.target.scrollIntoView({ block: 'center', inline: 'center' });
    const point = wordsPoint(one.target);
    const hit = document.elementFromPoint(point.x, point.y);
    const isOwn = hit && (one.target.contains(hit) || one.element.contains(hit) || hit.contains(one.target));
    return {
      ...point,
      under: isOwn ? '' : `${hit?.tagName ?? 'nothing'} ${hit?.className} ${squeeze(hit?.textContent).slice(0, 60)}`,
    };
  };

  // a hint that appears under the mouse, or the bar of what was scrolled, is no answer to a press
  const isHint = (node: Node) =>
    node instanceof Element &&
    node.closest('[role="tooltip"], .mantine-Tooltip-tooltip, .mantine-ScrollArea-scrollbar');
  let changes = 0;
  let alerts = 0;
  let addressBefore = '';
  let pending = 0;
  const observe = () =>
    new MutationObserver((records) => {
      for (const { target, addedNodes, removedNodes, attributeName } of records) {
        if (isHint(target) || /^(aria-describedby|data-more-)/.test(attributeName ?? '')) continue;
        const moved = [...addedNodes, ...removedNodes];
        if (moved.length > 0 && moved.every((node) => isHint(node))) continue;
        changes++;
        for (const node of addedNodes) {
          if (node instanceof Element && (node.matches(ALERTS) || node.querySelector(ALERTS))) alerts++;
        }
      }
    }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
  if (document.documentElement) observe();
  else document.addEventListener('readystatechange', observe, { once: true });

  const address = () => location.pathname + location.search;
  const real = window.fetch;
  window.fetch = async (...call) => {
    changes++;
    pending++;
    try {
      return await real(...call);
    } finally {
      pending--;
    }
  };
  const open = window.open;
  window.open = (...call) => {
    changes++;
    return open.apply(window, call);
  };

  const rawWords = () => {
    const raw = /\b(undefined|NaN|null|TypeError|Invalid input|expected \w+, received|violates|ECONN\w+)\b|\[object/i;
    const said = '[role="alert"], .mantine-Notification-root, .mantine-InputWrapper-error';
    return [...document.querySelectorAll(said)].map((one) => squeeze(one.textContent)).filter((text) => raw.test(text));
  };

  const standing = () => ({
    address: address(),
    entry: navigation.currentEntry?.index ?? 0,
    layers: layers().length,
  });
  const isQuiet = () => pending === 0 && ![...document.querySelectorAll(BUSY)].some(isSeen);
  const hasHappened = () =>
    changes > 0 ||
    address() !== addressBefore ||
    // a field takes the focus, or has it already; an editor's tools give it to the editor
    Boolean(document.activeElement?.matches('input:not([type=checkbox], [type=radio]), textarea, [contenteditable]'));
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const watch = async () => {
    // what was scrolled to and what the mouse came over have shown what they show
    await frame();
    await frame();
    changes = 0;
    alerts = 0;
    addressBefore = address();
  };
  const outcome = async (waitMs: number): Promise<Outcome> => {
    const started = performance.now();
    while (!hasHappened() && performance.now() - started < waitMs) await frame();
    await frame();
    while (!isQuiet() && performance.now() - started < 20_000) await frame();
    const rows = [...document.querySelectorAll('main [data-row]')].map((row) => row.getAttribute('data-row'));
    const answers = (Reflect.get(window, 'answersSeen') as unknown[] | undefined)?.length ?? 0;
    return {
      happened: hasHappened(),
      quiet: isQuiet(),
      complained: alerts > 0,
      rawWords: rawWords(),
      standing: standing(),
      controls: controls(),
      rows: [address(), answers, ...rows].join(),
    };
  };
  const pressable: Pressable = { locate, watch, standing, outcome };
  Object.assign(window, { pressable });
}
