// What a method of each kind must say, checked before it is kept; and what of it lists show.
import type { MethodKind, PayoutDetails } from '@tributary/contract/billing/paying';
import { isCountryCode } from '@tributary/contract/countries';
import { Fault } from '../../../../platform/fault.ts';
import {
  ibanLength,
  isBic,
  isEthereumAddress,
  isIban,
  isPayPalEmail,
  isTronAddress,
  isVpa,
  plainIban,
} from '../checks/addresses.ts';
import { hasLetters, toLatin } from '../files/latin.ts';

type Field = keyof PayoutDetails;
const refuse = (field: Field, sentence: string): never => {
  throw new Fault('invalid_input', sentence, { path: ['details', field] });
};

/** what only one currency can be */
const currencyOf: Partial<Record<MethodKind, string>> = { upi: 'INR', usdt: 'USD' };

/** as it is kept: plain, and nothing in it that its kind does not have */
export function checkedDetails(kind: MethodKind, currency: string, given: PayoutDetails): PayoutDetails {
  const only = currencyOf[kind];
  if (only && currency !== only) {
    throw new Fault('invalid_input', `This method pays in ${only} alone.`, { path: ['currency'] });
  }
  for (const [field, value] of Object.entries(given)) {
    // a file is a table: what breaks a line or begins a formula has no place in it
    if (/\p{Cc}/u.test(value) || /^[\s"']*[=+\-@＝＋－＠]/.test(value)) {
      refuse(field as Field, 'Please begin with a letter or a digit, and write it in one line.');
    }
  }
  const details = checks[kind](given);
  // a bank that cannot read the name sends the money back
  if (kind === 'bank' && !hasLetters(toLatin(details.name))) {
    refuse('name', 'Please enter the name in Latin letters, as the bank knows it.');
  }
  return details;
}

const nothing = { bic: '', network: '', street: '', building: '', postcode: '', town: '', country: '' } as const;
const plain = ({ name }: PayoutDetails, recipient: string): PayoutDetails => ({ name, recipient, ...nothing });

/** what is wrong with it, not that something is: who has it wrong has it in front of him */
function requireIban(iban: string): void {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban)) {
    refuse('recipient', 'An IBAN is two letters of the country, two digits, and then letters and digits alone.');
  }
  const length = ibanLength(iban);
  if (length !== undefined && iban.length !== length) {
    refuse(
      'recipient',
      `An IBAN that begins with ${iban.slice(0, 2)} has ${length} characters. This has ${iban.length}.`,
    );
  }
  if (!isIban(iban)) {
    refuse(
      'recipient',
      'This IBAN does not agree with its own check digits. Please compare it with your bank’s paper.',
    );
  }
}
const WRONG_SUM = 'This address is not right: its own checksum does not agree. Please copy it again.';
function requireTron(address: string): void {
  if (/^0x/i.test(address)) {
    refuse(
      'recipient',
      'This is an Ethereum address. Please choose ERC-20, or enter a Tron address that begins with T.',
    );
  }
  if (!isTronAddress(address)) refuse('recipient', WRONG_SUM);
}
function requireEthereum(address: string): void {
  if (/^T/.test(address)) {
    refuse(
      'recipient',
      'This is a Tron address. Please choose TRC-20, or enter an Ethereum address that begins with 0x.',
    );
  }
  const hasNoSum = /^0x[0-9a-f]{40}$/.test(address) || /^0x[0-9A-F]{40}$/.test(address);
  if (hasNoSum && !isEthereumAddress(address)) {
    refuse(
      'recipient',
      'Please copy the address with its capital and small letters, as your wallet shows it: they are its check.',
    );
  }
  if (!isEthereumAddress(address)) refuse('recipient', WRONG_SUM);
}

const checks: Record<MethodKind, (given: PayoutDetails) => PayoutDetails> = {
  bank: (given) => {
    const [recipient, bic, country] = [
      plainIban(given.recipient),
      given.bic.toUpperCase(),
      given.country.toUpperCase(),
    ];
    requireIban(recipient);
    if (bic !== '' && !isBic(bic)) refuse('bic', 'This BIC is not right: it has 8 or 11 characters.');
    if (!isCountryCode(country.toLowerCase())) refuse('country', 'Please choose the country.');
    if (given.town === '') refuse('town', 'Please enter the town: banks refuse addresses without it.');
    return { ...given, recipient, bic, country, network: '' };
  },
  paypal: (given) => {
    if (!isPayPalEmail(given.recipient)) refuse('recipient', 'Please enter the e-mail address of the PayPal account.');
    return plain(given, given.recipient);
  },
  wise: (given) => {
    const iban = plainIban(given.recipient);
    const isKnown = isIban(iban) || isPayPalEmail(given.recipient) || /^[A-Za-z0-9]{4,34}$/.test(given.recipient);
    if (!isKnown) refuse('recipient', 'Please enter an e-mail address, an IBAN or an account number.');
    const country = given.country.toUpperCase();
    if (country !== '' && !isCountryCode(country.toLowerCase())) refuse('country', 'Please choose the country.');
    return { ...given, recipient: isIban(iban) ? iban : given.recipient, country, network: '' };
  },
  payoneer: (given) => {
    const isKnown = isPayPalEmail(given.recipient) || /^[A-Za-z0-9_-]{4,64}$/.test(given.recipient);
    if (!isKnown) refuse('recipient', 'Please enter the payee id or the e-mail address of the Payoneer account.');
    return plain(given, given.recipient);
  },
  upi: (given) => {
    if (!isVpa(given.recipient)) refuse('recipient', 'Please enter a UPI id such as name@bank.');
    return plain(given, given.recipient);
  },
  usdt: (given) => {
    if (given.network === '') refuse('network', 'Please choose the network.');
    if (given.network === 'TRC-20') requireTron(given.recipient);
    else requireEthereum(given.recipient);
    return { ...plain(given, given.recipient), network: given.network };
  },
  'by-hand': (given) => {
    if (given.recipient === '') refuse('recipient', 'Please say how you are to be paid.');
    return plain(given, given.recipient);
  },
};

/** enough for its owner to know which one it is */
export function maskOf(kind: MethodKind, { recipient }: PayoutDetails): string {
  if (kind === 'by-hand') return '…';
  const [user = '', host] = recipient.split('@');
  if (host !== undefined) return `${user.slice(0, 1)}…@${host}`;
  return recipient.length > 8 ? `${recipient.slice(0, 2)}…${recipient.slice(-4)}` : `…${recipient.slice(-2)}`;
}
