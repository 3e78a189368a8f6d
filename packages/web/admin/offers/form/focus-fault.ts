// Leads the reader to the field a complaint is about, once: its tab may still have to open.
import { type RefObject, useEffect, useRef } from 'react';

const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]';
/** a field that was marked: its control, the one inside its frame, or the button that opens it */
const MARKED =
  '[aria-invalid="true"]:not([type="hidden"]), [data-error] input:not([type="hidden"]), [data-fault] button, [data-fault] input';

/** a field of the form is found by its name; one in a row of a list, which has a number or a key, by its mark */
export function useFocusOnFault(
  pane: RefObject<HTMLElement | null>,
  fault: { field?: string; row?: number; key?: string } | null,
  shown = '',
): void {
  const led = useRef<object | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown decides whether the field is there yet
  useEffect(() => {
    if (!fault || led.current === fault) return;
    const find = (selector: string) => pane.current?.querySelector<HTMLElement>(selector) ?? null;
    const part = find(`[data-field="${fault.field}"]`);
    const target =
      fault.row !== undefined || fault.key !== undefined
        ? find(MARKED)
        : (find(`[name="${fault.field}"]:not([type="hidden"])`) ?? part?.querySelector<HTMLElement>(FOCUSABLE) ?? null);
    if (!target) return;
    led.current = fault;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'center' });
  }, [pane, fault, shown]);
}
