// Leads the reader to the field a complaint is about.
import { type RefObject, useEffect } from 'react';
import type { Complaint } from './check-draft.ts';

const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]';

export function useFocusOnFault(pane: RefObject<HTMLElement | null>, fault: Complaint | null): void {
  useEffect(() => {
    if (!fault) return;
    const named = pane.current?.querySelector<HTMLElement>(`[name="${fault.field}"]:not([type="hidden"])`);
    const part = pane.current?.querySelector<HTMLElement>(`[data-field="${fault.field}"]`);
    const target = named ?? part?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'center' });
  }, [pane, fault]);
}
