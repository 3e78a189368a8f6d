import en from './admin/en.json' with { type: 'json' };
import './explain.ts';
import './kit.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('admin', en, {
  es: () => import('./admin/es.json'),
  hi: () => import('./admin/hi.json'),
});
