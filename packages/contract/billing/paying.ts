// Paying: methods, batches, payments, files and answers.
import { z } from 'zod';

export const paymentColumnFields = [
  'recipient',
  'name',
  'latin_name',
  'email',
  'amount',
  'currency',
  'id',
  'text',
  'bic',
  'network',
  'street',
  'building',
  'postcode',
  'town',
  'country',
  'fixed',
] as const;
export const PaymentColumn = z.object({
  heading: z.string().trim().min(1).max(80),
  field: z.enum(paymentColumnFields),
  fixed: z.string().max(80).optional(),
});
export type PaymentColumn = z.infer<typeof PaymentColumn>;

export const payingRoutes = {};
