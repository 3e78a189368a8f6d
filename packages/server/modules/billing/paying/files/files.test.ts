import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cutToMinor } from '../../minor-units.ts';
import { minorText } from './amount.ts';
import { CellFault, type FilePayment, inFiles, mappedLines, PAYPAL_ROWS, payPalLines, WISE_ROWS } from './csv-files.ts';
import { hasLetters, isLatin, isReference, toLatin } from './latin.ts';
import { type BankFile, bankFile } from './pain001.ts';
import { checkBankFile } from './pain001-rules.ts';
import { readBankAnswer } from './pain002.ts';
import { rejectText } from './reject-codes.ts';
import { readXml, XmlFault } from './xml.ts';

const debtor = {
  name: 'Network GmbH & Co. KG',
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  address: { street: 'Königstraße', building: '5', postcode: '10115', town: 'Berlin', country: 'DE' },
};
const creditor = {
  name: 'Søren Ångström',
  iban: 'NO9386011117947',
  bic: null,
  address: { street: 'Storgata', building: '12 b', postcode: '0155', town: 'Oslo', country: 'NO' },
};
const file: BankFile = {
  messageId: 'B12-1-9f3c',
  paymentInfoId: 'B12-1-9f3c-1',
  createdAt: new Date('2026-11-17T09:30:00Z'),
  executeOn: '2026-11-18',
  currency: 'EUR',
  debtor,
  transfers: [
    { endToEndId: 'P1-aa', amount: 12_500_000n, creditor, text: 'Self-bill 7 · October' },
    { endToEndId: 'P2-bb', amount: 1_000_010_000n, creditor: { ...creditor, address: null }, text: 'x'.repeat(300) },
  ],
};
const written = (of: BankFile): string => [...bankFile(of)].join('');

/** as people are called, and as they should not be able to call themselves */
const nasty: readonly string[] = [
  'Иван Щукин & Söhne <GmbH>',
  `O'Brien "Quotes" ]]> Ltd`,
  '</Nm><Nm>Mallory',
  '&amp;&#x41;&xxe; Inc',
  'a\u0000b\u0008c\uFFFE Tabs\t\n',
  'Zoë'.repeat(60),
  '\u202Egnirts desrever\u202C Co',
  'Emoji 🧾💶 Studio',
  'e\u0301tude '.repeat(20),
  '北京 Trading 有限公司',
  '  spaced   out  ',
  '/slash//slash/',
  '=cmd()|calc',
  'ﬁnancial ½ № ™',
  '\uD800 half a pair',
];
const nastyFile = (): BankFile => ({
  ...file,
  debtor: { ...debtor, name: 'Ñetwork <&> GmbH' },
  transfers: nasty.map((name, at) => ({
    endToEndId: `P1-${at + 1}-1-abc`,
    amount: BigInt(at + 1) * 12_340_000n,
    creditor: {
      name,
      iban: 'NO9386011117947',
      bic: at % 2 === 0 ? 'COBADEFFXXX' : null,
      address: { street: name, building: name, postcode: name, town: `T ${name}`, country: 'NO' },
    },
    text: `${name} ${name} ${name}`,
  })),
});

const SCHEMA = fileURLToPath(new URL('./pain001-own.xsd', import.meta.url));
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
/** what the schema has against a file; nothing is the only good answer */
function againstSchema(xml: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--nonet', '--schema', SCHEMA, '-'], { input: xml });
  return status === 0 ? '' : stderr.toString();
}

describe('amounts of files', () => {
  it.each([
    [12_500_000n, 'EUR', '12.50'],
    [1_000_000n, 'JPY', '1'],
    [1_234_000n, 'KWD', '1.234'],
  ])('%s %s is %s', (micros, currency, text) => expect(minorText(micros, currency)).toBe(text));
  it('cuts to minor units and never writes a part of one', () => {
    expect(cutToMinor(12_509_999n, 'EUR')).toBe(12_500_000n);
    expect(cutToMinor(1_999_999n, 'JPY')).toBe(1_000_000n);
    expect(() => minorText(12_500_001n, 'EUR')).toThrow('no amount');
    expect(() => minorText(-10_000n, 'EUR')).toThrow('no amount');
  });
});

describe('the EPC’s Latin set', () => {
  it.each([
    ['Søren Ångström', 'Soren Angstrom'],
    ['Großmann & Söhne', 'Grossmann + Sohne'],
    ['Łódź_1', 'Lodz-1'],
    ['Иван Щукин', 'Ivan Shtukin'],
    ['Ελένη', 'Eleni'],
    ['José “Pepe”', "Jose 'Pepe'"],
    ['Zoë\n Ltd', 'Zoe Ltd'],
    ['आशा', '..'],
  ])('%s is written %s', (name, latin) => {
    expect(toLatin(name)).toBe(latin);
    expect(isLatin(latin)).toBe(true);
  });
  it('knows what nobody could read', () => {
    expect(hasLetters(toLatin('आशा'))).toBe(false);
    expect(hasLetters('Bo')).toBe(true);
  });
  it.each(['/a', 'a/', 'a//b', '', 'x'.repeat(36), 'ä', ' a'])('%s is no reference', (text) =>
    expect(isReference(text)).toBe(false),
  );
});

describe('the bank file', () => {
  it('keeps every rule of the table', () => {
    const xml = written(file);
    expect(checkBankFile(xml)).toEqual([]);
    expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>1012.51</CtrlSum>');
    expect(xml.match(/<CtrlSum>1012\.51<\/CtrlSum>/g)).toHaveLength(2);
    expect(xml).toContain(
      '<StrtNm>Storgata</StrtNm><BldgNb>12 b</BldgNb><PstCd>0155</PstCd><TwnNm>Oslo</TwnNm><Ctry>NO</Ctry>',
    );
    expect(xml).not.toContain('AdrLine');
    expect(xml).toContain('<Cd>SEPA</Cd>');
    expect(xml).toContain('<ChrgBr>SLEV</ChrgBr>');
    expect(xml).toContain(`<Ustrd>${'x'.repeat(140)}</Ustrd>`);
  });
  it('keeps every rule whatever people call themselves', () => {
    const xml = written(nastyFile());
    expect(checkBankFile(xml)).toEqual([]);
    const sum = nasty.reduce((total, _name, at) => total + BigInt(at + 1) * 12_340_000n, 0n);
    expect(xml.match(/<CtrlSum>([^<]+)</g)).toEqual([1, 2].map(() => `<CtrlSum>${minorText(sum, 'EUR')}<`));
    expect(xml.match(/<NbOfTxs>(\d+)</g)).toEqual([1, 2].map(() => `<NbOfTxs>${nasty.length}<`));
    // an element for an element: no name has become one
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(nasty.length);
    expect(xml.match(/<Nm>/g)).toHaveLength(nasty.length + 2);
  });
  it.skipIf(!hasXmllint)('is valid by our own schema, which tells a slip of its own accord', () => {
    expect(againstSchema(written(file))).toBe('');
    expect(againstSchema(written(nastyFile()))).toBe('');
    const yen = { ...file, currency: 'JPY', transfers: [{ ...file.transfers[0], amount: 5_000_000n } as never] };
    expect(againstSchema(written(yen))).toBe('');
    for (const [from, to, element] of [
      ['<Ctry>NO</Ctry>', '<Ctry>NO</Ctry><AdrLine>Oslo</AdrLine>', 'AdrLine'],
      ['<PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs>', '<NbOfTxs>2</NbOfTxs><PmtMtd>TRF</PmtMtd>', 'NbOfTxs'],
      ['<Dt>2026-11-18</Dt>', '2026-11-18', 'ReqdExctnDt'],
      ['Soren Angstrom', 'S'.repeat(71), 'Nm'],
      ['Soren Angstrom', 'Søren', 'Nm'],
      ['>P2-bb<', '>P1-aa<', 'EndToEndId'],
      ['>12.50<', '>0.00<', 'InstdAmt'],
      ['x'.repeat(140), 'x'.repeat(141), 'Ustrd'],
    ] as const) {
      expect(againstSchema(written(file).replaceAll(from, to)), to).toContain(element);
    }
  });
  it('is another of each currency', () => {
    const yen = written({
      ...file,
      currency: 'JPY',
      transfers: [{ ...file.transfers[0], amount: 5_000_000n } as never],
    });
    expect(checkBankFile(yen)).toEqual([]);
    expect(yen).toContain('<InstdAmt Ccy="JPY">5</InstdAmt>');
    expect(yen).not.toContain('SEPA');
  });
  // each field that the specification names, altered as a slip would
  it.each<[string, (xml: string) => string, RegExp]>([
    ['MsgId too long', (xml) => xml.replace('>B12-1-9f3c<', `>${'B'.repeat(36)}<`), /MsgId is not/],
    ['PmtInfId with a double slash', (xml) => xml.replace('B12-1-9f3c-1', 'a//b'), /PmtInfId is not/],
    [
      'EndToEndId too long',
      (xml) => xml.replace('<EndToEndId>P1-aa', `<EndToEndId>${'P'.repeat(36)}`),
      /EndToEndId is not/,
    ],
    ['EndToEndId twice', (xml) => xml.replaceAll('P2-bb', 'P1-aa'), /P1-aa stands twice/],
    ['count of the header', (xml) => xml.replace('<NbOfTxs>2', '<NbOfTxs>3'), /GrpHdr: NbOfTxs/],
    ['count of the group', (xml) => replaceLast(xml, '<NbOfTxs>2', '<NbOfTxs>1'), /PmtInf .*: NbOfTxs/],
    ['sum of the header', (xml) => xml.replace('1012.51', '1012.52'), /GrpHdr: CtrlSum/],
    ['sum of the group', (xml) => replaceLast(xml, '<CtrlSum>1012.51', '<CtrlSum>1012.5'), /PmtInf .*: CtrlSum/],
    ['an amount', (xml) => xml.replace('>12.50<', '>12.51<'), /CtrlSum/],
    ['three decimals', (xml) => xml.replace('>12.50<', '>12.500<'), /12.500 is no amount/],
    ['an amount of zero', (xml) => xml.replace('>12.50<', '>0.00<'), /InstdAmt is not/],
    ['currencies mixed', (xml) => xml.replace('Ccy="EUR"', 'Ccy="USD"'), /is not in EUR/],
    ['the day', (xml) => xml.replace('2026-11-18', '2026-13-18'), /Dt is not a day/],
    ['the day without its choice', (xml) => xml.replace('<Dt>2026-11-18</Dt>', '2026-11-18'), /Dt is missing/],
    ['service level', (xml) => xml.replace('SEPA', 'URGP'), /Cd is not/],
    ['charges', (xml) => xml.replace('SLEV', 'SHAR'), /ChrgBr of EUR/],
    ['name too long', (xml) => xml.replace('Soren Angstrom', 'S'.repeat(71)), /Nm is not 1 to 70/],
    ['name outside the set', (xml) => xml.replace('Soren', 'Søren'), /Nm is not/],
    ['text too long', (xml) => xml.replace('x'.repeat(140), 'x'.repeat(141)), /Ustrd is not/],
    [
      'free address',
      (xml) => xml.replace('<Ctry>NO</Ctry>', '<Ctry>NO</Ctry><AdrLine>Oslo</AdrLine>'),
      /AdrLine must not/,
    ],
    ['an address without a town', (xml) => xml.replace('<TwnNm>Oslo</TwnNm>', ''), /TwnNm is missing/],
    ['a country', (xml) => xml.replace('<Ctry>NO', '<Ctry>QQ'), /Ctry is not/],
    [
      'order',
      (xml) => xml.replace('<PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs>', '<NbOfTxs>2</NbOfTxs><PmtMtd>TRF</PmtMtd>'),
      /PmtMtd/,
    ],
    ['IBAN', (xml) => xml.replace('NO9386011117947', 'NO9386011117948'), /IBAN is not/],
    ['BIC', (xml) => xml.replace('COBADEFFXXX', 'COBA'), /BICFI is not/],
    ['namespace', (xml) => xml.replace('001.001.09', '001.001.03'), /namespace/],
    ['an attribute', (xml) => xml.replace('<GrpHdr>', '<GrpHdr a="b">'), /must not/],
  ])('tells a slip: %s', (_, alter, finding) => {
    const altered = alter(written(file));
    expect(altered).not.toBe(written(file));
    expect(checkBankFile(altered).join('\n')).toMatch(finding);
  });
});
const replaceLast = (text: string, old: string, by: string): string => {
  const at = text.lastIndexOf(old);
  return text.slice(0, at) + by + text.slice(at + old.length);
};

const answer = (body: string): string =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>x</MsgId></GrpHdr>${body}</CstmrPmtStsRpt></Document>`;
const ofFile = (status = '') => `<OrgnlGrpInfAndSts><OrgnlMsgId>B12-1-9f3c</OrgnlMsgId>${status}</OrgnlGrpInfAndSts>`;

describe('the bank’s answer', () => {
  it('says of each transfer whether it is paid, failed or under way', () => {
    const one = (id: string, status: string, rest = '') =>
      `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${rest}</TxInfAndSts>`;
    const reason = '<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>closed &amp; gone</AddtlInf></StsRsnInf>';
    const { messageId, answers } = readBankAnswer(
      answer(
        `${ofFile('<GrpSts>PART</GrpSts>')}<OrgnlPmtInfAndSts><OrgnlPmtInfId>i</OrgnlPmtInfId>${one('P1', 'ACSC')}${one('P2', 'RJCT', reason)}${one('P3', 'ACSP')}${one('P4', 'RJCT')}</OrgnlPmtInfAndSts>`,
      ),
    );
    expect(messageId).toBe('B12-1-9f3c');
    expect(answers.map(({ endToEndId, status, code, text }) => [endToEndId, status, code, text])).toEqual([
      ['P1', 'paid', null, null],
      ['P2', 'failed', 'AC04', 'closed & gone'],
      ['P3', 'waiting', null, null],
      ['P4', 'failed', 'MS03', null],
    ]);
    expect(rejectText('AC04')).toBe('The account is closed.');
    expect(rejectText('ZZ99')).toContain('ZZ99');
    expect(rejectText('constructor')).toContain('constructor');
  });
  it('takes a word about the whole file', () => {
    expect(readBankAnswer(answer(ofFile('<GrpSts>RJCT</GrpSts>'))).answers).toMatchObject([
      { endToEndId: null, status: 'failed', code: 'MS03' },
    ]);
  });
  it.each<[string, string, RegExp]>([
    ['entities', '<!DOCTYPE a [<!ENTITY x "y">]><Document/>', /not plain XML/],
    ['an entity without a type', answer(ofFile('<GrpSts>&xxe;</GrpSts>')), /entity/],
    ['instructions', '<?php x ?><Document/>', /not plain XML/],
    ['a file that is cut off', answer(ofFile()).slice(0, -20), /cut off|not plain/],
    ['two documents', '<a/><b/>', /one XML/],
    ['depth', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}`, /too many/],
    ['another kind', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"/>', /pain\.002/],
    ['no original', answer(''), /OrgnlMsgId/],
    ['nothing said', answer(ofFile()), /says nothing/],
    [
      'a transfer without a status',
      answer(
        `${ofFile()}<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>a</OrgnlEndToEndId></TxInfAndSts></OrgnlPmtInfAndSts>`,
      ),
      /TxSts/,
    ],
  ])('refuses %s', (_, source, message) => expect(() => readBankAnswer(source)).toThrow(message));
  it('reads signs and prefixes', () => {
    const read = readXml('<p:a xmlns:p="n" k=\'&#65;&lt;\'><!-- no --><![CDATA[<b>]]>&amp;</p:a>');
    expect(read).toMatchObject({ name: 'a', namespace: 'n', text: '<b>&' });
    expect(read.attributes.get('k')).toBe('A<');
    expect(() => readXml('<a>&#0;</a>')).toThrow(XmlFault);
    expect(() => readXml('<a b="1" b="2"/>')).toThrow(XmlFault);
  });
});

const payment = (id: number, currency = 'USD'): FilePayment => ({
  endToEndId: `P${id}-ab`,
  amount: BigInt(id) * 1_000_000n,
  currency,
  recipient: 'pay@shop.example',
  name: 'Shop "A", Inc',
  bic: null,
  network: null,
  email: 'a@shop.example',
  address: null,
  text: 'Self-bill\n7',
});

describe('files of rows', () => {
  it('5,001 rows for PayPal are two files, and each currency has its own', () => {
    const many = Array.from({ length: 5_001 }, (_, at) => payment(at + 1));
    expect(inFiles([...many, payment(1, 'EUR')], PAYPAL_ROWS).map((one) => one.length)).toEqual([5_000, 1, 1]);
  });
  it('1,001 rows for Wise are two files', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => payment(at + 1));
    expect(inFiles(many, WISE_ROWS).map((one) => one.length)).toEqual([1_000, 1]);
  });
  it('has PayPal’s six columns and no heading', () => {
    expect(payPalLines([payment(7)])).toEqual(['pay@shop.example,7.00,USD,P7-ab,Self-bill 7,PAYPAL\r\n']);
    expect(() => payPalLines([{ ...payment(7), endToEndId: 'P 7' }])).toThrow(CellFault);
    expect(() => payPalLines([{ ...payment(7), endToEndId: 'P'.repeat(31) }])).toThrow(CellFault);
  });
  it('has the headings of the tenant’s template, in its order', () => {
    const columns = [
      { heading: 'name', field: 'name' },
      { heading: 'sourceCurrency', field: 'fixed', fixed: 'USD' },
      { heading: 'amount', field: 'amount' },
    ] as const;
    expect(mappedLines(columns, [payment(7)])).toEqual([
      'name,sourceCurrency,amount\r\n',
      '"Shop ""A"", Inc",USD,7.00\r\n',
    ]);
    for (const name of [
      '=cmd()',
      '+1',
      '-1+1',
      '@SUM(A1)',
      ' =cmd()',
      '"=cmd()',
      "'+1",
      '＝cmd()',
      '＋1',
      '－1',
      '＠x',
    ]) {
      expect(() => mappedLines(columns, [{ ...payment(7), name }]), name).toThrow(/formula/);
    }
    // a number is one, and a sign within is none
    for (const name of ['12.50', 'Jean-Luc', 'a@b.example', 'A+B=C']) {
      expect(mappedLines(columns, [{ ...payment(7), name }])[1]).toBe(`${name},USD,7.00\r\n`);
    }
    for (const name of ['a\tb', 'a\nb', 'a\u0000b']) {
      expect(() => mappedLines(columns, [{ ...payment(7), name }]), name).toThrow(CellFault);
    }
  });
});
