// Whether this publisher may run this offer.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';

export function visibility({ offer, publisherNumber }: Click): VerdictName | null {
  if (!offer) return null;
  if (offer.blocked.has(publisherNumber)) return 'publisher_not_allowed';
  if (offer.source.visibility === 'public' || offer.allowed.has(publisherNumber)) return null;
  return 'publisher_not_allowed';
}
