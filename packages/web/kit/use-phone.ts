// Below 768 px the menu is a sheet and tables are cards: one answer for all who ask.
import { useSyncExternalStore } from 'react';

const PHONE = '(max-width: 767px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
