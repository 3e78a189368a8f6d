// Referral commissions: who brought whom, and what that earns.
export const referralRoutes = {};
