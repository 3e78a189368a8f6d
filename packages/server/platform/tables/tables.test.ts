// Files that people send: both formats come to the same cells, and what is no such file is refused with its line.
import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { xlsxBytes } from '../lists/xlsx.ts';
import { readTable } from './table-file.ts';

const bounds = { bytes: 20_000_000, lines: 5 };
const csv = (text: string) => readTable(Buffer.from(text), bounds);
const refusal = (bytes: Buffer | string) =>
  readTable(Buffer.from(bytes), bounds).then(
    () => 'read',
    (error: Error) => error.message,
  );

async function xlsx(rows: (string | number)[][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  async function* all() {
    yield rows;
  }
  for await (const piece of xlsxBytes(all())) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** a zip of deflated parts, each of which claims the size that it is told to */
function zip(parts: Record<string, Buffer>, claims: Record<string, number> = {}): Buffer {
  const files: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content);
    const size = claims[name] ?? content.length;
    const head = (signature: number, before: number[], after: number[]) => {
      const shorts = Buffer.alloc(4 + before.length * 2 + 12 + after.length * 2);
      shorts.writeUInt32LE(signature, 0);
      before.forEach((value, at) => {
        shorts.writeUInt16LE(value, 4 + at * 2);
      });
      const at = 4 + before.length * 2;
      shorts.writeUInt32LE(crc32(content), at);
      shorts.writeUInt32LE(packed.length, at + 4);
      shorts.writeUInt32LE(size, at + 8);
      after.forEach((value, index) => {
        shorts.writeUInt16LE(value, at + 12 + index * 2);
      });
      return shorts;
    };
    const local = Buffer.concat([head(0x04034b50, [20, 0, 8, 0, 0], [name.length, 0]), Buffer.from(name), packed]);
    const place = Buffer.alloc(4);
    place.writeUInt32LE(offset, 0);
    central.push(
      Buffer.concat([
        head(0x02014b50, [20, 20, 0, 8, 0, 0], [name.length, 0, 0, 0, 0, 0, 0]),
        place,
        Buffer.from(name),
      ]),
    );
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

const book = {
  'xl/workbook.xml': Buffer.from(
    '<workbook xmlns:r="r"><sheets><sheet name="Two" sheetId="2" r:id="rId2"/><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': Buffer.from(
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  ),
};

test.each([
  ['commas', 'txn,amount\nA-1,"12,50"\n'],
  ['semicolons and a mark', '\uFEFFtxn;amount\r\nA-1;12,50\r\n'],
  ['tabs', 'txn\tamount\nA-1\t12,50'],
])('a CSV with %s', async (_what, text) => {
  expect(await csv(text)).toEqual({ headings: ['txn', 'amount'], lines: [{ line: 2, cells: ['A-1', '12,50'] }] });
});

test('UTF-16, as spreadsheet programs write text', async () => {
  const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('txn\tamount\nÄ-1\t2', 'utf16le')]);
  expect((await readTable(bytes, bounds)).lines).toEqual([{ line: 2, cells: ['Ä-1', '2'] }]);
});

test('empty lines are no lines, and count in the place of the others', async () => {
  const { lines } = await csv('txn\n\nA-1\n\n\nA-2\n');
  expect(lines).toEqual([
    { line: 3, cells: ['A-1'] },
    { line: 6, cells: ['A-2'] },
  ]);
});

test('our own XLSX comes back as it was written, numbers as numbers', async () => {
  const bytes = await xlsx([
    ['txn', 'amount'],
    ['A&1', 12.5],
  ]);
  expect(await readTable(bytes, bounds)).toEqual({
    headings: ['txn', 'amount'],
    lines: [{ line: 2, cells: ['A&1', 12.5] }],
  });
});

test('the first sheet of the book, with shared texts and cells left out', async () => {
  const bytes = zip({
    ...book,
    'xl/sharedStrings.xml': Buffer.from('<sst><si><t>txn</t></si><si><r><t>Caf</t></r><r><t>é</t></r></si></sst>'),
    'xl/worksheets/sheet2.xml': Buffer.from(
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>at</t></is></c></row><row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>46000.5</v></c></row></sheetData></worksheet>',
    ),
  });
  expect(await readTable(bytes, bounds)).toEqual({
    headings: ['txn', 'Column 2', 'at'],
    lines: [{ line: 4, cells: ['Café', '', 46000.5] }],
  });
});

test('what cannot be read says where', async () => {
  expect(await refusal('')).toBe('This file is empty.');
  expect(await refusal('txn,amount\n')).toMatch(/nothing in this file/);
  expect(await refusal(`txn\n${'x'.repeat(2_001)}`)).toBe('Line 2, column 1 holds more than 2000 characters.');
  expect(await refusal('txn\n1\n2\n3\n4\n5\n6\n')).toMatch(/^Line 7 is more than the 5 lines/);
  expect(await refusal('txn\n1\n"2\n3')).toMatch(/^Line \d cannot be read/);
  expect(await refusal(Buffer.from([0x74, 0x0a, 0x31, 0x0a, 0xff, 0xfd, 0x00]))).toMatch(/^Line 3 is not text/);
  expect(await refusal('txn\n1\n\u00002')).toMatch(/^Line 3 is not text/);
  expect(await refusal(Buffer.from('PK\u0003\u0004 and rubbish'))).toMatch(/cannot be read/);
  expect(await refusal(zip({ 'hello.txt': Buffer.from('hello') }))).toMatch(/cannot be read/);
  expect(await refusal(Buffer.alloc(20_000_001, 65))).toMatch(/at most 20 MB/);
  expect(await refusal(Array.from({ length: 201 }, () => 'a').join(','))).toMatch(/Line 1 has more than 200 columns/);
});

test('a zip bomb is refused by the size that it tells, and ends there where it tells less', async () => {
  const sheet = 'xl/worksheets/sheet2.xml';
  const row = '<row><c><v>1</v></c></row>';
  const bomb = { ...book, [sheet]: Buffer.from(`<worksheet><sheetData>${row.repeat(50_000)}</sheetData></worksheet>`) };
  expect(await refusal(zip(bomb, { [sheet]: 160_000_001 }))).toMatch(/^Unpacked, this file is larger than any/);
  // yauzl counts while it inflates
  expect(await refusal(zip(bomb, { [sheet]: 1_000 }))).toMatch(/^This file cannot be read/);
  expect(await refusal(zip(bomb))).toMatch(/^Line 7 is more than/);
});

test('a document that declares entities is refused', async () => {
  const bytes = zip({
    ...book,
    'xl/worksheets/sheet2.xml': Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>'),
  });
  expect(await refusal(bytes)).toMatch(/cannot be read/);
});
