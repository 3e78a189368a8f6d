// What the texts of a postback or pixel mean: closed lists, one normal form, limits. Zod-free: the tracker, the judge and
// "Check a postback" read them here and nowhere else. What is not on a list is refused by name, never guessed.
import { parseMoney } from '../money.ts';

export const receiptTexts = [
  'click_id',
  'txn_id',
  'goal',
  'status',
  'sale_amount',
  'refund_amount',
  'currency',
] as const;
export type ReceiptText = (typeof receiptTexts)[number];
export type ReadText = (name: ReceiptText) => string;

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/** what a person sees of it: one Unicode form, no invisible signs, no space around it */
export const plainText = (text: string): string =>
  text.normalize('NFKC').replaceAll(INVISIBLE, '').normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

/** the same for every spelling of one order; upper case first, for letters that have only one of the two (ß) */
export const txnKey = (text: string): string => plainText(text).toUpperCase().toLowerCase().normalize('NFKC');

export const MAX_TXN_BYTES = 255;

const words = {
  approved: `approved approve accepted accept confirmed confirm valid validated complete completed success successful paid
    sale 1`,
  pending: 'pending hold on_hold onhold processing waiting new open review in_review authorized 2 5',
  rejected: `rejected reject declined decline denied disapproved cancelled canceled cancel invalid void voided failed
    deleted trash 3`,
  refund: `refund refunded chargeback charge_back chargedback charged_back reversed reversal reverse returned return credit
    credited`,
  partial_refund: 'partially_refunded partial_refund',
} as const;
export type StatusWord = keyof typeof words;

/** every synonym with what it means, for the docs and the setup screen as well */
export const statusWords: ReadonlyMap<string, StatusWord> = new Map(
  (Object.keys(words) as StatusWord[]).flatMap((meaning) =>
    words[meaning].split(/\s+/).map((word): [string, StatusWord] => [word, meaning]),
  ),
);

/** what a word of an advertiser's own may mean */
export const ownMeanings = ['approved', 'pending', 'rejected', 'refund'] as const;
/** by the word's key; never one of the list above */
export type OwnWords = Readonly<Record<string, (typeof ownMeanings)[number]>>;

export const statusKey = (text: string): string =>
  plainText(text)
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** null: none was sent */
export function readStatus(text: string, own: OwnWords = {}): StatusWord | 'unknown' | null {
  const word = statusKey(text);
  if (word === '') return null;
  return statusWords.get(word) ?? (Object.hasOwn(own, word) ? own[word] : undefined) ?? 'unknown';
}

export const isRefundWord = (word: StatusWord | 'unknown' | null): word is 'refund' | 'partial_refund' =>
  word === 'refund' || word === 'partial_refund';

/** ISO 4217 codes of money that people pay with: no metals, funds, test codes or money that was withdrawn */
const currencies = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP
CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD
JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN
NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(
    /\s+/,
  ),
);
/** one unit is worth less than a thousandth of a dollar: honest sales have many digits */
const smallUnits = new Set(
  'BIF CDF COP GNF IDR IQD IRR KHR KRW LAK LBP MGA MMK MNT MWK NGN PYG RWF SYP TZS UGX UZS VND'.split(' '),
);

export const isCurrency = (code: string): boolean => currencies.has(code);

/** null: none was sent; symbols are not guessed */
export function readCurrency(text: string): string | 'unknown' | null {
  const code = plainText(text).toUpperCase();
  return code === '' ? null : currencies.has(code) ? code : 'unknown';
}

/** a sale beyond this is a mistake or an attack: no payout is computed from it */
export const maxSaleMicros = (currency: string): bigint =>
  1_000_000n * (smallUnits.has(currency) ? 10_000_000_000n : 10_000_000n);

/** how an advertiser writes amounts, where a mapping says so: `1,234.56` or `1.234,56`, with or without a currency's code */
export const numberFormats = ['point', 'comma'] as const;
export type NumberFormat = (typeof numberFormats)[number];

const WITH_CODE = /^(?:([A-Z]{3}) ?)?([\d.,]+)(?: ?([A-Z]{3}))?$/;
const groups = { point: /^\d{1,3}(,\d{3})*(\.\d+)?$/, comma: /^\d{1,3}(\.\d{3})*(,\d+)?$/ } as const;
const plainDigits = { point: /^\d+(\.\d+)?$/, comma: /^\d+(,\d+)?$/ } as const;

/** in that format to the letter, as a decimal of ours, and the code that stands beside it; null where it is not */
export function readFormatted(text: string, format: NumberFormat): { decimal: string; code: string | null } | null {
  const [, before, number = '', after] = WITH_CODE.exec(plainText(text).toUpperCase()) ?? [];
  const code = before ?? after ?? null;
  if ((before && after) || (code !== null && !isCurrency(code))) return null;
  if (!groups[format].test(number) && !plainDigits[format].test(number)) return null;
  const decimal = format === 'point' ? number.replaceAll(',', '') : number.replaceAll('.', '').replace(',', '.');
  return { decimal, code };
}

/** null: none was sent */
export function readAmount(
  text: string,
  currency: string,
  format: NumberFormat | null = null,
): bigint | 'malformed_amount' | 'amount_out_of_bounds' | null {
  const plain = plainText(text);
  if (plain === '') return null;
  const formatted = format && readFormatted(plain, format);
  // an amount in one currency beside the word for another: one of the two is wrong
  if (formatted?.code && formatted.code !== currency) return 'malformed_amount';
  const micros = format && !formatted ? null : parseMoney(formatted?.decimal ?? plain);
  if (micros === null) return 'malformed_amount';
  return micros < 0n || micros > maxSaleMicros(currency) ? 'amount_out_of_bounds' : micros;
}

/** what scripts write for nothing, and the capitals of our own snippets */
const blanks = new Set([
  ...['null', 'undefined', 'nan', 'none', 'nil', '(null)', '[object object]'],
  ...['CLICK_ID', 'ORDER_ID', 'TXN_ID', 'TRANSACTION_ID', 'AMOUNT'],
]);
const NAME = '[\\p{L}_][\\p{L}\\p{N}_.:|\\- ]*?';
const WHOLE = new RegExp(
  `^(?:[{[<%#$@*|!~«]+|__|\\({2,})[={%#|]*\\s*(${NAME})\\s*[}%#|]*(?:[}\\]>%#$@*|!~»]+|__|\\){2,})$`,
  'u',
);
const SHELL = /^\$[a-z_]\w*$/i;
const INSIDE =
  /(?:\{|\[|<|%|#)\s*[\p{L}_.\- ]*(?:id|txn|order|trans|click|amount|sale|price|total|goal|event|status|currency|macro|token|aff|payout|refund)[\p{L}\p{N}_.\- ]*(?:\}|\]|>|%|#)/iu;
/** an id in braces, as some systems write theirs */
const HEX = /^(?=.*\d)[0-9a-f-]{8,}$/i;

/** `{txn_id}`, `%txn_id%`, `shop-[order_id]`, …: nobody put the value in */
export const unfilled = (text: string): boolean => {
  const plain = plainText(text);
  return blanks.has(plain) || blanks.has(plain.toLowerCase()) || holdsMacro(plain);
};

const holdsMacro = (text: string): boolean =>
  [text, decoded(text)].some((value) => {
    const name = WHOLE.exec(value)?.[1];
    return (name !== undefined && !HEX.test(name)) || SHELL.test(value) || INSIDE.test(value);
  });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const namesThatCount = [...receiptTexts, 'camp_id'];
/** `Sale-Amount`, `saleAmount[]`, `amp;sale_amount`: what a person means by it; accents and signs do not count */
const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\[.*$/s, '')
    .replace(/^(amp;)+/, '')
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
const namesByKey = new Map(namesThatCount.map((name) => [nameKey(name), name]));
/** which of ours a person means by that name; undefined: none */
export const meantBy = (name: string): ReceiptText | undefined => {
  const ours = namesByKey.get(nameKey(name));
  return receiptTexts.find((text) => text === ours);
};

/** so many parameters of a call are read */
export const MAX_PARAMETERS = 64;
/** and so much of each; what is longer would be cut, and mean something else */
export const MAX_VALUE_BYTES = 255;
/** of these more is read, so that one that is too long is refused by a name of its own */
const measuredElsewhere: readonly string[] = ['txn_id', 'click_id'];
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

export interface UnclearParameter {
  /** as it was sent, decoded */
  name: string;
  value: string;
}

/**
 * The first parameter that says something that nobody would read: one of ours under another spelling, once more with another
 * value, longer than is read, or behind more parameters than are read. Left alone, "Status=rejected" would count as "no
 * status", and be paid.
 */
export function unclearParameter(query: string, kind: 'postback' | 'pixel'): UnclearParameter | null {
  const first = new Map<string, string>();
  const unread: (UnclearParameter & { ours: string })[] = [];
  for (const [at, pair] of query.split('&').filter(Boolean).entries()) {
    const [sent = '', ...rest] = pair.split('=');
    const raw = (part: string): string => decoded(part.replaceAll('+', ' '));
    const said = raw(rest.join('='));
    const [name, value] = [plainText(raw(sent)), plainText(said)];
    const ours = namesByKey.get(nameKey(name));
    // a pixel cannot say a status
    if (ours === undefined || (ours === 'status' && kind === 'pixel')) continue;
    const isRead = sent === ours && at < MAX_PARAMETERS && !first.has(ours);
    if (isRead && !measuredElsewhere.includes(ours) && bytesOf(said) > MAX_VALUE_BYTES) return { name, value };
    if (isRead) first.set(ours, value);
    else if (value !== '') unread.push({ ours, name, value });
  }
  const found = unread.find(({ ours, value }) => value !== first.get(ours));
  return found ? { name: found.name, value: found.value } : null;
}

export interface ReceiptPlace {
  kind: 'postback' | 'pixel';
  /** from the click to the receipt */
  ageMs: number;
  clickLifeMs: number;
  /** of a token that is not empty */
  isGoal(token: string): boolean;
  /** it was one: orders of it are still spoken of */
  wasGoal(token: string): boolean;
  offerCurrency: string;
  ownWords?: OwnWords | undefined;
  /** as a mapping says that amounts are written */
  numbers?: NumberFormat | null | undefined;
}

export type TextOutcome =
  | 'parameter_unclear'
  | 'macro_unfilled'
  | 'txn_too_long'
  | 'click_expired'
  | 'goal_unknown'
  | 'status_unknown'
  | 'currency_unknown'
  | 'malformed_amount'
  | 'amount_out_of_bounds';

export interface TextFault {
  outcome: TextOutcome;
  /** the parameter to put right, and what it held */
  name: ReceiptText;
  value: string;
}

/** the first fault, in the order in which it makes sense to put them right */
export function receiptFault(read: ReadText, place: ReceiptPlace): TextFault | null {
  const fault = (outcome: TextOutcome, name: ReceiptText): TextFault => ({ outcome, name, value: read(name) });
  const goal = plainText(read('goal'));
  const isGoal = goal === '' || place.isGoal(goal);
  // a pixel cannot say a status; a goal may be called "none", and a known one's token may look like anything
  const empty = receiptTexts.find((name) => {
    if (name === 'goal') return !isGoal && holdsMacro(goal);
    return (name !== 'status' || speaks(place)) && unfilled(read(name));
  });
  if (empty) return fault('macro_unfilled', empty);
  if (bytesOf(read('txn_id')) > MAX_TXN_BYTES) return fault('txn_too_long', 'txn_id');
  const status = speaks(place) ? readStatus(read('status'), place.ownWords) : null;
  // whoever says a status may speak of an order that came in time, whoever takes one back, of a goal that is gone by now
  const isNew = status === null && (!speaks(place) || read('refund_amount') === '');
  if (isNew && place.ageMs > place.clickLifeMs) return fault('click_expired', 'click_id');
  const isGivenBack = status === null && speaks(place) && read('refund_amount') !== '';
  const takesBack = status === 'rejected' || isRefundWord(status) || isGivenBack;
  const isAboutOrder = speaks(place) && (status !== null || read('sale_amount') !== '') && place.wasGoal(goal);
  if (!isGoal && !takesBack && !isAboutOrder) return fault('goal_unknown', 'goal');
  if (status === 'unknown') return fault('status_unknown', 'status');
  const currency = readCurrency(read('currency'));
  if (currency === 'unknown') return fault('currency_unknown', 'currency');
  for (const name of ['sale_amount', 'refund_amount'] as const) {
    const amount = readAmount(read(name), currency ?? place.offerCurrency, place.numbers);
    if (amount === 'malformed_amount' || amount === 'amount_out_of_bounds') return fault(amount, name);
  }
  const given = readAmount(read('refund_amount'), currency ?? place.offerCurrency, place.numbers);
  // an amount alone is a refund of that much; beside any other word one of the two is wrong
  if (given && (status !== null || !speaks(place)) && !isRefundWord(status)) {
    return fault('parameter_unclear', 'refund_amount');
  }
  const isUnmeasured = status === 'partial_refund' && read('refund_amount') === '' && read('sale_amount') === '';
  return isUnmeasured ? fault('malformed_amount', 'refund_amount') : null;
}

const speaks = ({ kind }: ReceiptPlace): boolean => kind === 'postback';
