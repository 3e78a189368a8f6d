import type { OfferStanding } from './campaigns/visibility.ts';
import type { StoredOffer } from './saving/offer-fields.ts';

/** what of an offer decides who sees it */
export const standingOf = (
  row: Pick<StoredOffer, 'status' | 'visibility' | 'starts_at' | 'ends_at' | 'require_terms' | 'terms_version'>,
): OfferStanding => ({
  // the check constraints keep these two within their lists
  status: row.status as OfferStanding['status'],
  visibility: row.visibility as OfferStanding['visibility'],
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  requireTerms: row.require_terms,
  termsVersion: row.terms_version,
});
