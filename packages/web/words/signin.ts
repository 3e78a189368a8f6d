import en from './signin/en.json' with { type: 'json' };
import { wordsOf } from './words.ts';

export const t = wordsOf('signin', en, {
  es: () => import('./signin/es.json'),
  hi: () => import('./signin/hi.json'),
});
