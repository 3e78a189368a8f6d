// Dates and hours.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import { isOpen } from '../snapshot/schedule.ts';

export function schedule({ offer, now }: Click): VerdictName | null {
  if (!offer) return null;
  const { startsAt, endsAt } = offer.source;
  if (startsAt !== null && now < startsAt) return 'offer_not_started';
  if (endsAt !== null && now >= endsAt) return 'offer_ended';
  for (const window of offer.windows) if (!isOpen(window, now)) return 'outside_hours';
  return null;
}
