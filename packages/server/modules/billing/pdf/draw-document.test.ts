// What a bookkeeper looks for on a document, in each language: every field of article 226, sums that carry from page to page, and
// the same bytes whenever it is drawn.
import { languages } from '@tributary/contract/languages';
import { unitPrice } from '@tributary/contract/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { drawPng } from '../../../demo/draw-png.ts';
import { drawDocument } from './draw-document.ts';
import { amountIn, rateIn } from './figures.ts';
import { runsOf } from './fonts.ts';
import { Pen } from './pen.ts';
import type { Sheet, SheetLine } from './sheet.ts';

let written: string[] = [];
beforeEach(() => {
  written = [];
  const line = Pen.prototype.line;
  vi.spyOn(Pen.prototype, 'line').mockImplementation(function (this: Pen, ...args) {
    if (args[0]) written.push(args[0]);
    return line.apply(this, args);
  });
});
afterEach(() => vi.restoreAllMocks());

const linesOf = (count: number): SheetLine[] =>
  Array.from({ length: count }, (_, at) => ({
    text: `Offer ${at} · Lead`,
    month: '2026-10',
    quantity: at + 1,
    amount: BigInt(at + 1) * 1_230_000n,
  }));

function sheetOf(more: Partial<Sheet>, lines = linesOf(3)): Sheet {
  const net = lines.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    language: 'en',
    kind: 'self_bill',
    number: 'P7-0003',
    corrects: null,
    issuedOn: '2026-11-03',
    from: '2026-10-01',
    to: '2026-10-31',
    dueOn: '2026-12-03',
    order: null,
    brand: { name: 'Lantern', color: '#0f766e', logo: drawPng(8, 4, () => [200, 30, 30, 255]) },
    supplier: { name: 'Łódź Media', address: ['Długa 1', '90-001 Łódź', 'Poland'], vatId: 'PL5252445767', taxId: null },
    customer: { name: 'Lantern GmbH', address: ['Torstraße 1', '10119 Berlin'], vatId: 'DE123456789', taxId: null },
    isSelfBilled: true,
    currency: 'EUR',
    minorDigits: 2,
    lines,
    net,
    vat: { treatment: 'reverse', rate: 0, amount: 0n },
    withholding: null,
    carried: 0n,
    total: net,
    exchange: null,
    payment: [],
    ...more,
  };
}

describe('every field that article 226 asks for', () => {
  test.each([
    [
      'en',
      ['Self-billed invoice', 'Self-billing', 'VAT 0 % on 7.38', '3 Nov 2026', '1 Oct 2026 – 31 Oct 2026'],
      /^Reverse charge/,
    ],
    [
      'es',
      ['Facturación por el destinatario (Self-billing)', 'IVA 0 % sobre 7,38', '3 nov 2026'],
      /\(Reverse charge\)/,
    ],
    ['hi', ['स्व-बिलिंग (Self-billing)', '7.38 पर वैट 0 %', '3 नव॰ 2026'], /\(Reverse charge\)/],
  ] as const)('in %s', async (language, texts, reverse) => {
    await drawDocument(sheetOf({ language }));
    expect(written).toEqual(expect.arrayContaining([...texts]));
    expect(written).toEqual(
      expect.arrayContaining(['P7-0003', 'Łódź Media', 'Długa 1', 'Lantern GmbH', '10119 Berlin']),
    );
    expect(written.filter((text) => text.includes('PL5252445767') || text.includes('DE123456789'))).toHaveLength(2);
    expect(written.some((text) => reverse.test(text))).toBe(true);
  });

  test('an invoice with tax, withholding, a rate and what stays on the account', async () => {
    const lines: SheetLine[] = [{ text: 'Bonus', month: null, quantity: null, amount: 100_004_000n }];
    await drawDocument(
      sheetOf(
        {
          kind: 'invoice',
          net: 100_000_000n,
          isSelfBilled: false,
          order: 'PO-118',
          vat: { treatment: 'domestic', rate: 2100, amount: 21_000_000n },
          withholding: { rate: 1550, amount: 15_500_000n },
          carried: 4_000n,
          total: 105_500_000n,
          exchange: {
            currency: 'USD',
            rate: '1.0831',
            day: '2026-11-02',
            source: 'ECB',
            total: 114_270_000n,
            minorDigits: 2,
          },
          payment: ['Bank: DE02 1203 0000 0000 2020 51'],
        },
        lines,
      ),
    );
    expect(written).toEqual(
      expect.arrayContaining([
        'VAT 21 % on 100.00',
        '21.00',
        '121.00',
        'Tax withheld, 15.5 %',
        '−15.50',
        '−0.004',
        'EUR 105.50',
        '1 EUR = 1.0831 USD, ECB, 2 Nov 2026. In USD: 114.27',
        'PO-118',
        'Bank: DE02 1203 0000 0000 2020 51',
      ]),
    );
    expect(written.some((text) => /Self-bill|Reverse/.test(text))).toBe(false);
  });

  test('a credit note names what it corrects; a draft says that it is none', async () => {
    await drawDocument(sheetOf({ kind: 'credit_note', corrects: { number: 'P7-0002', issuedOn: '2026-10-03' } }));
    expect(written).toEqual(expect.arrayContaining(['Credit note', 'P7-0002 of 3 Oct 2026', 'Credited']));
    written = [];
    await drawDocument(sheetOf({ number: null }));
    expect(written).toContain('Draft, not an invoice');
  });
});

test('a sum goes from page to page, and the last one is the net', async () => {
  const sheet = sheetOf({}, linesOf(120));
  await drawDocument(sheet);
  const sums = (label: string) => written.flatMap((text, at) => (text === label ? [written[at + 1]] : []));
  const carried = sums('Carried forward');
  expect(carried.length).toBeGreaterThan(2);
  expect(sums('Brought forward')).toEqual(carried);
  let at = 0;
  for (const sum of carried) {
    at = written.indexOf('Carried forward', at + 1);
    const before = written.slice(0, at).filter((text) => /^Offer \d+ · Lead$/.test(text)).length;
    expect(sum).toBe(amountIn('en', (BigInt(before) * BigInt(before + 1) * 1_230_000n) / 2n, 2));
  }
  expect(written).toContain(amountIn('en', sheet.net, 2));
  const pages = carried.length + 1;
  expect(written.filter((text) => text.startsWith('Page ')).slice(-1)).toEqual([`Page ${pages} of ${pages}`]);
});

test('the same document is the same bytes, with whatever picture and letters', async () => {
  for (const language of languages) {
    const sheet = sheetOf({ language });
    const [first, second] = [await drawDocument(sheet), await drawDocument(sheet)];
    expect(first.equals(second)).toBe(true);
    expect(first.toString('latin1', 0, 8)).toBe('%PDF-1.7');
  }
  const webp = Buffer.from('RIFF....WEBPVP8 ');
  const odd = sheetOf({ brand: { name: '提灯 Lantern', color: '#ffffff', logo: webp } }, [
    { text: `${'x'.repeat(300)} 日本 क्ष Ω`, month: null, quantity: 0, amount: -1n },
  ]);
  expect((await drawDocument(odd)).length).toBeGreaterThan(1000);
  // without a picture that can be drawn stands the name; letters that no font has are shown as such
  expect(written).toContain('提灯 Lantern');
});

test('runs keep a syllable together, and a blank with the word before it', () => {
  expect(runsOf('Offer श्री क्‍ष 12')).toEqual([
    { piece: 'latin', text: 'Offer ' },
    { piece: 'devanagari', text: 'श्री क्‍ष ' },
    { piece: 'latin', text: '12' },
  ]);
  expect(runsOf('提')).toEqual([{ piece: 'latin', text: '\ufffd' }]);
});

test.each([
  ['en', 1_234_567_890_000n, 2, '1,234,567.89'],
  ['es', 1_234_500_000n, 2, '1.234,50'],
  ['hi', 12_345_678_900_000n, 2, '1,23,45,678.90'],
  ['en', 1_234_000_000n, 0, '1,234'],
  ['en', 1_234_567_000n, 3, '1,234.567'],
  ['en', -9_007_199_254_740_993_000_001n, 2, '−9,007,199,254,740,993.000001'],
] as const)('%s writes %s with %s places as %s', (language, micros, digits, text) => {
  expect(amountIn(language, micros, digits)).toBe(text);
});

test('a rate, and the price of one', () => {
  expect([rateIn('en', 2100), rateIn('es', 1550), rateIn('hi', 0)]).toEqual(['21 %', '15,5 %', '0 %']);
  expect([unitPrice(10_000_000n, 3), unitPrice(-10_000_000n, 3), unitPrice(8_500_000n, 2)]).toEqual([
    3_333_300n,
    -3_333_300n,
    4_250_000n,
  ]);
  // what was taken back: −2 at 4.25 are −8.50, and three of which one was dearer are an average
  expect([unitPrice(-8_500_000n, -2), unitPrice(10_000_000n, -3)]).toEqual([4_250_000n, -3_333_300n]);
});
