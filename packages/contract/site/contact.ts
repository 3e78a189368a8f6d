// A message from the public contact form to whoever runs the platform.
import { z } from 'zod';
import { anyone, route } from '../route.ts';
import { checkContact, contactCall, contactFaults } from './contact-form.ts';
import { HONEYPOT_FIELD } from './honeypot.ts';

export const ContactBody = z
  .object({
    name: z.string({ error: contactFaults.name }).trim(),
    email: z.string({ error: contactFaults.email }).trim(),
    company: z
      .string()
      .trim()
      .nullish()
      .transform((text) => text ?? ''),
    message: z.string({ error: contactFaults.message }).trim(),
    [HONEYPOT_FIELD]: z.string().nullish(),
  })
  .superRefine((form, context) => {
    for (const { field, fault } of checkContact(form)) {
      context.addIssue({ code: 'custom', path: [field], message: contactFaults[fault] });
    }
  })
  .meta({ id: 'ContactMessage' });
export type ContactBody = z.output<typeof ContactBody>;

export const contactRoutes = {
  sendContact: route({
    ...contactCall,
    summary: 'Leaves a message for the operator: stored, and mailed to them',
    access: anyone('main'),
    body: ContactBody,
    reply: z.object({ received: z.literal(true) }),
    errors: ['invalid_request', 'invalid_input', 'rate_limited'],
    rates: ['contact'],
  }),
};
