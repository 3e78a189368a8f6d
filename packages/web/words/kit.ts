import en from './kit/en.json' with { type: 'json' };
import './labels.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('kit', en, {
  es: () => import('./kit/es.json'),
  hi: () => import('./kit/hi.json'),
});
