// What a publisher sees of an offer and may do with it: one pure function of the offer, the publisher's permission and
// the time. The lists' SQL narrows by the same rules; the tracker is told the outcome.
import type { offerStatuses, offerVisibilities, PermissionState } from '@tributary/contract/offers/offer-terms';

export interface OfferStanding {
  status: (typeof offerStatuses)[number];
  visibility: (typeof offerVisibilities)[number];
  startsAt: Date;
  endsAt: Date;
  requireTerms: boolean;
  termsVersion: number;
}

export interface PermissionStanding {
  state: PermissionState;
  /** a manager said so; a publisher who only accepted a public offer's terms has decided nothing for later */
  decided: boolean;
  /** the version of the terms that the publisher accepted */
  termsVersion: number | null;
}

/** open: anyone may run it; allowed: this publisher may; askable: ask, or accept the terms, first */
export type CampaignState = 'open' | 'allowed' | 'askable' | 'requested' | 'refused';

/** null: the publisher does not see it at all */
export function campaignState(
  offer: OfferStanding,
  permission: PermissionStanding | null,
  at: Date,
): CampaignState | null {
  if (offer.status !== 'active' || at < offer.startsAt || at >= offer.endsAt) return null;
  return stateWhenLive(offer, permission);
}

function stateWhenLive(offer: OfferStanding, permission: PermissionStanding | null): CampaignState | null {
  if (permission?.state === 'blocked') return null;
  const termsOpen = offer.requireTerms && permission?.termsVersion !== offer.termsVersion;
  if (offer.visibility === 'Public') {
    if (termsOpen) return 'askable';
    return permission?.state === 'allowed' ? 'allowed' : 'open';
  }
  if (permission?.state === 'allowed' && permission.decided) return termsOpen ? 'askable' : 'allowed';
  if (offer.visibility === 'Private') return null;
  return permission?.state === 'requested' || permission?.state === 'refused' ? permission.state : 'askable';
}

export const mayRun = (state: CampaignState | null): boolean => state === 'open' || state === 'allowed';

/** for the tracker, which checks status and dates on every click itself */
export const isAdmitted = (offer: OfferStanding, permission: PermissionStanding | null): boolean =>
  mayRun(stateWhenLive(offer, permission));
