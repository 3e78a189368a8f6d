// Taxes are dated data: the rule that fits best on the day of issue says how a document is taxed. What is shipped are samples.
import type { Side } from '@tributary/contract/billing/money';
import type { taxForms } from '@tributary/contract/billing/terms';
import { divide } from '../../rates/index.ts';
import { roundToMinor } from '../minor-units.ts';

export type TaxForm = (typeof taxForms)[number];
export interface Rule {
  id: string;
  side: Side;
  /** YYYY-MM-DD */
  from: string;
  countries: readonly string[];
  party: 'any' | 'person' | 'business';
  form: TaxForm | null;
  vat: 'domestic' | 'reverse' | 'outside';
  vatPpm: number;
  withholdingPpm: number;
  threshold: bigint;
  withoutFormPpm: number;
  note: string;
  isSample: boolean;
}
export interface Profile {
  party: 'person' | 'business';
  country: string;
  vatId: string | null;
  form: TaxForm | null;
  formFileId: string | null;
  /** YYYY-MM-DD */
  formExpiresOn: string | null;
}

const EU = 'at be bg cy cz de dk ee es fi fr gr hr hu ie it lt lu lv mt nl pl pt ro se si sk'.split(' ');
/** standard rates in parts in a million; nobody's advice */
const standardRates: Record<string, number> = {
  at: 200_000,
  be: 210_000,
  bg: 200_000,
  cy: 190_000,
  cz: 210_000,
  de: 190_000,
  dk: 250_000,
  ee: 240_000,
  es: 210_000,
  fi: 255_000,
  fr: 200_000,
  gb: 200_000,
  gr: 240_000,
  hr: 250_000,
  hu: 270_000,
  ie: 230_000,
  in: 180_000,
  it: 220_000,
  lt: 210_000,
  lu: 170_000,
  lv: 210_000,
  mt: 180_000,
  nl: 210_000,
  pl: 230_000,
  pt: 230_000,
  ro: 210_000,
  se: 250_000,
  si: 220_000,
  sk: 230_000,
};

const BACKUP_WITHHOLDING = 240_000;
const INDIAN_TDS = 50_000;
const INDIAN_TDS_WITHOUT_PAN = 200_000;

/** what holds for a workspace in that country until it writes rules of its own */
export function samplesFor(country: string): Rule[] {
  const sample = (side: Side, id: string, rule: Partial<Rule>): Rule => ({
    id: `sample-${side}-${id}`,
    side,
    from: '1970-01-01',
    countries: [],
    party: 'any',
    form: null,
    vat: 'outside',
    vatPpm: 0,
    withholdingPpm: 0,
    threshold: 0n,
    withoutFormPpm: 0,
    note: '',
    isSample: true,
    ...rule,
  });
  const both = (['publisher', 'advertiser'] as const).flatMap((side) => [
    ...(standardRates[country] === undefined
      ? []
      : [sample(side, 'domestic', { countries: [country], vat: 'domestic', vatPpm: standardRates[country] })]),
    ...(EU.includes(country)
      ? [
          sample(side, 'eu', {
            countries: EU.filter((code) => code !== country),
            party: 'business',
            vat: 'reverse',
          }),
          // whoever has no VAT id is a consumer: taxed where the seller is. What publishers sell us is not our tax
          ...(side === 'advertiser' && standardRates[country] !== undefined
            ? [
                sample(side, 'eu-consumer', {
                  countries: EU.filter((code) => code !== country),
                  party: 'person',
                  vat: 'domestic',
                  vatPpm: standardRates[country],
                }),
              ]
            : []),
        ]
      : []),
    sample(side, 'elsewhere', {}),
  ]);
  return [
    ...both,
    ...(country === 'us'
      ? [sample('publisher', 'us', { countries: ['us'], form: 'W-9', withoutFormPpm: BACKUP_WITHHOLDING })]
      : []),
    ...(country === 'in'
      ? [
          sample('publisher', 'in', {
            countries: ['in'],
            form: 'PAN',
            vat: 'domestic',
            vatPpm: standardRates.in ?? 0,
            withholdingPpm: INDIAN_TDS,
            withoutFormPpm: INDIAN_TDS_WITHOUT_PAN,
          }),
        ]
      : []),
  ];
}

/** a rule that names the country before one that does not, one for the kind of party before one for any, then the newest */
export function ruleFor(
  rules: readonly Rule[],
  side: Side,
  profile: Pick<Profile, 'country' | 'party'> | null,
  day: string,
): Rule | null {
  const fits = rules.filter(
    (rule) =>
      rule.side === side &&
      rule.from <= day &&
      (rule.countries.length === 0 || (profile !== null && rule.countries.includes(profile.country))) &&
      (rule.party === 'any' || rule.party === profile?.party),
  );
  const rank = (rule: Rule): string =>
    [
      rule.isSample ? '0' : '1',
      rule.countries.length > 0 ? '1' : '0',
      rule.party === 'any' ? '0' : '1',
      rule.form === null ? '0' : '1',
      rule.from,
      rule.id,
    ].join('|');
  return fits.sort((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? null;
}

export type FormStanding = 'not-needed' | 'there' | 'missing' | 'expired';
export function formStanding(rule: Rule | null, profile: Profile | null, day: string): FormStanding {
  if (!rule?.form) return 'not-needed';
  if (profile?.form !== rule.form || profile.formFileId === null) return 'missing';
  return profile.formExpiresOn !== null && profile.formExpiresOn < day ? 'expired' : 'there';
}

const PPM = 1_000_000n;
export interface Taxes {
  vatPpm: number;
  vat: bigint;
  withheldPpm: number;
  withheld: bigint;
}

/**
 * VAT is rounded once per rate. A publisher who is not registered charges none; an advertiser is charged it at home. Withheld is
 * from what goes beyond the year's threshold, both in the workspace's currency.
 */
export function taxesOn(
  rule: Rule | null,
  {
    side,
    net,
    currency,
    profile,
    form,
    year,
  }: {
    side: Side;
    net: bigint;
    currency: string;
    profile: Profile | null;
    form: FormStanding;
    /** net of the document and of those before it in the year, in the workspace's currency; null: no rate leads there */
    year: { before: bigint; net: bigint } | null;
  },
): Taxes {
  if (!rule) return { vatPpm: 0, vat: 0n, withheldPpm: 0, withheld: 0n };
  const isCharged = rule.vat === 'domestic' && (side === 'advertiser' || Boolean(profile?.vatId));
  const vatPpm = isCharged ? rule.vatPpm : 0;
  const withheldPpm = form === 'missing' || form === 'expired' ? rule.withoutFormPpm : rule.withholdingPpm;
  const base = beyondThreshold(rule.threshold, net, year);
  return {
    vatPpm,
    vat: roundToMinor(divide(net * BigInt(vatPpm), PPM), currency),
    withheldPpm,
    withheld: roundToMinor(divide(base * BigInt(withheldPpm), PPM), currency),
  };
}

function beyondThreshold(threshold: bigint, net: bigint, year: { before: bigint; net: bigint } | null): bigint {
  if (threshold === 0n || year === null || year.net <= 0n) return net;
  const beyond = year.before + year.net - threshold;
  if (beyond <= 0n) return 0n;
  return beyond >= year.net ? net : divide(net * beyond, year.net);
}

export type TaxText = 'self-billing' | 'reverse-charge' | 'outside-scope';
export const textsOf = (rule: Rule | null, kind: string): TaxText[] => [
  ...(kind === 'self-bill' ? (['self-billing'] as const) : []),
  ...(rule?.vat === 'reverse' ? (['reverse-charge'] as const) : []),
  ...(rule?.vat === 'outside' ? (['outside-scope'] as const) : []),
];

/** we write the invoices of whoever has agreed to it, for as long as it holds */
export const hasAgreement = (profile: { agreement: { until: Date } | null } | null, now: Date): boolean =>
  profile?.agreement ? profile.agreement.until > now : false;
