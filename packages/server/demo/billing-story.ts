// A quarter of billing in the demo tenant, as data: who is paid where, who pays what, and what happened. Invented.
import type { MethodKind } from '@tributary/contract/billing/paying';
import type { SettingsOf } from '@tributary/contract/settings';
import { payingSection } from '@tributary/contract/settings/paying';

export const priya = 'publisher@demo.test';
export const lena = 'lena@northwind-media.test';
export const rohan = 'rohan@dealwala.test';
export const camila = 'camila@cupom-sul.test';
export const tom = 'tom@app-atlas.test';
export const adam = 'advertiser@demo.test';
export const meera = 'meera@riverside-bank.test';
export const jonas = 'jonas@lumen-energy.test';
export const sofia = 'sofia@parcel-and-pine.test';
export const grace = 'grace@trailhead-apps.test';

export const payment: SettingsOf<'payment'> = {
  cycle: 'monthly',
  net_days: 15,
  invoice_net_days: 30,
  hold_days: 0,
  cut: 'event',
  minimum: '0',
  two_person_sum: '25000',
  legal_name: 'Demo Network Ltd',
  country: 'de',
  vat_id: 'DE136695976',
  street: 'Friedrichstraße',
  house_number: '123',
  postcode: '10117',
  town: 'Berlin',
  self_billing_text:
    'We agree that Demo Network Ltd writes the invoices for what we have earned, and that we write none for the same. This holds for twelve months.',
};

const columns = {
  wise: [
    { heading: 'name', field: 'name' },
    { heading: 'recipientEmail', field: 'recipient' },
    { heading: 'paymentReference', field: 'id' },
    { heading: 'amount', field: 'amount' },
    { heading: 'amountCurrency', field: 'currency' },
  ],
} as const;
const used: Partial<Record<MethodKind, string>> = { bank: '0', paypal: '0.5', wise: '1', upi: '0', 'by-hand': '0' };
const own = { name: 'Demo Network Ltd', street: 'Friedrichstrasse', building: '123', postcode: '10117' };
export const paying: SettingsOf<'paying'> = {
  methods: payingSection.defaults.methods.map((usual) => ({
    ...usual,
    is_on: used[usual.kind] !== undefined,
    fee: used[usual.kind] ?? '0',
    columns: usual.kind === 'wise' ? [...columns.wise] : usual.columns,
  })),
  accounts: [
    { currency: 'EUR', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', ...own, town: 'Berlin', country: 'DE' },
    { currency: 'USD', iban: 'GB82WEST12345698765432', bic: '', ...own, town: 'Berlin', country: 'DE' },
  ],
};

export const collection: SettingsOf<'collection'> = {
  accounts: [
    {
      currency: 'USD',
      holder: 'Demo Network Ltd',
      bank: 'Example Bank, New York',
      account: '000123456789',
      code: '021000021',
      note: '',
    },
    {
      currency: 'EUR',
      holder: 'Demo Network Ltd',
      bank: 'Beispielbank, Berlin',
      account: 'DE89 3704 0044 0532 0130 00',
      code: 'COBADEFFXXX',
      note: '',
    },
  ],
  note: 'Payments are booked on the working day on which they arrive.',
};

/** what a euro is worth in dollars, from so many months ago */
export const euroRates = [
  { monthsAgo: 3, rate: 1_084_000n },
  { monthsAgo: 2, rate: 1_091_500n },
  { monthsAgo: 1, rate: 1_079_200n },
  { monthsAgo: 0, rate: 1_082_600n },
];

interface Payee {
  email: string;
  party: 'person' | 'business';
  name: string;
  country: string;
  vatId: string | null;
  address: { street: string; house_number: string; postcode: string; town: string };
  form: 'PAN' | null;
  /** that we write the invoices; whoever has not agreed sends his own */
  agreed: boolean;
  method: { kind: MethodKind; currency: string; recipient: string };
  terms?: { net_days?: 7 | 15 | 30 | 45 | 60; hold_days?: number; minimum?: bigint };
}
export const payees: readonly Payee[] = [
  {
    email: priya,
    party: 'person',
    name: 'Priya Shah',
    country: 'in',
    vatId: null,
    address: { street: 'MG Road', house_number: '14', postcode: '560001', town: 'Bengaluru' },
    form: 'PAN',
    agreed: true,
    method: { kind: 'paypal', currency: 'USD', recipient: 'payments@priyashah.example' },
  },
  {
    email: lena,
    party: 'business',
    name: 'Northwind Media GmbH',
    country: 'de',
    vatId: 'DE811569869',
    address: { street: 'Sternstraße', house_number: '7', postcode: '20357', town: 'Hamburg' },
    form: null,
    agreed: true,
    method: { kind: 'bank', currency: 'EUR', recipient: 'DE02120300000000202051' },
    terms: { net_days: 30, hold_days: 14 },
  },
  {
    email: rohan,
    party: 'business',
    name: 'Dealwala Pvt. Ltd.',
    country: 'in',
    vatId: null,
    address: { street: 'Linking Road', house_number: '221', postcode: '400050', town: 'Mumbai' },
    form: 'PAN',
    agreed: true,
    method: { kind: 'upi', currency: 'INR', recipient: 'dealwala@examplebank' },
  },
  {
    email: camila,
    party: 'business',
    name: 'Cupom Sul Ltda.',
    country: 'br',
    vatId: null,
    address: { street: 'Rua da Praia', house_number: '80', postcode: '90010-000', town: 'Porto Alegre' },
    form: null,
    agreed: false,
    method: { kind: 'wise', currency: 'USD', recipient: 'pay@cupomsul.example' },
  },
  {
    email: tom,
    party: 'business',
    name: 'App Atlas e.U.',
    country: 'at',
    vatId: 'ATU12345675',
    address: { street: 'Lindengasse', house_number: '3', postcode: '1070', town: 'Wien' },
    form: null,
    agreed: true,
    method: { kind: 'bank', currency: 'EUR', recipient: 'AT611904300234573201' },
    terms: { minimum: 10_000_000n },
  },
];

/** so many conversions of the first, second and third month */
interface Earning {
  by: string;
  offer: string;
  goal?: string;
  count: readonly [number, number, number];
  /** about what is bought, where the offer pays a share of it */
  sale?: number;
}
export const earnings: readonly Earning[] = [
  { by: priya, offer: 'Northern Light VPN – Two years', count: [2, 2, 3] },
  { by: priya, offer: 'Monsoon Shoes – Everything for the rain', count: [2, 1, 2] },
  { by: lena, offer: 'Lumen Energy – Switch and save', count: [2, 1, 2] },
  { by: lena, offer: 'Parcel & Pine – Autumn sale', count: [1, 2, 1], sale: 145 },
  { by: rohan, offer: 'Riverside Bank – Savings account', count: [2, 2, 2] },
  { by: rohan, offer: 'Scholar Path – Course enquiry', count: [1, 1, 2] },
  { by: camila, offer: 'Northern Light VPN – Two years', count: [1, 1, 2] },
  { by: tom, offer: 'Trailhead – Running app (iOS)', count: [2, 1, 2] },
  { by: tom, offer: 'Trailhead – Running app (iOS)', goal: 'subscribe', count: [1, 1, 1] },
];

export const purchaseOrders = [
  { of: adam, po: 'PO-DEMO-0417', limit: 250_000_000_000n, reason: 'Agreed with the contract' },
  { of: meera, po: 'RB/MKT/88', limit: 10_000_000_000n, reason: 'Credit report of the bank' },
  // no traffic of the history is his: he stays where he is, warned
  { of: jonas, po: null, limit: 250_000_000n, reason: 'Pays late: half of what was asked for' },
];
