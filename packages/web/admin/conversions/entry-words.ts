import type { ConversionDetails } from '@tributary/contract/conversions/conversions';

type Transfer = Pick<ConversionDetails['transfers'][number], 'leg' | 'phase'>;

const phases = { pending: 'pending', post: 'posted', void: 'voided' } as const;

/** what an entry of the ledger did. One without a pending before it books the amount where it is the leg's first */
export function entryWords(transfers: readonly Transfer[], index: number): string {
  const entry = transfers[index];
  if (!entry) return '';
  if (entry.phase !== 'direct') return phases[entry.phase];
  return transfers.slice(0, index).some(({ leg }) => leg === entry.leg) ? 'correction' : 'booked';
}
