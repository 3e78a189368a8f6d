// A document as a PDF: a pure function of its sheet. The fields are those of article 226 of the VAT Directive.
import { setImmediate } from 'node:timers/promises';
import { unitPrice } from '@tributary/contract/money';
import { inWords, type SentenceKey, sentence, type Values } from '../../../words/sentences.ts';
import { amountIn, countIn, dayIn, exchangeIn, monthIn, placesOf, rateIn } from './figures.ts';
import { FAINT, INK, INNER, LEADING, MARGIN, PAGE, Pen, RULE, type Style } from './pen.ts';
import type { Party, Sheet, SheetLine } from './sheet.ts';

const BOTTOM = PAGE.height - 84;
const SMALL: Style = { size: 8, color: FAINT };
const BODY: Style = { size: 9 };
const STRONG: Style = { size: 9, weight: 700 };
const ROW = 9 * LEADING;

/** from the right edge; the text takes what is left */
const columns = { amount: 92, price: 72, quantity: 66, month: 66 } as const;
const GAP = 10;

export async function drawDocument(sheet: Sheet): Promise<Buffer> {
  const say = (key: SentenceKey, values: Values = {}) => inWords(sheet.language, sentence(key, values));
  const title = say(sheet.number ? `pdf.title.${sheet.kind}` : 'pdf.title.draft');
  const pen = new Pen(sheet, title);
  const drawing = new Drawing(pen, sheet, say, title);
  drawing.head();
  await drawing.table();
  drawing.totals();
  drawing.feet();
  return pen.end();
}

type Say = (key: SentenceKey, values?: Values) => string;

class Drawing {
  private y = MARGIN;
  private readonly accent: string;
  private readonly pen: Pen;
  private readonly sheet: Sheet;
  private readonly say: Say;
  private readonly title: string;
  private readonly places: { amount: number; price: number };

  constructor(pen: Pen, sheet: Sheet, say: Say, title: string) {
    this.pen = pen;
    this.sheet = sheet;
    this.say = say;
    this.title = title;
    this.accent = darkEnough(sheet.brand.color);
    const { lines, minorDigits } = sheet;
    this.places = {
      amount: placesOf(
        lines.map(({ amount }) => amount),
        minorDigits,
      ),
      price: placesOf(
        lines.map(({ amount, quantity }) => (quantity ? unitPrice(amount, quantity) : 0n)),
        minorDigits,
      ),
    };
  }

  private inColumn(column: 'amount' | 'price', micros: bigint): string {
    return amountIn(this.sheet.language, micros, this.places[column]);
  }

  private money(micros: bigint): string {
    return amountIn(this.sheet.language, micros, this.sheet.minorDigits);
  }

  private day(day: string): string {
    return dayIn(this.sheet.language, day);
  }

  head(): void {
    const { pen, sheet, say } = this;
    const half = INNER / 2;
    this.brand(half - 24);
    const right = MARGIN + half;
    let y = pen.block(this.title, right, MARGIN + 18, half, {
      size: 19,
      weight: 700,
      align: 'right',
      color: this.accent,
    });
    if (sheet.number) {
      y = pen.block(sheet.number, right, y - 4, half, { size: 11, weight: 700, align: 'right' });
    }
    this.y = Math.max(y + 6, MARGIN + 62);
    pen.rule(this.y, this.accent, 1.5);
    this.y += 20;
    this.facts();
    this.parties();
    const notes = [
      sheet.isSelfBilled && say('pdf.self-billing'),
      sheet.vat.treatment === 'reverse' && say('pdf.reverse-charge'),
      sheet.vat.treatment === 'outside' && say('pdf.outside-scope'),
    ].filter((note) => note !== false);
    for (const note of notes) this.y = pen.block(note, MARGIN, this.y, INNER, STRONG);
    this.y += notes.length > 0 ? 6 : 0;
  }

  /** PDFs take PNG and JPEG; in place of any other picture stands the name */
  private brand(width: number): void {
    const { logo, name } = this.sheet.brand;
    if (logo && isDrawable(logo)) {
      this.pen.doc.image(logo, MARGIN, MARGIN, { fit: [Math.min(width, 170), 46] });
      return;
    }
    this.pen.block(name, MARGIN, MARGIN + 18, width, { size: 15, weight: 700 });
  }

  private facts(): void {
    const { sheet, say, pen } = this;
    const facts: [string, string][] = [
      [say('pdf.issued'), this.day(sheet.issuedOn)],
      [say('pdf.period'), `${this.day(sheet.from)} – ${this.day(sheet.to)}`],
    ];
    if (sheet.dueOn) facts.push([say('pdf.due'), this.day(sheet.dueOn)]);
    facts.push([say('pdf.currency'), sheet.currency]);
    if (sheet.order) facts.push([say('pdf.order'), sheet.order]);
    if (sheet.corrects) {
      const { number, issuedOn } = sheet.corrects;
      facts.push([say('pdf.corrects'), say('pdf.of', { number, day: this.day(issuedOn) })]);
    }
    const each = INNER / 3;
    for (let first = 0; first < facts.length; first += 3) {
      const ends = facts.slice(first, first + 3).map(([label, value], at) => {
        const x = MARGIN + at * each;
        return pen.block(value, x, pen.block(label, x, this.y, each - GAP, SMALL) + 1, each - GAP, STRONG);
      });
      this.y = Math.max(...ends) + 6;
    }
    this.y += 6;
  }

  private parties(): void {
    const half = INNER / 2;
    const ends = [
      this.party(this.say('pdf.supplier'), this.sheet.supplier, MARGIN, half - 24),
      this.party(this.say('pdf.customer'), this.sheet.customer, MARGIN + half, half),
    ];
    this.y = Math.max(...ends) + 10;
  }

  private party(label: string, { name, address, vatId, taxId }: Party, x: number, width: number): number {
    const { pen, say } = this;
    let y = pen.block(label, x, this.y, width, SMALL);
    y = pen.block(name, x, y + 2, width, { size: 10, weight: 700 });
    const lines = [
      ...address,
      ...(vatId ? [say('pdf.vat-id', { id: vatId })] : []),
      ...(taxId ? [say('pdf.tax-id', { id: taxId })] : []),
    ];
    for (const line of lines) y = pen.block(line, x, y, width, BODY);
    return y;
  }

  async table(): Promise<void> {
    this.heading();
    let sum = 0n;
    for (const line of this.sheet.lines) {
      const texts = this.pen.wrap(line.text, this.textWidth(), BODY).slice(0, 3);
      if (this.y + texts.length * ROW + ROW > BOTTOM) {
        this.turn(sum);
        // long documents are drawn where others are served: a turn for them after each page
        await setImmediate();
      }
      this.row(line, texts);
      sum += line.amount;
    }
    this.pen.rule(this.y - 6, INK, 0.75);
    this.y += 8;
  }

  private textWidth(): number {
    return INNER - Object.values(columns).reduce((sum, width) => sum + width, 0) - GAP;
  }

  private heading(): void {
    const { pen, say } = this;
    pen.doc.rect(MARGIN, this.y - 11, INNER, 18).fill('#eef1f4');
    this.cells(this.y, { size: 8, weight: 700, color: FAINT }, [
      say('pdf.column.text'),
      say('pdf.column.month'),
      say('pdf.column.quantity'),
      say('pdf.column.price'),
      say('pdf.column.amount', { currency: this.sheet.currency }),
    ]);
    this.y += 21;
  }

  private cells(y: number, style: Style, [text = '', ...others]: string[]): void {
    this.pen.line(text, MARGIN + 4, y, this.textWidth(), style);
    const widths = [columns.month, columns.quantity, columns.price, columns.amount];
    let x = PAGE.width - MARGIN - widths.reduce((sum, width) => sum + width, 0);
    for (const [at, width] of widths.entries()) {
      this.pen.line(others[at] ?? '', x, y, width - 4, { ...style, align: 'right' });
      x += width;
    }
  }

  private row(line: SheetLine, texts: string[]): void {
    const { language } = this.sheet;
    const { month, quantity, amount } = line;
    const [first = '', ...rest] = texts;
    this.cells(this.y, BODY, [
      first,
      month ? monthIn(language, month) : '',
      quantity === null ? '' : countIn(language, quantity),
      quantity ? this.inColumn('price', unitPrice(amount, quantity)) : '',
      this.inColumn('amount', amount),
    ]);
    for (const text of rest) {
      this.y += ROW;
      this.pen.line(text, MARGIN + 4, this.y, this.textWidth(), BODY);
    }
    this.pen.rule(this.y + 5, RULE, 0.4);
    this.y += ROW + 4;
  }

  /** the sum so far stands at the foot of a page and at the head of the next */
  private turn(sum: bigint): void {
    this.carry('pdf.carried-forward', sum);
    this.next();
    this.heading();
    this.carry('pdf.brought-forward', sum);
  }

  private carry(key: 'pdf.carried-forward' | 'pdf.brought-forward', sum: bigint): void {
    this.cells(this.y, STRONG, [this.say(key), '', '', '', this.inColumn('amount', sum)]);
    this.y += ROW + 4;
  }

  private next(): void {
    const { pen, sheet } = this;
    pen.doc.addPage();
    this.y = MARGIN + 8;
    const what = sheet.number ? `${this.title} ${sheet.number}` : this.title;
    pen.line(what, MARGIN, this.y, INNER, STRONG);
    pen.rule(this.y + 9, this.accent, 1);
    this.y += 32;
  }

  totals(): void {
    const { sheet, say } = this;
    const { vat, withholding, language } = sheet;
    const rows: [string, bigint][] = [];
    if (sheet.carried !== 0n) {
      rows.push([say('pdf.sum'), sheet.net + sheet.carried], [say('pdf.carried'), -sheet.carried]);
    }
    rows.push([say('pdf.net'), sheet.net]);
    const rate = rateIn(language, vat.rate);
    rows.push([say('pdf.vat', { rate, base: this.money(sheet.net) }), vat.amount]);
    if (vat.amount !== 0n) rows.push([say('pdf.gross'), sheet.net + vat.amount]);
    if (withholding && withholding.amount !== 0n) {
      rows.push([say('pdf.withholding', { rate: rateIn(language, withholding.rate) }), -withholding.amount]);
    }
    const below = this.below();
    if (this.y + (rows.length + 2) * 18 + below.length * ROW > BOTTOM) this.next();
    const width = 300;
    const x = PAGE.width - MARGIN - width;
    for (const [label, amount] of rows) {
      this.pen.line(label, x, this.y, width - 110, BODY);
      this.pen.line(this.money(amount), x, this.y, width - 4, { ...BODY, align: 'right' });
      this.y += 16;
    }
    const { doc } = this.pen;
    doc.rect(x - 8, this.y - 9, width + 8, 26).fill('#eef1f4');
    const total: Style = { size: 12, weight: 700 };
    this.pen.line(say(`pdf.total.${sheet.kind}`), x, this.y + 8, width - 130, total);
    const amount = amountIn(language, sheet.total, sheet.minorDigits);
    this.pen.line(`${sheet.currency} ${amount}`, x, this.y + 8, width - 4, { ...total, align: 'right' });
    this.y += 40;
    for (const [text, style] of below) {
      if (style === SMALL) this.y += 6;
      this.y = this.pen.block(text, MARGIN, this.y, INNER, style) + 1;
    }
  }

  private below(): [string, Style][] {
    const { sheet, say } = this;
    const lines: [string, Style][] = [];
    if (sheet.exchange) {
      const { currency, rate, day, source, total, minorDigits } = sheet.exchange;
      lines.push([
        say('pdf.rate', {
          from: sheet.currency,
          rate: exchangeIn(sheet.language, rate),
          to: currency,
          day: this.day(day),
          source,
          total: amountIn(sheet.language, total, minorDigits),
        }),
        BODY,
      ]);
    }
    if (sheet.payment.length > 0) {
      lines.push([say('pdf.payment'), SMALL], ...sheet.payment.map((line): [string, Style] => [line, BODY]));
    }
    return lines;
  }

  feet(): void {
    const { pen, sheet, say } = this;
    const { start, count } = pen.doc.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      pen.doc.switchToPage(start + page);
      const y = PAGE.height - 40;
      pen.rule(y - 14);
      const name = [sheet.brand.name, sheet.number].filter(Boolean).join(' · ');
      pen.line(name, MARGIN, y, INNER, SMALL);
      pen.line(say('pdf.page', { page: page + 1, pages: count }), MARGIN, y, INNER, { ...SMALL, align: 'right' });
    }
  }
}

const isDrawable = (bytes: Buffer): boolean =>
  bytes.toString('hex', 0, 4) === '89504e47' || bytes.readUInt16BE(0) === 0xffd8;

/** a brand's colour may be too light to be read on paper */
function darkEnough(color: string | null): string {
  const [red = 0, green = 0, blue = 0] = (color?.match(/[0-9a-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16));
  return color && 0.299 * red + 0.587 * green + 0.114 * blue < 150 ? color : INK;
}
