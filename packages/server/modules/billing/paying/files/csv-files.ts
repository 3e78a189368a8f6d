// Payment files as rows: PayPal's own shape, and every other by a map of columns that the workspace gave once (Wise's template,
// Payoneer, UPI, USDT). Another file begins where one is full. Nothing is mended on the way: a cell that would be read as a formula
// or break its line was refused when it was entered, and is refused here again.
import type { PaymentColumn } from '@tributary/contract/billing/paying';
import { minorText } from './amount.ts';
import { toLatin } from './latin.ts';
import type { PostalAddress } from './pain001.ts';

export interface FilePayment {
  endToEndId: string;
  amount: bigint;
  currency: string;
  /** where the money goes: an address of the method */
  recipient: string;
  name: string;
  bic: string | null;
  network: string | null;
  email: string;
  address: PostalAddress | null;
  text: string;
}

export const PAYPAL_ROWS = 5_000;
export const WISE_ROWS = 1_000;
const OTHER_ROWS = 5_000;
const PAYPAL_ID_LENGTH = 30;
export const rowsOf = (kind: string): number =>
  kind === 'paypal' ? PAYPAL_ROWS : kind === 'wise' ? WISE_ROWS : OTHER_ROWS;

/** those of one currency together, each so many: what one file holds */
export function inFiles<Payment extends { currency: string }>(
  payments: readonly Payment[],
  mostRows: number,
): Payment[][] {
  const currencies = [...new Set(payments.map(({ currency }) => currency))];
  return currencies.flatMap((currency) => {
    const some = payments.filter((one) => one.currency === currency);
    return Array.from({ length: Math.ceil(some.length / mostRows) }, (_, at) =>
      some.slice(at * mostRows, (at + 1) * mostRows),
    );
  });
}

export class CellFault extends Error {}
const NUMBER = /^\d+(\.\d+)?$/;

export function cell(value: string, what: string): string {
  if (/\p{Cc}/u.test(value)) throw new CellFault(`${what} holds a character that no file takes.`);
  if (!NUMBER.test(value) && /^[\s"']*[=+\-@＝＋－＠]/.test(value)) {
    throw new CellFault(`${what} begins as a formula: ${value.slice(0, 20)}`);
  }
  return /[",;]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** no heading: recipient, amount, currency, our id, note, wallet */
export function payPalLines(payments: readonly FilePayment[]): string[] {
  return payments.map(({ recipient, amount, currency, endToEndId, text }) => {
    if (endToEndId.length > PAYPAL_ID_LENGTH || /\s/.test(endToEndId)) {
      throw new CellFault(`${endToEndId} is no id for PayPal: at most ${PAYPAL_ID_LENGTH} characters and no blank.`);
    }
    const note = plain(text);
    return line([
      cell(recipient, 'The recipient'),
      minorText(amount, currency),
      currency,
      cell(endToEndId, 'The id'),
      cell(note, 'The note'),
      'PAYPAL',
    ]);
  });
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const values: Record<PaymentColumn['field'], (payment: FilePayment) => string> = {
  recipient: ({ recipient }) => recipient,
  name: ({ name }) => name,
  latin_name: ({ name }) => toLatin(name),
  email: ({ email }) => email,
  amount: ({ amount, currency }) => minorText(amount, currency),
  currency: ({ currency }) => currency,
  id: ({ endToEndId }) => endToEndId,
  text: ({ text }) => plain(text),
  bic: ({ bic }) => bic ?? '',
  network: ({ network }) => network ?? '',
  street: ({ address }) => address?.street ?? '',
  building: ({ address }) => address?.building ?? '',
  postcode: ({ address }) => address?.postcode ?? '',
  town: ({ address }) => address?.town ?? '',
  country: ({ address }) => address?.country ?? '',
  fixed: () => '',
};

export function mappedLines(columns: readonly PaymentColumn[], payments: readonly FilePayment[]): string[] {
  const heading = line(columns.map(({ heading }) => cell(heading, 'A heading')));
  return [
    heading,
    ...payments.map((payment) =>
      line(
        columns.map(({ field, heading, fixed }) =>
          cell(field === 'fixed' ? (fixed ?? '') : values[field](payment), heading),
        ),
      ),
    ),
  ];
}
