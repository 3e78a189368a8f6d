// Whether the side menu is open. From 768 px it is docked and its state remembered; below it is an overlay that opens
// when asked and closes with Escape, or when a page is chosen.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { usePhone } from '../../kit/use-width.ts';

const KEY = 'menuDocked';

export interface MenuState {
  docked: boolean;
  open: boolean;
  toggle: () => void;
  close: () => void;
}

export function useMenuState(): MenuState {
  const docked = !usePhone();
  const [shown, setShown] = useState(() => localStorage.getItem(KEY) !== 'closed');
  const [overlay, setOverlay] = useState(false);
  const { pathname, search } = useLocation();
  const open = docked ? shown : overlay;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the move to another page, or to a wider window, closes it
  useEffect(() => setOverlay(false), [pathname, search, docked]);

  useEffect(() => {
    if (!overlay) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOverlay(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [overlay]);

  // the specification: the page does not scroll while the menu is open
  useEffect(() => {
    document.body.style.overflow = open ? 'hidden' : '';
    return () => {
      document.body.style.overflow = '';
    };
  }, [open]);

  const toggle = () => {
    if (!docked) return setOverlay(!overlay);
    localStorage.setItem(KEY, shown ? 'closed' : 'open');
    setShown(!shown);
  };
  return { docked, open, toggle, close: () => setOverlay(false) };
}
