import en from './operator/en.json' with { type: 'json' };
import './kit.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('operator', en, {
  es: () => import('./operator/es.json'),
  hi: () => import('./operator/hi.json'),
});
