// Who may overrule whom (docs/decisions/0020). A decision of a higher authority leaves a ceiling on the conversion: a status
// above which no lower one lifts it. Pure, and tested as a table.
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import type { MayOverrule } from '@tributary/contract/offers/offer-terms';

/** the order; a refund is the advertiser's, and final for it: a retried "approved" must not undo it. A cap is asked anew each time */
export const authorityRanks = {
  none: 0,
  cap: 0,
  advertiser: 1,
  refund: 2,
  hold: 2,
  review: 2,
  too_fast: 2,
  fraud: 2,
  manager: 3,
} as const;
export type Authority = keyof typeof authorityRanks;

/** what an offer's advertiser may overrule besides its own words */
const loosens: Record<MayOverrule, readonly Authority[]> = {
  none: [],
  hold: ['hold'],
  checks: ['hold', 'fraud', 'too_fast', 'review'],
  all: ['hold', 'fraud', 'too_fast', 'review', 'refund', 'manager'],
};

export const statusOrder: Record<ConversionStatus, number> = { rejected: 0, pending: 1, approved: 2 };

export interface Standing {
  status: ConversionStatus;
  decidedBy: Authority;
  ceiling: ConversionStatus | null;
  ceilingBy: Authority | null;
  holdUntil: Date | null;
  afterHold: ConversionStatus | null;
  amountsByHand: boolean;
}

export type Word = { status: ConversionStatus; isRefund?: true } | { amount: 'larger' | 'smaller' };

export interface Speaker {
  authority: Authority;
  loosened: MayOverrule;
  now: Date;
}

/** same: nothing; now: takes effect; wait: becomes the status after the hold; ask: a request; block: one, and not payable meanwhile */
export type Effect = 'same' | 'now' | 'wait' | 'ask' | 'block';

export function effectOf(speaker: Speaker, standing: Standing, word: Word): Effect {
  if (speaker.authority === 'manager') return 'now';
  if ('amount' in word) return amountEffect(speaker, standing, word.amount);
  const { ceiling } = limitOn(speaker, standing);
  const step = statusOrder[word.status] - statusOrder[standing.status];
  if (word.isRefund) return isManagers(speaker, standing) ? 'block' : 'now';
  if (step < 0) return isManagers(speaker, standing) ? 'block' : 'now';
  const holds = isHolding(speaker, standing);
  if (step === 0) return holds && word.status === 'pending' && standing.afterHold !== 'pending' ? 'wait' : 'same';
  if (holds && standing.afterHold === word.status && standing.status === 'pending') return 'same';
  if (ceiling === null || statusOrder[word.status] <= statusOrder[ceiling]) return 'now';
  return holds ? 'wait' : 'ask';
}

function amountEffect(speaker: Speaker, standing: Standing, amount: 'larger' | 'smaller'): Effect {
  const managers = isManagers(speaker, standing);
  if (amount === 'smaller') return managers ? 'block' : 'now';
  return managers || limitOn(speaker, standing).ceiling !== null ? 'ask' : 'now';
}

/** the ceiling as far as it binds this speaker */
function limitOn({ authority, loosened, now }: Speaker, { ceiling, ceilingBy, holdUntil }: Standing) {
  const isOver = ceilingBy === 'hold' && holdUntil !== null && holdUntil <= now;
  const binds =
    ceilingBy !== null &&
    !isOver &&
    authorityRanks[ceilingBy] > authorityRanks[authority] &&
    !loosens[loosened].includes(ceilingBy);
  return binds ? { ceiling, ceilingBy } : { ceiling: null, ceilingBy: null };
}

const isHolding = (speaker: Speaker, standing: Standing): boolean =>
  standing.holdUntil !== null && limitOn(speaker, standing).ceilingBy === 'hold';

/** what a manager approved, or priced by hand, nobody else lowers */
const isManagers = ({ loosened }: Speaker, { status, decidedBy, amountsByHand }: Standing): boolean =>
  loosened !== 'all' && status !== 'rejected' && (amountsByHand || (status === 'approved' && decidedBy === 'manager'));

const limiting: readonly Authority[] = ['manager', 'fraud', 'too_fast', 'review', 'refund'];

/** after a word took effect: a decision of rank leaves a ceiling, a lower one leaves it where it was */
export function ceilingAfter(
  { ceiling, ceilingBy }: Pick<Standing, 'ceiling' | 'ceilingBy'>,
  authority: Authority,
  status: ConversionStatus,
): Pick<Standing, 'ceiling' | 'ceilingBy'> {
  if (!limiting.includes(authority)) return { ceiling, ceilingBy };
  // what was refunded is not lifted to where a manager had parked it before
  const isDeeper = authority === 'refund' && ceiling !== 'rejected';
  if (!isDeeper && ceilingBy !== null && authorityRanks[ceilingBy] > authorityRanks[authority]) {
    return { ceiling, ceilingBy };
  }
  if (status === 'approved') return { ceiling: null, ceilingBy: null };
  if (authority === 'refund' && ceiling === 'rejected') return { ceiling, ceilingBy };
  return { ceiling: status, ceilingBy: authority };
}
