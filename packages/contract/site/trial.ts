// The free-trial registration on the wire: POST /api/v1/free-trial, in the envelope (the specification, Public site).
import { z } from 'zod';
import { anyone, route } from '../route.ts';
import { HONEYPOT_FIELD } from './honeypot.ts';
import { checkTrial, freeTrialCall, trialFaults } from './trial-form.ts';

const optionalText = z
  .string()
  .trim()
  .nullish()
  .transform((text) => text ?? '');

export const FreeTrialBody = z
  .object({
    name: z.string({ error: trialFaults.name }).trim(),
    email: z.string({ error: trialFaults.email }).trim(),
    company: z.string({ error: trialFaults.company }).trim(),
    businessType: z.string({ error: trialFaults.businessType }),
    usageType: z.array(z.string(), { error: trialFaults.usageType }).max(50, trialFaults.usageType),
    country: optionalText,
    mobile: optionalText,
    microsoftTeams: optionalText,
    [HONEYPOT_FIELD]: z.string().nullish(),
  })
  .superRefine((form, context) => {
    for (const { field, fault } of checkTrial(form)) {
      context.addIssue({ code: 'custom', path: [field], message: trialFaults[fault] });
    }
  })
  .meta({ id: 'FreeTrial' });
export type FreeTrialBody = z.output<typeof FreeTrialBody>;

export const trialRoutes = {
  freeTrial: route({
    ...freeTrialCall,
    summary: 'Asks for a 14-day free trial: the workspace, its owner and the mail that sets the password',
    access: anyone('main'),
    body: FreeTrialBody,
    reply: z.object({ registered: z.literal(true) }),
    errors: ['invalid_request', 'invalid_input', 'missing_header', 'rate_limited', 'busy'],
    rates: ['free-trial'],
  }),
};
