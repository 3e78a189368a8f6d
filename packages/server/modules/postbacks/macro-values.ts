// The value of every macro for a conversion, as a publisher may know it. Single pass, by contract/tracker/template.ts; what is not
// the publisher's to know is empty, whatever the template says.
import { createHash } from 'node:crypto';
import type { ConversionStatus } from '@tributary/contract/conversions/conversions';
import { classOfName, type FieldClass } from '@tributary/contract/hiding';
import { formatMoney } from '@tributary/contract/money';
import { macroByName } from '@tributary/contract/tracker/macros';
import {
  compileParts,
  type Digest,
  isUsable,
  parseTemplate,
  type Resolver,
} from '@tributary/contract/tracker/template';

/** what is known of a conversion; texts, empty where there is nothing */
export interface Facts {
  conversion: {
    id: string;
    at: Date;
    clickAt: Date | null;
    clickId: string | null;
    status: ConversionStatus;
    sequence: number;
    onHold: boolean;
    payout: bigint;
    currency: string;
    columns: Record<string, string | null>;
    clickParams: Record<string, string>;
    params: Record<string, string>;
  };
  offer: {
    id: string;
    number: number;
    title: string;
    type: string;
    category: string | null;
    appId: string | null;
    hidePayout: boolean;
  };
  goal: { number: number; name: string; token: string };
  publisher: { id: string; number: number; name: string; referenceId: string | null };
  timeZone: string;
}

const digest: Digest = (algorithm, text) => createHash(algorithm).update(text).digest('hex');
const countryNames = new Intl.DisplayNames('en', { type: 'region' });
const unix = (at: Date | null): string => (at ? String(Math.floor(at.getTime() / 1_000)) : '');

/** 2026-03-31 14:05:09, on the workspace's own clock */
function localTime(at: Date | null, timeZone: string): string {
  if (!at) return '';
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return format.format(at);
}

const column =
  (name: string) =>
  ({ conversion }: Facts): string =>
    conversion.columns[name] ?? '';

const readers: Record<string, (facts: Facts) => string> = {
  camp_id: ({ offer }) => String(offer.number),
  campaign_id: ({ offer }) => offer.id,
  campaign_title: ({ offer }) => offer.title,
  camp_type: ({ offer }) => offer.type,
  payout_model: ({ offer }) => offer.type,
  camp_category: ({ offer }) => offer.category ?? '',
  app_id: ({ offer }) => offer.appId ?? '',
  goal_id: ({ goal }) => String(goal.number),
  goal_name: ({ goal }) => goal.name,
  goal_value: ({ goal }) => goal.token,
  publisher_id: ({ publisher }) => String(publisher.number),
  aff_id: ({ publisher }) => publisher.id,
  aff_name: ({ publisher }) => publisher.name,
  aff_ref_id: ({ publisher }) => publisher.referenceId ?? '',
  click_id: ({ conversion }) => conversion.clickId ?? '',
  conversion_id: ({ conversion }) => conversion.id,
  click_time: ({ conversion }) => unix(conversion.clickAt),
  click_datetime: ({ conversion, timeZone }) => localTime(conversion.clickAt, timeZone),
  conversion_time: ({ conversion }) => unix(conversion.at),
  conversion_datetime: ({ conversion, timeZone }) => localTime(conversion.at, timeZone),
  sequence: ({ conversion }) => String(conversion.sequence),
  conv_status: ({ conversion }) => (conversion.onHold ? 'hold' : conversion.status),
  ctit: ({ conversion: { at, clickAt } }) =>
    clickAt ? String(Math.floor((at.getTime() - clickAt.getTime()) / 1_000)) : '',
  payout: ({ conversion, offer }) => (offer.hidePayout ? '' : formatMoney(conversion.payout)),
  currency: ({ conversion }) => conversion.currency,
  referer: ({ conversion }) => (conversion.columns.referer ?? '').split('/')[0] ?? '',
  country_id: column('country'),
  country_name: ({ conversion }) =>
    conversion.columns.country ? (countryNames.of(conversion.columns.country) ?? '') : '',
  random: () => String(Math.floor(Math.random() * 1e12)),
  ...Object.fromEntries(
    [
      'source',
      'sub_source',
      'user_agent',
      'device_type',
      'device_brand',
      'device_model',
      'os',
      'os_version',
      'browser',
      'browser_version',
      'language',
      'ip',
      'region',
      'city',
      'isp',
    ].map((name) => [name, column(name)]),
  ),
};

/** sub1–sub15, order and product come with the postback; everything else came with the click */
const fromAdvertiser = (token: string): boolean => /^(sub\d+|order_id|product_sku)$/.test(token);

const resolver: Resolver<Facts> = (token) => {
  if (!macroByName.get(token)?.publisherVisible) return null;
  return (
    readers[token] ??
    (({ conversion: { params, clickParams } }) =>
      (fromAdvertiser(token) ? params[token] : (clickParams[token] ?? params[token])) ?? '')
  );
};

const tokensIn = (template: string): string[] =>
  parseTemplate(template).parts.flatMap((part) => (typeof part === 'string' ? [] : [part.token]));
export const usesMacro = (template: string, name: string): boolean => tokensIn(template).includes(name);

/** what a call to this address tells that a role may hide: by the macros’ names, and whatever came on the click or the postback */
export const classesIn = (template: string): FieldClass[] =>
  tokensIn(template).flatMap((token) => classOfName(token) ?? (Object.hasOwn(readers, token) ? [] : 'sub_values'));

/** null where the template names no fixed http(s) host */
export function fillTemplate(template: string, facts: Facts): string | null {
  const parsed = parseTemplate(template);
  return isUsable(parsed) ? compileParts([parsed.origin, ...parsed.parts], resolver, digest)(facts) : null;
}
