// What a look at a watched link means: so many failures in a row are news, and so many good ones in a row end them.
import type { RuleAction, TargetState } from '@tributary/contract/trust/link-rules';

export interface Standing {
  state: TargetState;
  failures: number;
  successes: number;
}

export interface Judged extends Standing {
  /** what is to be done, and told; null: nothing happened that is news */
  news: 'failing' | 'pause' | 'recovered' | null;
}

interface Rule {
  fail_after: number;
  recover_after: number;
  action: RuleAction;
}

export function judgeTarget({ state, failures, successes }: Standing, rule: Rule, isOk: boolean): Judged {
  const isDown = state === 'failing' || state === 'paused';
  if (!isOk) {
    const inARow = failures + 1;
    if (isDown || inARow < rule.fail_after) return { state, failures: inARow, successes: 0, news: null };
    return { state: 'failing', failures: inARow, successes: 0, news: rule.action === 'pause' ? 'pause' : 'failing' };
  }
  const inARow = successes + 1;
  if (isDown && inARow < rule.recover_after) return { state, failures: 0, successes: inARow, news: null };
  return { state: 'ok', failures: 0, successes: inARow, news: isDown ? 'recovered' : null };
}
