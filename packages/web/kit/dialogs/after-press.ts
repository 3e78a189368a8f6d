// What leaving a field shows must not move the thing that is being pressed just then, or the press misses it: it waits until
// the press is over.

let isPressed = false;
let waiting: (() => void)[] = [];

const listen = (type: string, act: () => void) => document.addEventListener(type, act, { capture: true });

listen('pointerdown', () => {
  isPressed = true;
});
for (const end of ['pointerup', 'pointercancel']) {
  listen(end, () => {
    isPressed = false;
    const due = waiting;
    waiting = [];
    for (const act of due) afterClick(act);
  });
}

/** a finger's press is over before the field is left, but its click is still to come */
const afterClick = (act: () => void) => setTimeout(act);

export function afterPress(act: () => void): void {
  if (isPressed) waiting.push(act);
  else afterClick(act);
}
