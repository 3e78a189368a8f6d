// What the width of the window decides, one answer for all who ask: below 768 px the menu is a sheet; below 1024 px what
// the menu leaves is too narrow for a table, and rows are cards.
import { useSyncExternalStore } from 'react';

interface Answer {
  matches: boolean;
  subscribe: (listener: () => void) => () => void;
}

/** asked of the browser once: each question makes it lay the page out first */
function ask(query: string): Answer {
  const list = matchMedia(query);
  const answer: Answer = {
    matches: list.matches,
    subscribe: (listener) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
  };
  list.addEventListener('change', ({ matches }) => {
    answer.matches = matches;
  });
  return answer;
}

const answers = new Map<string, Answer>();

function useWidth(query: string): boolean {
  const answer = answers.get(query) ?? ask(query);
  answers.set(query, answer);
  return useSyncExternalStore(answer.subscribe, () => answer.matches);
}

export const usePhone = (): boolean => useWidth('(max-width: 767px)');
export const useCards = (): boolean => useWidth('(max-width: 1023px)');
