// Which received postbacks can be replayed, and on whose word.
import type { conversionRoutes } from '@tributary/contract/conversions/conversions';
import type { ResultOf } from '@tributary/contract/route';
import { senderOutcomes } from '@tributary/contract/tracker/verdicts';

export type ReceiptRow = ResultOf<typeof conversionRoutes.receipts>['rows'][number];

export const refusedForSender = ({ outcome }: ReceiptRow): boolean => senderOutcomes.some((name) => name === outcome);

/** what has become a conversion, or is on its way to one, is not replayed */
export const mayReplay = ({ conversion_id, outcome }: ReceiptRow): boolean =>
  conversion_id === null && outcome !== 'waiting';
