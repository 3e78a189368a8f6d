// The address that a workspace's mails come from. Until its domain proves itself they come from the platform's, and answers go to it.
import { z } from 'zod';
import { section } from './section.ts';

export const senderSection = section(
  'sender',
  'Mail sender',
  {
    /** '' is the platform's */
    address: z
      .string()
      .trim()
      .max(254, 'Please use at most 254 characters')
      .toLowerCase()
      .regex(
        /^([a-z0-9._+-]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})?$/,
        'Please enter an address such as hello@example.com',
      ),
  },
  { address: '' },
);
