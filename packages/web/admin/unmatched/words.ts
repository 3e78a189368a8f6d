// What the inbox of unmatched postbacks calls things, and what is written to an advertiser about them.
import type { UnmatchedCause, UnmatchedDetails } from '@tributary/contract/trust/unmatched';
import { t } from '../../words/admin.ts';

export const causeWords = {
  other_name: t('unmatched.causeOtherName'),
  unfilled: t('unmatched.causeUnfilled'),
  spelling: t('unmatched.causeSpelling'),
  goal: t('unmatched.causeGoal'),
  amount: t('unmatched.causeAmount'),
  currency: t('unmatched.causeCurrency'),
  old_token: t('unmatched.causeOldToken'),
  milliseconds: t('unmatched.causeMilliseconds'),
  unknown: t('unmatched.causeUnknown'),
} as const satisfies Record<UnmatchedCause, string>;

export const whyWords = {
  other_name: t('unmatched.whyOtherName'),
  unfilled: t('unmatched.whyUnfilled'),
  spelling: t('unmatched.whySpelling'),
  goal: t('unmatched.whyGoal'),
  amount: t('unmatched.whyAmount'),
  currency: t('unmatched.whyCurrency'),
  old_token: t('unmatched.whyOldToken'),
  milliseconds: t('unmatched.whyMilliseconds'),
  unknown: t('unmatched.whyUnknown'),
} as const satisfies Record<UnmatchedCause, string>;

export const stateWords = {
  open: t('unmatched.open'),
  fixed: t('unmatched.fixed'),
  ignored: t('unmatched.ignored'),
} as const;
export const stateTones = { open: 'bad', fixed: 'good', ignored: 'neutral' } as const;

export const replayWords = {
  running: t('unmatched.running'),
  stopping: t('unmatched.stopping'),
  stopped: t('unmatched.stopped'),
  done: t('unmatched.done'),
} as const;

export const formatWords = { point: '1,234.56', comma: '1.234,56' } as const;

/** what to write to whoever sends them; null: there is nothing to ask for */
export function textFor({ cause, near_misses: near, names }: UnmatchedDetails): string | null {
  const [first] = near;
  const theirs = first?.theirs ?? '';
  const ours = first?.ours ?? first?.others[0] ?? '';
  switch (cause) {
    case 'other_name':
    case 'spelling':
      return t('unmatched.textName', { theirs, ours });
    case 'unfilled':
      return t('unmatched.textUnfilled', { names: names.join(', ') });
    case 'goal':
      return t('unmatched.textGoal', { theirs, ours });
    case 'amount':
      return t('unmatched.textAmount', { theirs });
    case 'currency':
      return t('unmatched.textCurrency');
    case 'old_token':
      return t('unmatched.textOldToken');
    case 'milliseconds':
      return t('unmatched.textMilliseconds');
    default:
      return null;
  }
}
