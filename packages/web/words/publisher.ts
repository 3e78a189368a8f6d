import en from './publisher/en.json' with { type: 'json' };
import './kit.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('publisher', en, {
  es: () => import('./publisher/es.json'),
  hi: () => import('./publisher/hi.json'),
});
