import en from './base/en.json';
import { wordsOf } from './words.ts';

export const t = wordsOf('base', en, {
  es: () => import('./base/es.json'),
  hi: () => import('./base/hi.json'),
});
