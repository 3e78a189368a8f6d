// Billing's routes, a file for each of its rooms.
import { advertiserBillingRoutes } from './advertisers.ts';
import { appealRoutes } from './appeals.ts';
import { billingChoiceRoutes } from './choices.ts';
import { closingRoutes } from './closing.ts';
import { documentRoutes } from './documents.ts';
import { entryRoutes } from './entries.ts';
import { payingRoutes } from './paying.ts';
import { pdfRoutes } from './pdf.ts';
import { referralRoutes } from './referrals.ts';
import { revenueRoutes } from './revenue.ts';
import { billingTermsRoutes } from './terms.ts';

export const billingRoutes = {
  ...entryRoutes,
  ...billingTermsRoutes,
  ...billingChoiceRoutes,
  ...documentRoutes,
  ...payingRoutes,
  ...advertiserBillingRoutes,
  ...closingRoutes,
  ...appealRoutes,
  ...referralRoutes,
  ...pdfRoutes,
  ...revenueRoutes,
};
