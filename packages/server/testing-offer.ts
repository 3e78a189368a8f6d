// For tests only: the row of an offer, as the form's own defaults make it, for tests that write rows themselves.
import { blankOffer, columnsOf } from './modules/offers/index.ts';
import { DAY_MS } from './platform/clock.ts';

/** active, public, in USD, and open for a day already; whose it is, its number and its amounts are the caller's to say */
export const offerColumns = (at: Date) => ({
  ...columnsOf(blankOffer(), {
    startsAt: new Date(at.getTime() - DAY_MS),
    endsAt: new Date(at.getTime() + 1_000 * DAY_MS),
  }),
  currency: 'USD',
  created_at: at,
  updated_at: at,
});
