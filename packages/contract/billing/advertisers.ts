// The advertiser's side: deposits, allocation, credit limits, invoices as they are paid.
export const advertiserBillingRoutes = {};
