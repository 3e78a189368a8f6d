// A spreadsheet of one sheet, written as a stream: a zip of five small parts and the rows, which are deflated as they
// come. Sizes and checksum stand behind the data (bit 3 of the flags), so nothing has to be held or written twice.
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Cell } from '@tributary/contract/lists';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const fixed: [name: string, text: string][] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** what XML cannot hold at all is left out */
const xmlText = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '').replaceAll(/[&<>]/g, (sign) => escaped[sign] ?? '');

/** a number is a number to the spreadsheet; a text is never a formula, whatever it begins with */
const cellXml = (cell: Cell): string => {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c><v>${xmlText(cell.decimal)}</v></c>`;
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
};

async function* sheet(rows: AsyncIterable<readonly Cell[][]>): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`;
  for await (const batch of rows) yield batch.map((row) => `<row>${row.map(cellXml).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const head = (signature: number, rest: [size: 2 | 4, value: number][]): Buffer => {
  const buffer = Buffer.alloc(4 + rest.reduce((sum, [size]) => sum + size, 0));
  buffer.writeUInt32LE(signature, 0);
  let at = 4;
  for (const [size, value] of rest)
    at = size === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at);
  return buffer;
};
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: a file is the same whenever it was made */
const DATE = 0x21;

export async function* xlsxBytes(rows: AsyncIterable<readonly Cell[][]>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let offset = 0;
  const parts: [string, AsyncIterable<string> | Iterable<string>][] = [
    ...fixed.map(([name, text]): [string, string[]] => [name, [text]]),
    ['xl/worksheets/sheet1.xml', sheet(rows)],
  ];
  for (const [path, content] of parts) {
    const entry: Entry = { name: Buffer.from(path), crc: 0, packed: 0, size: 0, offset };
    const local = Buffer.concat([
      head(0x04034b50, [
        [2, 20],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DATE],
        [4, 0],
        [4, 0],
        [4, 0],
        [2, entry.name.length],
        [2, 0],
      ]),
      entry.name,
    ]);
    yield local;
    for await (const chunk of deflated(content, entry)) {
      entry.packed += chunk.length;
      yield chunk;
    }
    const behind = head(0x08074b50, [
      [4, entry.crc],
      [4, entry.packed],
      [4, entry.size],
    ]);
    yield behind;
    offset += local.length + entry.packed + behind.length;
    entries.push(entry);
  }
  yield directory(entries, offset);
}

function deflated(content: AsyncIterable<string> | Iterable<string>, entry: Entry): AsyncIterable<Buffer> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted());
  const packed = createDeflateRaw();
  source.on('error', (error) => packed.destroy(error));
  // whoever leaves before the end has no more rows read for him
  packed.on('close', () => source.destroy());
  return source.pipe(packed);
}

function directory(entries: readonly Entry[], at: number): Buffer {
  const listed = entries.map((entry) =>
    Buffer.concat([
      head(0x02014b50, [
        [2, 20],
        [2, 20],
        [2, FLAGS],
        [2, DEFLATED],
        [2, 0],
        [2, DATE],
        [4, entry.crc],
        [4, entry.packed],
        [4, entry.size],
        [2, entry.name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, entry.offset],
      ]),
      entry.name,
    ]),
  );
  const bytes = listed.reduce((sum, part) => sum + part.length, 0);
  const end = head(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, bytes],
    [4, at],
    [2, 0],
  ]);
  return Buffer.concat([...listed, end]);
}
