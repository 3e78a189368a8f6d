import en from './base/en.json' with { type: 'json' };
import './faults.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('base', en, {
  es: () => import('./base/es.json'),
  hi: () => import('./base/hi.json'),
});
