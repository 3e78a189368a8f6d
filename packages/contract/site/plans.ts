// What we sell (the specification, Public site): limits, features and prices per month in rupees. The price page shows them;
// the operator sees each tenant's usage against them. Zod-free.

export type PlanId = 'basic' | 'advanced' | 'premium';

export const baseFeatures = [
  'Real-Time Analytics',
  'Fraud Detection',
  'Link Management',
  'Automated Payouts',
  'API Access',
] as const;

export const keyFeatures = [
  'Smart Offer',
  'Automatic Offer Sync',
  'Offer Automation',
  'Coupon Tracking',
  'Product Feed',
  'PIN/OTP API',
  'Link Tester',
  'Mobile Attribution SDK',
  'Ads Platform Integration',
  'Team Management',
  'White label',
  '24x7 support',
] as const;

export const storeFeatures = ['Store Order Sync', 'Refund Reversal', 'Commission by SKU'] as const;

export type PlanFeature = (typeof baseFeatures)[number] | (typeof keyFeatures)[number] | (typeof storeFeatures)[number];

export interface Plan {
  id: PlanId;
  name: string;
  /** what the sign-up FAQ calls the same plan */
  faqName: string;
  rupeesPerMonth: number;
  mostPopular: boolean;
  /** per month; null is unlimited */
  conversions: number;
  clicks: number | null;
  offers: number | null;
  features: readonly PlanFeature[];
}

const all: readonly PlanFeature[] = [...baseFeatures, ...keyFeatures];

export const plans: readonly [Plan, Plan, Plan] = [
  {
    id: 'basic',
    name: 'Basic',
    faqName: 'Basic',
    rupeesPerMonth: 699,
    mostPopular: false,
    conversions: 8_000,
    clicks: 200_000,
    offers: null,
    features: baseFeatures,
  },
  {
    id: 'advanced',
    name: 'Advanced',
    faqName: 'Professional',
    rupeesPerMonth: 2_999,
    mostPopular: true,
    conversions: 20_000,
    clicks: null,
    offers: null,
    features: all,
  },
  {
    id: 'premium',
    name: 'Premium',
    faqName: 'Enterprise',
    rupeesPerMonth: 6_999,
    mostPopular: false,
    conversions: 75_000,
    clicks: null,
    offers: null,
    features: all,
  },
];

/**
 * The eCommerce add-on, on any plan: shops need orders, refunds and commission by SKU, and the two key features that
 * a shop cannot do without. On Advanced and Premium those two are in the plan already.
 */
export const ecommerceAddOn = {
  rupeesPerMonth: 999,
  features: [...storeFeatures, 'Coupon Tracking', 'Product Feed'],
} as const satisfies { rupeesPerMonth: number; features: readonly PlanFeature[] };

/** what a plan offers with or without the add-on */
export const featuresOf = (plan: Plan, withAddOn: boolean): PlanFeature[] =>
  withAddOn ? [...new Set([...plan.features, ...ecommerceAddOn.features])] : [...plan.features];

export const priceOf = (plan: Plan, withAddOn: boolean): number =>
  plan.rupeesPerMonth + (withAddOn ? ecommerceAddOn.rupeesPerMonth : 0);

export const trialTerms = { days: 14, plan: 'basic' } as const satisfies { days: number; plan: PlanId };
