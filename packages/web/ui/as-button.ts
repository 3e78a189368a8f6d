// A link that the specification calls a button: announced as one and, as buttons do, also answering the space bar. It stays an
// anchor, so that it can be opened in a new tab.
import type { KeyboardEvent } from 'react';

export const asButton = {
  role: 'button',
  onKeyDown: (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    event.currentTarget.click();
  },
} as const;
