// Where advertisers pay: shown to them in the portal, each payment with their own reference.
import { z } from 'zod';
import { isCurrency } from '../tracker/receipt-rules.ts';
import { section } from './section.ts';

const text = (most: number) => z.string().trim().max(most, `Please use at most ${most} characters`);

export const PayInAccount = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isCurrency, { error: 'A currency is an ISO code in use, such as USD' }),
  holder: text(140).min(1, 'Please say whose account it is'),
  bank: text(140),
  /** IBAN, account number, address of a wallet: as it is to be copied */
  account: text(140).min(1, 'Please give the account'),
  /** BIC, routing number, network */
  code: text(40),
  note: text(500),
});

export const collectionSection = section(
  'collection',
  'Where advertisers pay',
  { accounts: z.array(PayInAccount).max(20, 'At most 20 accounts'), note: text(1000) },
  { accounts: [], note: '' },
);
