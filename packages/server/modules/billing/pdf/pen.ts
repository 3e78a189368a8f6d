// Writes text on a page, in whichever scripts it has: runs beside each other on one baseline, wrapped at blanks.
import PDFDocument from 'pdfkit';
import { fontName, readFonts, runsOf, type Weight } from './fonts.ts';
import type { Sheet } from './sheet.ts';

export interface Style {
  size: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
}

export const INK = '#1b1f24';
export const FAINT = '#5b6470';
export const RULE = '#d5dae0';
export const MARGIN = 48;
export const PAGE = { width: 595.28, height: 841.89 };
export const INNER = PAGE.width - 2 * MARGIN;
export const LEADING = 1.38;

export class Pen {
  readonly doc: PDFKit.PDFDocument;
  private readonly done: Promise<Buffer>;

  constructor({ language, number, brand, issuedOn }: Sheet, title: string) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/A-2b',
      lang: language,
      displayTitle: true,
      // the same document is the same bytes, whenever it is drawn
      info: {
        Title: number ? `${title} ${number}` : title,
        Author: brand.name,
        Producer: brand.name,
        Creator: brand.name,
        CreationDate: new Date(`${issuedOn}T00:00:00Z`),
        ModDate: new Date(`${issuedOn}T00:00:00Z`),
      },
    });
    const chunks: Buffer[] = [];
    this.done = new Promise((resolve, reject) => {
      this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.doc.on('end', () => resolve(Buffer.concat(chunks)));
      this.doc.on('error', reject);
    });
    for (const [name, bytes] of readFonts()) this.doc.registerFont(name, bytes);
  }

  end(): Promise<Buffer> {
    this.doc.end();
    return this.done;
  }

  private measure(text: string, { size, weight = 400 }: Style): number {
    return runsOf(text).reduce(
      (sum, run) => sum + this.doc.font(fontName(run.piece, weight)).fontSize(size).widthOfString(run.text),
      0,
    );
  }

  /** one line; y is its baseline */
  line(text: string, x: number, y: number, width: number, style: Style): void {
    const { size, weight = 400, color = INK, align = 'left' } = style;
    let at = align === 'right' ? x + width - this.measure(text, style) : x;
    for (const run of runsOf(text)) {
      this.doc.font(fontName(run.piece, weight)).fontSize(size).fillColor(color);
      this.doc.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic' });
      at += this.doc.widthOfString(run.text);
    }
  }

  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).flatMap((long) => this.pieces(long, width, style))) {
      const longer = line ? `${line} ${word}` : word;
      if (line && this.measure(longer, style) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return line ? [...lines, line] : lines;
  }

  /** a word that is wider than its column is cut */
  private pieces(word: string, width: number, style: Style): string[] {
    if (this.measure(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const letter of graphemes(word)) {
      if (part && this.measure(part + letter, style) > width) {
        parts.push(part);
        part = letter;
      } else part += letter;
    }
    return [...parts, part];
  }

  /** wrapped; answers with the baseline below its last line */
  block(text: string, x: number, y: number, width: number, style: Style): number {
    let at = y;
    for (const line of this.wrap(text, width, style)) {
      this.line(line, x, at, width, style);
      at += style.size * LEADING;
    }
    return at;
  }

  rule(y: number, color = RULE, width = 0.75): void {
    this.doc
      .moveTo(MARGIN, y)
      .lineTo(PAGE.width - MARGIN, y)
      .lineWidth(width)
      .strokeColor(color)
      .stroke();
  }
}

const segments = new Intl.Segmenter('und', { granularity: 'grapheme' });
const graphemes = (text: string): string[] => [...segments.segment(text)].map(({ segment }) => segment);
