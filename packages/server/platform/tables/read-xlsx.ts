// The first sheet of an XLSX, cell by cell as it is inflated. No part is held whole but the texts that cells share. What a part says
// of its size counts before it is opened, and one that turns out larger than it said is refused by yauzl: that is the end of bombs.
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { Fault } from '../fault.ts';
import { type TableCell, type TableLine, wrongTable } from './table-file.ts';

/** 200,000 lines of ten columns are some 100 MB */
const MAX_INFLATED = 160_000_000;
const MAX_ENTRIES = 1_000;
const MAX_PLACE = 16_384;

const notXlsx = () =>
  wrongTable('This file cannot be read. Please save it as XLSX or as CSV (UTF-8) and send it again.');

type Attributes = Record<string, string>;
interface Seen {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** the archive's parts by name, and how much of them is inflated so far */
class Archive {
  private inflated = 0;
  private readonly zip: ZipFile;
  private readonly entries: ReadonlyMap<string, Entry>;
  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.zip = zip;
    this.entries = entries;
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** reads a part to its end; after each piece that was inflated, others have their turn */
  async *pieces(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (!entry) throw notXlsx();
    this.inflated += entry.uncompressedSize;
    if (this.inflated > MAX_INFLATED) {
      throw wrongTable('Unpacked, this file is larger than any that can be read. Please send it in parts.');
    }
    const stream = await new Promise<Readable>((resolve, reject) =>
      this.zip.openReadStream(entry, (error, opened) => (error || !opened ? reject(error) : resolve(opened))),
    );
    const decoder = new StringDecoder('utf8');
    try {
      for await (const piece of stream) yield decoder.write(piece as Buffer);
    } finally {
      stream.destroy();
    }
  }

  async read(name: string, seen: Seen): Promise<void> {
    const parser = parserOf(seen);
    for await (const piece of this.pieces(name)) parser.write(piece);
    parser.close();
  }
}

function parserOf({ open, text, close }: Seen): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), plainAttributes(attributes)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  return parser;
}
const plainAttributes = (attributes: Record<string, string | SaxesAttributePlain>): Attributes =>
  attributes as Attributes;

async function openArchive(bytes: Buffer): Promise<Archive> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES) return reject(notXlsx());
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', reject);
    zip.readEntry();
  });
  return new Archive(zip, entries);
}

async function firstSheet(archive: Archive): Promise<string> {
  let wanted: string | null = null;
  await archive.read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'sheet') wanted ??= attributes['r:id'] ?? attributes.id ?? null;
    },
  });
  let target: string | null = null;
  await archive.read('xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === wanted && Target) target = Target;
    },
  });
  if (target === null) throw notXlsx();
  const path: string = target;
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`;
}

async function sharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has('xl/sharedStrings.xml')) return texts;
  let now = '';
  let isText = false;
  await archive.read('xl/sharedStrings.xml', {
    open: (name) => {
      if (name === 'si') now = '';
      isText = name === 't';
    },
    text: (piece) => {
      if (isText) now += piece;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'si') texts.push(now);
    },
  });
  return texts;
}

/** `BC12` stands in the 55th column */
function columnOf(place: string): number {
  let column = 0;
  for (const sign of place) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** the cells of a sheet, row by row, as its parser comes by them */
function sheetOf(texts: readonly string[]) {
  const done: TableLine[] = [];
  let cells: TableCell[] = [];
  let line = 0;
  let column = -1;
  let kind = '';
  let value = '';
  let isValue = false;
  const put = (): void => {
    if (column < 0 || column >= MAX_PLACE) return;
    while (cells.length < column) cells.push('');
    cells[column] = cellOf(kind, value, texts);
  };
  const seen: Seen = {
    open: (name, { r, t }) => {
      if (name === 'row') {
        line = r ? Number(r) : line + 1;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = r ? columnOf(r) : column + 1;
        kind = t ?? 'n';
        value = '';
      } else {
        isValue = name === 'v' || name === 't';
      }
    },
    text: (piece) => {
      if (isValue) value += piece;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') put();
      if (name === 'row') done.push({ line, cells });
    },
  };
  return { seen, taken: () => done.splice(0) };
}

function cellOf(kind: string, value: string, texts: readonly string[]): TableCell {
  if (kind === 's') return (texts[Number(value)] ?? '').trim();
  if (kind !== 'n') return value.trim();
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : value.trim();
}

export async function* readXlsx(bytes: Buffer): AsyncGenerator<TableLine> {
  try {
    const archive = await openArchive(bytes);
    const name = await firstSheet(archive);
    const sheet = sheetOf(await sharedTexts(archive));
    const parser = parserOf(sheet.seen);
    for await (const piece of archive.pieces(name)) {
      parser.write(piece);
      yield* sheet.taken();
    }
    parser.close();
    yield* sheet.taken();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw notXlsx();
  }
}
