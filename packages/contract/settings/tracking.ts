// How a workspace's offers begin, and where its refused clicks go.
import { z } from 'zod';
import { checkTemplate } from '../offers/inputs.ts';
import { offerFields } from '../offers/offer-fields.ts';
import { blankDefaults } from '../offers/offer-form.ts';
import { section } from './section.ts';

const number = (min: number, max: number) =>
  z.int('Please enter a whole number').min(min, `At least ${min}`).max(max, `At most ${max}`);

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
  },
  {
    fallback_url: '',
    ...blankDefaults,
  },
);
