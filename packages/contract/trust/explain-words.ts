// Words of Explain as closed lists. Zod-free: the browser has words for each of them.

export const explainedKinds = ['click', 'impression', 'receipt', 'conversion'] as const;
export type ExplainedKind = (typeof explainedKinds)[number];
export const shareSides = ['publisher', 'advertiser'] as const;
export type ShareSide = (typeof shareSides)[number];

export const findClasses = ['exact', 'rebuilt', 'unknown'] as const;
/** of `rebuilt`, what had to be taken from the row or stands in the way; of `unknown`, what is missing */
export const causeNames = [
  'cap_lot',
  'visitor_memory',
  'flood_memory',
  'header_marks',
  'address_shortened',
  'data_erased',
  'rules_differ',
  'no_configuration',
  'not_replayed',
] as const;
export type CauseName = (typeof causeNames)[number];

export const lookedFor = ['click_id', 'record_id', 'txn_id', 'tracking_address', 'short_link', 'text'] as const;
export type LookedFor = (typeof lookedFor)[number];
