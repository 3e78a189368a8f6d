// Why a conversion has its status. A hold says until when, which is what its reader waits for.
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { saidByServer } from '../../words/said.ts';

export const reasonText = ({ reason, hold_until }: { reason: string | null; hold_until: number | null }) =>
  hold_until === null
    ? reason && saidByServer(reason)
    : t('postbacks.onHoldUntil', { holdUntil: dateTime(hold_until) });
