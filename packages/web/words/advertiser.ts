import en from './advertiser/en.json' with { type: 'json' };
import './kit.ts';
import { wordsOf } from './words.ts';

export const t = wordsOf('advertiser', en, {
  es: () => import('./advertiser/es.json'),
  hi: () => import('./advertiser/hi.json'),
});
