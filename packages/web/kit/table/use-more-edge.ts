// Marks a pane that scrolls sideways with which of its sides hide something, so that a figure at its edge is not taken
// for the whole of it. On the element itself: nothing is drawn anew while it scrolls.
import { type RefCallback, useCallback } from 'react';

/** for the pane that scrolls; `data-more-left` and `data-more-right` come to stand on the element around it */
export function useMoreEdge(): RefCallback<HTMLDivElement> {
  return useCallback((pane: HTMLDivElement | null) => {
    const frame = pane?.parentElement;
    if (!pane || !frame) return;
    const mark = () => {
      const hidden = pane.scrollWidth - pane.clientWidth;
      const scrolled = Math.abs(pane.scrollLeft);
      frame.toggleAttribute('data-more-left', scrolled > 1);
      frame.toggleAttribute('data-more-right', hidden - scrolled > 1);
    };
    const sizes = new ResizeObserver(mark);
    sizes.observe(pane);
    for (const child of pane.querySelectorAll('table')) sizes.observe(child);
    pane.addEventListener('scroll', mark, { passive: true });
    return () => {
      sizes.disconnect();
      pane.removeEventListener('scroll', mark);
    };
  }, []);
}
