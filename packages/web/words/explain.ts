import en from './explain/en.json' with { type: 'json' };
import './labels.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('explain', en, {
  es: () => import('./explain/es.json'),
  hi: () => import('./explain/hi.json'),
});
