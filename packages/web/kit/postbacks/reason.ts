// Why a conversion has its status. A hold says until when, which is what its reader waits for.
import { dateTime } from '../../ui/format.ts';

export const reasonText = ({ reason, hold_until }: { reason: string | null; hold_until: number | null }) =>
  hold_until === null ? reason : `On hold until ${dateTime(hold_until)}`;
