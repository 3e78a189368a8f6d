import type { Cell } from '@tributary/contract/lists';
import { expect, test } from 'vitest';
import { unzip } from '../../testing-unzip.ts';
import { xlsxBytes } from './xlsx.ts';

async function workbook(batches: Cell[][][]): Promise<Map<string, string>> {
  const chunks: Buffer[] = [];
  const source = (async function* () {
    yield* batches;
  })();
  for await (const chunk of xlsxBytes(source)) chunks.push(chunk);
  return unzip(Buffer.concat(chunks));
}

test('a workbook has its parts, and a sheet with every row in order', async () => {
  const parts = await workbook([
    [['Offer', 'Clicks']],
    [
      ['Größe', 1],
      [null, 2.5],
    ],
  ]);
  expect([...parts.keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/worksheets/sheet1.xml',
  ]);
  expect(parts.get('xl/worksheets/sheet1.xml')).toContain(
    '<row><c t="inlineStr"><is><t xml:space="preserve">Größe</t></is></c><c><v>1</v></c></row><row><c/><c><v>2.5</v></c></row>',
  );
});

test('text stays text: markup is escaped, formulas are no formulas, control characters are left out', async () => {
  const sheet = (await workbook([[['=1+1', '<b>&', 'a\u0000b\u0007c\td']]])).get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('>=1+1</t>');
  expect(sheet).toContain('>&lt;b&gt;&amp;</t>');
  expect(sheet).toContain('>abc\td</t>');
});

test('a decimal is a number with all its digits', async () => {
  const sheet = (await workbook([[[{ decimal: '12345678901234567.123456' }]]])).get('xl/worksheets/sheet1.xml');
  expect(sheet).toContain('<row><c><v>12345678901234567.123456</v></c></row>');
});

test('who stops reading has no more rows read for him', async () => {
  let ended = false;
  async function* rows(): AsyncGenerator<Cell[][]> {
    try {
      for (let n = 0; ; n++) yield Array.from({ length: 1_000 }, (): Cell[] => [Math.sin(n)]);
    } finally {
      ended = true;
    }
  }
  const bytes = xlsxBytes(rows());
  await bytes.next();
  for (let n = 0; n < 40; n++) await bytes.next();
  await bytes.return(undefined);
  await expect.poll(() => ended).toBe(true);
});

test('ten thousand rows come out as ten thousand', async () => {
  const batches = Array.from({ length: 10 }, (_, b) =>
    Array.from({ length: 1_000 }, (_, n): Cell[] => [b * 1_000 + n]),
  );
  const sheet = (await workbook(batches)).get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row>/g)).toHaveLength(10_000);
});
