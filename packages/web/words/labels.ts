import { fillLabels } from './said.ts';

fillLabels({
  es: () => import('./labels/es.json'),
  hi: () => import('./labels/hi.json'),
});
