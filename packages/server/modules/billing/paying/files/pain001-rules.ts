// What a bank file must be, field by field, as a table: which elements, in which order, how long, of which characters; and that its
// counts and sums are those of its transfers. Every file is held against it before anybody may download it.
import { isCountryCode } from '@tributary/contract/countries';
import { isBic, isIban } from '../checks/addresses.ts';
import { minorDigits } from './amount.ts';
import { isLatin, isReference } from './latin.ts';
import { PAIN_001 } from './pain001.ts';
import { childrenOf, find, readXml, textAt, type XmlElement, XmlFault } from './xml.ts';

type Value = readonly [what: string, isRight: (text: string) => boolean];
interface Rule {
  name: string;
  /** default: once */
  times?: 'maybe' | 'some';
  /** its elements, in their order */
  children?: readonly Rule[];
  /** exactly one of its elements */
  choice?: true;
  value?: Value;
  attributes?: Readonly<Record<string, Value>>;
}

const upTo = (length: number): Value => [
  `1 to ${length} characters of the EPC's Latin set`,
  (text) => text.length > 0 && text.length <= length && isLatin(text),
];
const reference: Value = ['a reference of at most 35 characters', isReference];
const word = (...words: readonly string[]): Value => [`one of ${words.join(', ')}`, (text) => words.includes(text)];
const iban: Value = ['an IBAN', isIban];
const bic: Value = ['a BIC', isBic];
const country: Value = [
  'a country of ISO 3166',
  (text) => /^[A-Z]{2}$/.test(text) && isCountryCode(text.toLowerCase()),
];
const currency: Value = ['a currency of ISO 4217', (text) => /^[A-Z]{3}$/.test(text)];
const count: Value = ['a number of at most 15 digits', (text) => /^[1-9]\d{0,14}$/.test(text)];
const decimal: Value = ['a sum of at most 18 digits', (text) => /^\d{1,15}(\.\d{1,3})?$/.test(text)];
const amount: Value = [
  'more than 0 and below 1,000,000,000',
  (text) => /^\d{1,9}(\.\d{1,3})?$/.test(text) && /[1-9]/.test(text),
];
const day: Value = ['a day', (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))];
const moment: Value = [
  'a moment',
  (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
];

/** no AdrLine: structured or none */
const postal: Rule = {
  name: 'PstlAdr',
  times: 'maybe',
  children: [
    { name: 'StrtNm', times: 'maybe', value: upTo(70) },
    { name: 'BldgNb', times: 'maybe', value: upTo(16) },
    { name: 'PstCd', times: 'maybe', value: upTo(16) },
    { name: 'TwnNm', value: upTo(35) },
    { name: 'Ctry', value: country },
  ],
};
const bank = (name: string, times?: 'maybe'): Rule => ({
  name,
  ...(times && { times }),
  children: [
    {
      name: 'FinInstnId',
      choice: true,
      children: [
        { name: 'BICFI', value: bic },
        { name: 'Othr', children: [{ name: 'Id', value: word('NOTPROVIDED') }] },
      ],
    },
  ],
});
const person = (name: string): Rule => ({ name, children: [{ name: 'Nm', value: upTo(70) }, postal] });
const counts: readonly Rule[] = [
  { name: 'NbOfTxs', value: count },
  { name: 'CtrlSum', value: decimal },
];
const ibanOnly: Rule = { name: 'Id', children: [{ name: 'IBAN', value: iban }] };

export const painRules: Rule = {
  name: 'Document',
  children: [
    {
      name: 'CstmrCdtTrfInitn',
      children: [
        {
          name: 'GrpHdr',
          children: [
            { name: 'MsgId', value: reference },
            { name: 'CreDtTm', value: moment },
            ...counts,
            { name: 'InitgPty', children: [{ name: 'Nm', value: upTo(70) }] },
          ],
        },
        {
          name: 'PmtInf',
          times: 'some',
          children: [
            { name: 'PmtInfId', value: reference },
            { name: 'PmtMtd', value: word('TRF') },
            ...counts,
            {
              name: 'PmtTpInf',
              children: [{ name: 'SvcLvl', children: [{ name: 'Cd', value: word('SEPA', 'NURG') }] }],
            },
            { name: 'ReqdExctnDt', children: [{ name: 'Dt', value: day }] },
            person('Dbtr'),
            { name: 'DbtrAcct', children: [ibanOnly, { name: 'Ccy', value: currency }] },
            bank('DbtrAgt'),
            { name: 'ChrgBr', value: word('SLEV', 'SHAR') },
            {
              name: 'CdtTrfTxInf',
              times: 'some',
              children: [
                {
                  name: 'PmtId',
                  children: [
                    { name: 'InstrId', value: reference },
                    { name: 'EndToEndId', value: reference },
                  ],
                },
                { name: 'Amt', children: [{ name: 'InstdAmt', value: amount, attributes: { Ccy: currency } }] },
                bank('CdtrAgt', 'maybe'),
                person('Cdtr'),
                { name: 'CdtrAcct', children: [ibanOnly] },
                { name: 'RmtInf', times: 'maybe', children: [{ name: 'Ustrd', value: upTo(140) }] },
              ],
            },
          ],
        },
      ],
    },
  ],
};

const MAX_FINDINGS = 50;

/** nothing to say is the only good answer */
export function checkBankFile(source: string): string[] {
  try {
    const document = readXml(source);
    const findings = document.namespace === PAIN_001 ? [] : [`the namespace is ${document.namespace || 'missing'}`];
    check(document, painRules, document.name, findings);
    if (findings.length === 0) checkSums(document, findings);
    return findings.slice(0, MAX_FINDINGS);
  } catch (error) {
    if (error instanceof XmlFault) return [error.message];
    throw error;
  }
}

function check(element: XmlElement, rule: Rule, path: string, findings: string[]): void {
  if (findings.length >= MAX_FINDINGS) return;
  if (element.name !== rule.name) findings.push(`${path} is not ${rule.name}`);
  const { children = [], attributes = {}, value } = rule;
  for (const [name, [what, isRight]] of Object.entries(attributes)) {
    if (!isRight(element.attributes.get(name) ?? '')) findings.push(`${path}/@${name} is not ${what}`);
  }
  const own = [...element.attributes.keys()].filter((name) => name !== 'xmlns' && !Object.hasOwn(attributes, name));
  if (own.length > 0) findings.push(`${path} has ${own.join(', ')}, which it must not`);
  if (value) {
    if (element.children.length > 0 || !value[1](element.text)) findings.push(`${path} is not ${value[0]}`);
    return;
  }
  if (element.text.trim() !== '') findings.push(`${path} holds a text of its own`);
  checkOrder(element, children, rule.choice === true, path, findings);
}

function checkOrder(element: XmlElement, rules: readonly Rule[], isChoice: boolean, path: string, findings: string[]) {
  let at = 0;
  for (const rule of rules) {
    const from = at;
    while (element.children[at]?.name === rule.name) at++;
    const times = at - from;
    if (times === 0 && rule.times !== 'maybe' && !isChoice) findings.push(`${path}/${rule.name} is missing`);
    if (times > 1 && rule.times !== 'some') findings.push(`${path}/${rule.name} stands ${times} times`);
    for (const [index, child] of element.children.slice(from, at).entries()) {
      check(child, rule, `${path}/${rule.name}${times > 1 ? `[${index + 1}]` : ''}`, findings);
    }
  }
  const beyond = element.children[at];
  if (beyond) findings.push(`${path}/${beyond.name} must not stand there`);
  if (isChoice && element.children.length !== 1) findings.push(`${path} must hold one element`);
}

/** in thousandths, of which every currency has a whole number */
const thousandths = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * 1_000n + BigInt(fraction.padEnd(3, '0'));
};

function checkSums(document: XmlElement, findings: string[]): void {
  const message = find(document, 'CstmrCdtTrfInitn');
  const header = find(message, 'GrpHdr');
  const groups = message ? childrenOf(message, 'PmtInf') : [];
  const ids = new Set<string>();
  let [all, sum] = [0, 0n];
  for (const group of groups) {
    const name = `PmtInf ${textAt(group, 'PmtInfId')}`;
    const account = textAt(group, 'DbtrAcct', 'Ccy') ?? '';
    const isSepa = account === 'EUR';
    if (textAt(group, 'PmtTpInf', 'SvcLvl', 'Cd') !== (isSepa ? 'SEPA' : 'NURG'))
      findings.push(`${name}: SvcLvl of ${account}`);
    if (textAt(group, 'ChrgBr') !== (isSepa ? 'SLEV' : 'SHAR')) findings.push(`${name}: ChrgBr of ${account}`);
    let own = 0n;
    const transfers = childrenOf(group, 'CdtTrfTxInf');
    for (const one of transfers) {
      const id = textAt(one, 'PmtId', 'EndToEndId') ?? '';
      if (ids.has(id)) findings.push(`EndToEndId ${id} stands twice`);
      ids.add(id);
      const instructed = find(one, 'Amt', 'InstdAmt');
      const text = instructed?.text ?? '';
      if (instructed?.attributes.get('Ccy') !== account) findings.push(`${id} is not in ${account}`);
      if ((text.split('.')[1] ?? '').length !== minorDigits(account))
        findings.push(`${id}: ${text} is no amount in ${account}`);
      own += thousandths(text);
    }
    checkCounts(group, name, transfers.length, own, findings);
    all += transfers.length;
    sum += own;
  }
  if (header) checkCounts(header, 'GrpHdr', all, sum, findings);
}

function checkCounts(of: XmlElement, name: string, transfers: number, sum: bigint, findings: string[]): void {
  if (textAt(of, 'NbOfTxs') !== String(transfers)) findings.push(`${name}: NbOfTxs is not ${transfers}`);
  if (thousandths(textAt(of, 'CtrlSum') ?? '0') !== sum)
    findings.push(`${name}: CtrlSum is not the sum of its transfers`);
}
