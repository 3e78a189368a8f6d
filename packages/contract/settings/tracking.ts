// How a workspace's offers begin, where its refused clicks go, and what its publishers see.
import { z } from 'zod';
import { checkTemplate } from '../offers/inputs.ts';
import { offerFields } from '../offers/offer-fields.ts';
import { dimensionsFor, metricsFor } from '../reports/report-catalogue.ts';
import { section } from './section.ts';

/** fields of an offer that a workspace may begin otherwise than we do: those that somebody leaves out are as it says */
export const offerDefaultNames = [
  'click_life_days',
  'hold_minutes',
  'status_after_hold',
  'min_ctit_seconds',
  'unique_click_hours',
  'duplicate_click_action',
  'redirect_type',
] as const;
export type OfferDefaultName = (typeof offerDefaultNames)[number];

const number = (min: number, max: number) =>
  z.int('Please enter a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);

/** what a publisher's reports and log show beside what he is paid for: each can be kept from him */
const always = new Set<string>([
  ...['offer', 'goal', 'source', 'sub_source', 'hour', 'day', 'week', 'month'],
  ...['gross_clicks', 'clicks', 'conversions', 'payout'],
]);
const isParameter = (id: string): boolean => /^(p\d+|utm_)/.test(id);
export const publisherColumns: readonly string[] = [...dimensionsFor('publisher'), ...metricsFor('publisher')].filter(
  (id) => !always.has(id) && !isParameter(id),
);

export const trackingSection = section(
  'tracking',
  'Tracking',
  {
    /** where refused clicks go whose offer has no fallback of its own; a template, '' for our page */
    fallback_url: z
      .string()
      .trim()
      .max(4000, 'Please use at most 4000 characters')
      .superRefine((url, context) => checkTemplate('Fallback URL')(url || null, context)),
    click_life_days: number(1, 365),
    hold_minutes: number(0, 525_600),
    status_after_hold: offerFields.status_after_hold.value,
    min_ctit_seconds: number(0, 86_400),
    unique_click_hours: number(0, 8760),
    duplicate_click_action: offerFields.duplicate_click_action.value,
    redirect_type: offerFields.redirect_type.value,
    /** dimensions and metrics that publishers do not see */
    publisher_hidden: z
      .array(z.string().refine((id) => publisherColumns.includes(id), 'Publishers have no such column'))
      .max(publisherColumns.length),
  },
  {
    fallback_url: '',
    click_life_days: offerFields.click_life_days.blank,
    hold_minutes: offerFields.hold_minutes.blank,
    status_after_hold: offerFields.status_after_hold.blank,
    min_ctit_seconds: offerFields.min_ctit_seconds.blank,
    unique_click_hours: offerFields.unique_click_hours.blank,
    duplicate_click_action: offerFields.duplicate_click_action.blank,
    redirect_type: offerFields.redirect_type.blank,
    publisher_hidden: [],
  },
);
