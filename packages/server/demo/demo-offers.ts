// The demo tenants' offers, as their account managers would have typed them. Invented.
import type { CreateOfferBody } from '@tributary/contract/offers/offers';
import type { z } from 'zod';

type Form = Omit<z.input<typeof CreateOfferBody>, 'advertiser_id' | 'admin_id'>;
export interface DemoOffer {
  /** the advertiser's e-mail; the demo advertiser where there is none */
  of?: string;
  daysAgo: number;
  form: Form;
  /** whole clicks a day, after which the fallback takes over */
  clicksPerDay?: bigint;
  /** e-mails of publishers who may run it, who asked, and who was refused */
  allowed?: readonly string[];
  requested?: readonly { by: string; traffic: string }[];
  refused?: readonly { by: string; traffic: string; reason: string }[];
  /** a payout of his own for a publisher */
  paysMore?: { to: string; micros: bigint };
  /** what share of the default goal's conversions is to reach this goal */
  kpi?: { token: string; percent: number; minSample: number };
  /** the demo publisher's short link */
  link?: { code: string; params: Record<string, string> };
}

const lena = 'lena@northwind-media.test';
const rohan = 'rohan@dealwala.test';
const camila = 'camila@cupom-sul.test';
const tom = 'tom@app-atlas.test';
const priya = 'publisher@demo.test';

const terms =
  '<ol><li><p>No incentivised traffic.</p></li><li><p>No bidding on the brand.</p></li><li><p>No e-mail without our consent.</p></li></ol>';

export const demoOffers: readonly DemoOffer[] = [
  {
    of: 'meera@riverside-bank.test',
    daysAgo: 157,
    link: { code: 'river-savings', params: { source: 'newsletter' } },
    form: {
      offer_name: 'Riverside Bank – Savings account',
      objective: 'Leads',
      category: 'finance',
      currency: 'INR',
      revenue: '420',
      payout: '310',
      geo_coverage: 'in',
      default_campaign_url: 'https://riverside-bank.example/savings?ref={click_id}&pub={publisher_id}',
      description:
        '<h2>A savings account without a minimum balance</h2><p>Paid for every account that is <strong>opened and verified</strong>. Adults living in India.</p>',
      kpi: '<p>At least one deposit from 30% of new accounts within 30 days.</p>',
      default_goal_name: 'Account opened',
      goals: [{ name: 'First deposit', token: 'deposit', revenue: '150', payout: '90' }],
      landing_pages: [
        { name: 'Salary account', url: 'https://riverside-bank.example/salary?ref={click_id}' },
        { name: 'Hindi', url: 'https://riverside-bank.example/hi/savings?ref={click_id}' },
      ],
      hold_minutes: 4_320,
      tags: ['bank', 'top'],
    },
    kpi: { token: 'deposit', percent: 30, minSample: 3 },
  },
  {
    daysAgo: 156,
    link: { code: 'monsoon', params: { p1: 'homepage' } },
    form: {
      offer_name: 'Monsoon Shoes – Everything for the rain',
      objective: 'Sale',
      currency: 'INR',
      revenue: '180',
      payout: '130',
      geo_coverage: 'in',
      default_campaign_url: 'https://monsoon-shoes.example/?cid={click_id}&s={source|direct}',
      description: '<p>Waterproof shoes with free returns. The commission is paid for every delivered order.</p>',
      deep_links: true,
      deep_link_hosts: ['monsoon-shoes.example'],
      fallback_url: 'https://monsoon-shoes.example/',
      tags: ['fashion'],
    },
  },
  {
    of: 'grace@trailhead-apps.test',
    daysAgo: 143,
    clicksPerDay: 5_000n,
    form: {
      offer_name: 'Trailhead – Running app (Android)',
      objective: 'App Installs',
      category: 'health',
      currency: 'USD',
      revenue: '2.4',
      payout: '1.8',
      geo_coverage: 'us,ca,gb,au',
      operating_system: 'android',
      app_id: 'com.trailhead.run',
      app_name: 'Trailhead Run',
      default_campaign_url: 'https://get.trailhead.example/android?clickid={click_id}&gaid={gaid}',
      description: '<p>Plans for the first five kilometres. An install counts when the app has been opened.</p>',
      min_ctit_seconds: 10,
      goals: [{ name: 'Subscription', token: 'subscribe', revenue: '14', payout: '10.5' }],
      tags: ['app'],
    },
    kpi: { token: 'subscribe', percent: 45, minSample: 3 },
  },
  {
    of: 'grace@trailhead-apps.test',
    daysAgo: 143,
    link: { code: 'run-ios', params: {} },
    form: {
      offer_name: 'Trailhead – Running app (iOS)',
      objective: 'App Installs',
      category: 'health',
      currency: 'USD',
      revenue: '3.6',
      payout: '2.7',
      geo_coverage: 'us,ca,gb,au',
      operating_system: 'ios',
      app_id: 'id1700000001',
      app_name: 'Trailhead Run',
      default_campaign_url: 'https://get.trailhead.example/ios?clickid={click_id}&idfa={idfa}',
      min_ctit_seconds: 10,
      goals: [{ name: 'Subscription', token: 'subscribe', revenue: '16', payout: '12' }],
      tags: ['app'],
    },
  },
  {
    of: 'jonas@lumen-energy.test',
    daysAgo: 140,
    allowed: [lena],
    requested: [
      { by: priya, traffic: 'Price comparison articles, organic search, about 40,000 visits a month.' },
      { by: camila, traffic: 'Coupon site, newsletter to 12,000 readers.' },
    ],
    refused: [{ by: rohan, traffic: 'Cashback', reason: 'Cashback is not allowed on energy contracts.' }],
    form: {
      offer_name: 'Lumen Energy – Switch and save',
      objective: 'Leads',
      currency: 'EUR',
      revenue: '38',
      payout: '29.5',
      geo_coverage: 'de,at,fr,es,it',
      offer_visibility: 'Ask to Permission',
      require_terms: true,
      terms_and_conditions: terms,
      default_campaign_url: 'https://lumen-energy.example/switch?tc={click_id}',
      description: '<p>Green power with a two-year price guarantee. Paid for every switch that the grid confirms.</p>',
      hold_minutes: 20_160,
      status_after_hold: 'pending',
      timezone: 'Europe/Paris',
    },
  },
  {
    of: 'sofia@parcel-and-pine.test',
    daysAgo: 138,
    form: {
      offer_name: 'Parcel & Pine – Autumn sale',
      objective: 'Sale',
      currency: 'EUR',
      revenue: '0',
      revenue_percent: 12,
      payout: '0',
      payout_percent: 9,
      geo_coverage: 'it,fr,de,es,nl,be',
      default_campaign_url: 'https://parcel-and-pine.example/sale?c={click_id}&u={url}',
      deep_links: true,
      landing_pages: [{ name: 'Candles', url: 'https://parcel-and-pine.example/candles?c={click_id}' }],
      conversion_tracking: 'IMG Pixel Tracking',
      description: '<p>Wood, wool and wax for the house.</p>',
      tags: ['home', 'season'],
    },
  },
  {
    daysAgo: 135,
    form: {
      offer_name: 'Mindful Minutes – Free week',
      objective: 'Conversions',
      category: 'health',
      currency: 'USD',
      revenue: '1.2',
      payout: '0.85',
      default_campaign_url: 'https://mindful-minutes.example/start?cid={click_id}',
      description: '<p>Ten quiet minutes a day. Paid for each trial that is started.</p>',
      conversion_flow_by_language: {
        en: 'Land, choose a plan, confirm the e-mail address.',
        hi: null,
        es: 'Elegir un plan y confirmar el correo.',
      },
    },
  },
  {
    daysAgo: 133,
    form: {
      offer_name: 'Northern Light VPN – Two years',
      objective: 'Sale',
      category: 'technology',
      currency: 'USD',
      revenue: '36',
      payout: '27',
      hide_payout: true,
      default_campaign_url: 'https://northern-light.example/deal?tid={click_id}&a={aff_id}',
      description: '<p>A plan of 24 months. Ask your account manager for the payout of your tier.</p>',
    },
  },
  {
    daysAgo: 130,
    form: {
      offer_name: 'Scholar Path – Course enquiry',
      objective: 'Leads',
      category: 'education',
      currency: 'INR',
      revenue: '95',
      payout: '70',
      geo_coverage: 'in,lk,np',
      default_campaign_url: 'https://scholar-path.example/enquire?lead={click_id}',
      enable_time_targeting: true,
      timezone: 'Asia/Kolkata',
      start_hour: 9,
      end_hour: 21,
      selected_days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      fallback_url: 'https://scholar-path.example/call-back',
      description: '<p>Leads are called back the same day, so traffic is taken while the call centre is open.</p>',
    },
  },
  {
    daysAgo: 26,
    allowed: [lena, tom],
    paysMore: { to: lena, micros: 24_000_000n },
    form: {
      offer_name: 'Harbour Insurance – Quote',
      objective: 'Leads',
      category: 'finance',
      currency: 'USD',
      revenue: '28',
      payout: '21',
      geo_coverage: 'us',
      offer_visibility: 'Private',
      default_campaign_url: 'https://harbour-insurance.example/quote?c={click_id}',
      private_note: 'Two partners until the new year; then open it on request.',
    },
  },
  {
    daysAgo: 21,
    form: {
      offer_name: 'Pixel Arcade – Banner reach',
      objective: 'Impressions',
      currency: 'USD',
      revenue: '2.1',
      payout: '1.4',
      status: 'paused',
      default_campaign_url: 'https://pixel-arcade.example/?c={click_id}&cr={creative_id}',
      description: '<p>A thousand views of a banner. Paused until the new creatives are in.</p>',
    },
  },
  {
    daysAgo: 26,
    form: {
      offer_name: 'Copper Kettle – Recipe clicks',
      objective: 'Clicks',
      currency: 'USD',
      revenue: '0.12',
      payout: '0.08',
      geo_coverage: 'us,gb,ie',
      default_campaign_url: 'https://copper-kettle.example/recipes?c={click_id}',
      duplicate_click_action: 'refuse',
    },
  },
];

/** what the demo advertiser submitted; an account manager has still to complete it */
export const demoBrief: Form = {
  offer_name: 'Lantern – Personal loans',
  objective: 'Leads',
  currency: 'INR',
  revenue: '260',
  payout: '0',
  status: 'pending',
  geo_coverage: 'in',
  default_campaign_url: 'https://lantern.example/loans?c={click_id}',
  description: '<p>Loans up to five lakh rupees, decided within a day. We would like to begin in the north.</p>',
};

export const acmeOffers: readonly DemoOffer[] = [
  {
    daysAgo: 20,
    form: {
      offer_name: 'Acme Rockets – Starter kit',
      objective: 'Sale',
      currency: 'USD',
      revenue: '15',
      payout: '11',
      default_campaign_url: 'https://acme-rockets.example/kit?c={click_id}',
      description: '<p>Everything for the first launch.</p>',
    },
  },
  {
    daysAgo: 12,
    form: {
      offer_name: 'Acme Paint – Sample box',
      objective: 'Leads',
      currency: 'EUR',
      revenue: '4.2',
      payout: '3',
      offer_visibility: 'Ask to Permission',
      default_campaign_url: 'https://acme-paint.example/samples?c={click_id}',
    },
  },
];
