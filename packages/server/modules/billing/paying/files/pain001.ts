// The bank file: pain.001.001.09, one for each currency and debtor account. Addresses are structured or absent: since 15 November
// 2026 banks refuse those in free lines.
import { minorText } from './amount.ts';
import { toLatin } from './latin.ts';
import { escapeXml } from './xml.ts';

export const PAIN_001 = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

export interface PostalAddress {
  street: string;
  building: string;
  postcode: string;
  town: string;
  /** ISO code in capitals */
  country: string;
}
export interface BankParty {
  name: string;
  iban: string;
  bic: string | null;
  address: PostalAddress | null;
}
export interface CreditTransfer {
  endToEndId: string;
  amount: bigint;
  creditor: BankParty;
  /** what the payee reads on the statement */
  text: string;
}
export interface BankFile {
  messageId: string;
  paymentInfoId: string;
  createdAt: Date;
  /** day: 2026-11-18 */
  executeOn: string;
  currency: string;
  debtor: BankParty;
  transfers: readonly CreditTransfer[];
}

const [NAME_LENGTH, TEXT_LENGTH, STREET_LENGTH, NUMBER_LENGTH, TOWN_LENGTH] = [70, 140, 70, 16, 35];
/** as it will stand in the file */
const latin = (text: string, length: number): string => toLatin(text).slice(0, length).trim();
export const nameInFile = (name: string): string => latin(name, NAME_LENGTH);
export const textInFile = (text: string): string => latin(text, TEXT_LENGTH);

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const text = (name: string, value: string): string => (value === '' ? '' : element(name, escapeXml(value)));

function address(given: PostalAddress | null): string {
  if (!given) return '';
  return element(
    'PstlAdr',
    text('StrtNm', latin(given.street, STREET_LENGTH)) +
      text('BldgNb', latin(given.building, NUMBER_LENGTH)) +
      text('PstCd', latin(given.postcode, NUMBER_LENGTH)) +
      text('TwnNm', latin(given.town, TOWN_LENGTH)) +
      text('Ctry', given.country),
  );
}
const party = (role: string, { name, address: place }: BankParty): string =>
  element(role, text('Nm', nameInFile(name)) + address(place));
const account = (role: string, iban: string, currency = ''): string =>
  element(role, element('Id', text('IBAN', iban)) + text('Ccy', currency));
const agent = (role: string, bic: string | null): string =>
  element(role, element('FinInstnId', bic ? text('BICFI', bic) : element('Othr', text('Id', 'NOTPROVIDED'))));

/** SEPA knows the euro alone; elsewhere the bank's own ordinary way, each side bearing its own charges */
export const isSepa = (currency: string): boolean => currency === 'EUR';

function transfer(currency: string, one: CreditTransfer): string {
  return element(
    'CdtTrfTxInf',
    element('PmtId', text('InstrId', one.endToEndId) + text('EndToEndId', one.endToEndId)) +
      element('Amt', `<InstdAmt Ccy="${currency}">${minorText(one.amount, currency)}</InstdAmt>`) +
      (one.creditor.bic ? agent('CdtrAgt', one.creditor.bic) : '') +
      party('Cdtr', one.creditor) +
      account('CdtrAcct', one.creditor.iban) +
      (textInFile(one.text) ? element('RmtInf', text('Ustrd', textInFile(one.text))) : ''),
  );
}

export function* bankFile(file: BankFile): Generator<string> {
  const { currency, transfers, debtor } = file;
  const sum = minorText(
    transfers.reduce((total, { amount }) => total + amount, 0n),
    currency,
  );
  const counts = text('NbOfTxs', String(transfers.length)) + text('CtrlSum', sum);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${PAIN_001}"><CstmrCdtTrfInitn>`;
  yield element(
    'GrpHdr',
    text('MsgId', file.messageId) +
      text('CreDtTm', file.createdAt.toISOString().slice(0, 19)) +
      counts +
      element('InitgPty', text('Nm', nameInFile(debtor.name))),
  );
  yield `<PmtInf>${text('PmtInfId', file.paymentInfoId)}<PmtMtd>TRF</PmtMtd>${counts}`;
  yield element('PmtTpInf', element('SvcLvl', text('Cd', isSepa(currency) ? 'SEPA' : 'NURG')));
  yield element('ReqdExctnDt', text('Dt', file.executeOn));
  yield party('Dbtr', debtor) + account('DbtrAcct', debtor.iban, currency) + agent('DbtrAgt', debtor.bic);
  yield text('ChrgBr', isSepa(currency) ? 'SLEV' : 'SHAR');
  for (const one of transfers) yield `\n${transfer(currency, one)}`;
  yield '\n</PmtInf></CstmrCdtTrfInitn></Document>\n';
}
