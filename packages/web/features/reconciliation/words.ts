// Reconciliation in words: states, cases, choices, codes and outcomes, for both sides.
import type {
  ReconciliationChoice,
  ReconciliationFinding,
  ReconciliationState,
  RejectCode,
  RowOutcome,
} from '@tributary/contract/trust/reconciliation-words';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/kit.ts';

export const VALIDATION = {
  admin: '/am/reports/conversions/validation',
  advertiser: '/advertiser/reports/conversion/validation',
} as const;
export type ValidationSide = keyof typeof VALIDATION;
export const validationTitle = t('validation.title');
/** names the query cache of the list, of a reconciliation and of its rows */
export const RECONCILIATIONS = 'reconciliations';

export const stateWords: Record<ReconciliationState, string> = {
  matching: t('validation.matching'),
  open: t('validation.open'),
  applying: t('validation.applying'),
  applied: t('validation.applied'),
  undoing: t('validation.undoing'),
  undone: t('validation.undone'),
};
export const stateTones: Record<ReconciliationState, Tone> = {
  matching: 'neutral',
  open: 'warn',
  applying: 'neutral',
  applied: 'good',
  undoing: 'neutral',
  undone: 'neutral',
};

export const findingWords: Record<ReconciliationFinding, string> = {
  agree: t('validation.agree'),
  amount_differs: t('validation.amountDiffers'),
  theirs_rejected: t('validation.theirsRejected'),
  we_rejected: t('validation.weRejected'),
  undecided: t('validation.undecided'),
  only_ours: t('validation.onlyOurs'),
  only_theirs: t('validation.onlyTheirs'),
  twice: t('validation.twice'),
  outside_period: t('validation.outsidePeriod'),
  several: t('validation.several'),
  unknown_id: t('validation.unknownId'),
  unreadable: t('validation.unreadable'),
  publisher_agrees: t('validation.publisherAgrees'),
  publisher_only: t('validation.publisherOnly'),
  publisher_missing: t('validation.publisherMissing'),
};
const good: readonly ReconciliationFinding[] = ['agree', 'publisher_agrees'];
const bad: readonly ReconciliationFinding[] = ['twice', 'outside_period', 'several', 'unknown_id', 'unreadable'];
export const findingTone = (finding: ReconciliationFinding): Tone =>
  good.includes(finding) ? 'good' : bad.includes(finding) ? 'neutral' : finding === 'theirs_rejected' ? 'bad' : 'warn';

export const choiceWords: Record<ReconciliationChoice, string> = {
  approve: t('validation.approve'),
  adjust: t('validation.adjust'),
  reject: t('validation.reject'),
  add: t('validation.add'),
  ask: t('validation.ask'),
  none: t('validation.nothing'),
};
export const codeWords: Record<RejectCode, string> = {
  cancelled: t('validation.cancelled'),
  returned: t('validation.returned'),
  duplicate: t('validation.duplicate'),
  other_channel: t('validation.otherChannel'),
  not_found: t('validation.notFound'),
  terms_broken: t('validation.termsBroken'),
  suspicious: t('validation.suspicious'),
  test: t('validation.test'),
};
export const outcomeWords: Record<RowOutcome, string> = {
  changed: t('validation.changed'),
  same: t('validation.same'),
  refused: t('validation.refused'),
  undone: t('validation.undone'),
  kept: t('validation.kept'),
};
export const isWorking = ({ state, halted }: { state: ReconciliationState; halted: string | null }): boolean =>
  ['matching', 'applying', 'undoing'].includes(state) && halted === null;
