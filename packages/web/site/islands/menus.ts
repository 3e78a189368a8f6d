// The header's drop-downs are native <details>, so they open without a script. This adds what people expect of a
// menu: Escape, a click elsewhere, or moving on with the keyboard closes it.
import { type RefObject, useEffect } from 'react';
import { isOutside } from './outside.ts';

export function useMenus(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const openMenus = () => [...(root.current?.querySelectorAll('details[open]') ?? [])] as HTMLDetailsElement[];
    const closeOutside = (target: EventTarget | null) => {
      for (const menu of openMenus()) if (isOutside(menu, target)) menu.open = false;
    };
    const onPointer = (event: PointerEvent) => closeOutside(event.target);
    const onFocus = (event: FocusEvent) => closeOutside(event.target);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      for (const menu of openMenus()) {
        menu.open = false;
        menu.querySelector('summary')?.focus();
      }
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('keydown', onKey);
    };
  }, [root]);
}
