// What the width of the window decides, one answer for all who ask: below 768 px the menu is a sheet; below 1024 px what
// the menu leaves is too narrow for a table, and rows are cards.
import { useSyncExternalStore } from 'react';

const useWidth = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );

export const usePhone = (): boolean => useWidth('(max-width: 767px)');
export const useCards = (): boolean => useWidth('(max-width: 1023px)');
