// Targeting rules: the first that fails says why.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';

export function target(click: Click): VerdictName | null {
  for (const test of click.offer?.targets ?? []) if (!test.passes(click)) return test.verdict;
  return null;
}
