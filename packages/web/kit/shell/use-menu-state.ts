// Whether the side menu is open. From 768 px it is docked and its state remembered; below it is an overlay that opens
// when asked and closes with Escape, or when a page is chosen.
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

const DOCKED = '(min-width: 768px)';
const KEY = 'menuDocked';

export interface MenuState {
  docked: boolean;
  open: boolean;
  toggle: () => void;
  close: () => void;
}

export function useMenuState(): MenuState {
  const [docked, setDocked] = useState(() => matchMedia(DOCKED).matches);
  const [shown, setShown] = useState(() => localStorage.getItem(KEY) !== 'closed');
  const [overlay, setOverlay] = useState(false);
  const { pathname, search } = useLocation();
  const open = docked ? shown : overlay;

  useEffect(() => {
    const query = matchMedia(DOCKED);
    const follow = () => {
      setDocked(query.matches);
      setOverlay(false);
    };
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the move to another page that closes the overlay
  useEffect(() => setOverlay(false), [pathname, search]);

  useEffect(() => {
    if (!overlay) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOverlay(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [overlay]);

  // the seeds: the page does not scroll while the menu is open
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
