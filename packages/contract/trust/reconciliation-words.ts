// What a line of an advertiser's or publisher's file may turn out to be, and what may be done about it. Zod-free: the browser and the
// rules read the same lists.

export const reconciliationStates = ['matching', 'open', 'applying', 'applied', 'undoing', 'undone'] as const;
export type ReconciliationState = (typeof reconciliationStates)[number];

export const reconciliationFindings = [
  /** both say approved, of the same amount */
  'agree',
  'amount_differs',
  'theirs_rejected',
  /** they approve what we have rejected */
  'we_rejected',
  /** they have not decided yet */
  'undecided',
  'only_ours',
  'only_theirs',
  'twice',
  'outside_period',
  /** several conversions have this key */
  'several',
  /** not an id of this workspace, whoever's it is */
  'unknown_id',
  'unreadable',
  'publisher_agrees',
  /** the publisher saw it, we did not */
  'publisher_only',
  /** we saw it, the publisher did not */
  'publisher_missing',
] as const;
export type ReconciliationFinding = (typeof reconciliationFindings)[number];

export const reconciliationChoices = ['approve', 'adjust', 'reject', 'add', 'ask', 'none'] as const;
export type ReconciliationChoice = (typeof reconciliationChoices)[number];

/** asked about and left alone are no changes */
export const effects = ['approve', 'adjust', 'reject', 'add'] as const satisfies readonly ReconciliationChoice[];

const nothing = ['none'] as const;
/** what a manager may choose instead of what is proposed; what cannot be told for certain has no effect */
export const choicesOf: Readonly<Record<ReconciliationFinding, readonly ReconciliationChoice[]>> = {
  agree: ['approve', 'none'],
  amount_differs: ['adjust', 'approve', 'none'],
  theirs_rejected: ['reject', 'none'],
  we_rejected: ['none', 'approve'],
  undecided: nothing,
  only_ours: ['ask', 'reject', 'none'],
  only_theirs: ['none', 'add'],
  twice: nothing,
  outside_period: nothing,
  several: nothing,
  unknown_id: nothing,
  unreadable: nothing,
  publisher_agrees: nothing,
  publisher_only: nothing,
  publisher_missing: nothing,
};

export const rejectCodes = [
  'cancelled',
  'returned',
  'duplicate',
  'other_channel',
  'not_found',
  'terms_broken',
  'suspicious',
  'test',
] as const;
export type RejectCode = (typeof rejectCodes)[number];

/** the reason that the publisher reads at its conversion, in its own language */
export const rejectReasons: Readonly<Record<RejectCode, string>> = {
  cancelled: 'The advertiser’s validation: the order was cancelled.',
  returned: 'The advertiser’s validation: the order was returned.',
  duplicate: 'The advertiser’s validation: the order was reported twice.',
  other_channel: 'The advertiser’s validation: another channel was credited.',
  not_found: 'The advertiser’s validation: the order was not found.',
  terms_broken: 'The advertiser’s validation: the terms were broken.',
  suspicious: 'The advertiser’s validation: the order is suspicious.',
  test: 'The advertiser’s validation: it was a test.',
};

/** the words by which advertisers say a code; closed: what is not among them is not guessed */
const codeWords: Readonly<Record<RejectCode, string>> = {
  cancelled: 'cancelled canceled cancel cancellation order_cancelled order_canceled customer_cancelled void voided',
  returned: 'returned return refund refunded chargeback charge_back charged_back order_returned reversed reversal',
  duplicate: 'duplicate duplicated double duplicate_order duplicate_lead repeated',
  other_channel: 'other_channel other_channel_credited another_channel deduped deduplicated attributed_elsewhere',
  not_found: 'not_found unknown_order no_order missing order_not_found unknown',
  terms_broken: 'terms_broken terms_violation violation breach terms policy_violation out_of_terms',
  suspicious: 'suspicious fraud fraudulent suspected_fraud fake',
  test: 'test test_order testing',
};
export const codesByWord: ReadonlyMap<string, RejectCode> = new Map(
  rejectCodes.flatMap((code) => codeWords[code].split(' ').map((word): [string, RejectCode] => [word, code])),
);

/** what a column of the advertiser's file may be */
export const mappedColumns = ['txn_id', 'click_id', 'amount', 'currency', 'status', 'code', 'at'] as const;
export type MappedColumn = (typeof mappedColumns)[number];
export const publisherColumnsRead = ['click_id', 'p1', 'amount', 'at'] as const;

export const dateOrders = ['iso', 'day_first', 'month_first'] as const;
export const decimalMarks = ['point', 'comma'] as const;
export const amountMeanings = ['sale', 'revenue'] as const;
export const rowOutcomes = ['changed', 'same', 'refused', 'undone', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export const MAX_FILE_BYTES = 20_000_000;
export const MAX_LINES = 200_000;
