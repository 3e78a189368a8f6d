// Payment terms, tax profiles and dated tax rules.
export const billingTermsRoutes = {};
