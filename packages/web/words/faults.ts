import { fillFaults } from './said.ts';

fillFaults({
  es: () => import('./faults/es.json'),
  hi: () => import('./faults/hi.json'),
});
