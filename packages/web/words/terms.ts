import en from './terms/en.json' with { type: 'json' };
import { wordsOf } from './words.ts';

export const t = wordsOf('terms', en, {
  es: () => import('./terms/es.json'),
  hi: () => import('./terms/hi.json'),
});
