// The sheet of an issued document: what was frozen at issue, in the owner's language, under the workspace's brand.
import type { Side } from '@tributary/contract/billing/money';
import { countryName } from '@tributary/contract/countries';
import { z } from 'zod';
import type { Tx } from '../../../platform/db/database.ts';
import { inWords, type Language, type SentenceKey, sentence, type Values } from '../../../words/sentences.ts';
import { findPartner } from '../../accounts/index.ts';
import { brandPicture } from '../../brand/index.ts';
import { withKnownNames } from '../../conversions/index.ts';
import { convert, rateText } from '../../rates/index.ts';
import { bookedDayAt, lookOf, tenantById, termsOfTenant } from '../../tenancy/index.ts';
import { dayIn } from './figures.ts';
import { type DrawnLine, documentToDraw, linesToDraw, sumsToDraw } from './pdf.repo.ts';
import type { Party, Sheet, SheetKind, SheetLine } from './sheet.ts';

/** beyond so many it is no paper that anybody reads: the file of the lines has them all */
const MOST_LINES = 2_000;

const Kept = z.object({
  treatment: z.enum(['domestic', 'reverse', 'outside']).nullable().catch(null),
  texts: z.array(z.string()).catch([]),
  workspace: z.unknown(),
  owner: z.unknown(),
});
const KeptParty = z.object({
  name: z.string(),
  country: z.string(),
  vat_id: z.string().nullable(),
  tax_id: z.string().nullable().default(null),
  street: z.string(),
  house_number: z.string(),
  postcode: z.string(),
  town: z.string(),
});

function partyOf(kept: unknown, name: string, language: Language): Party {
  const read = KeptParty.safeParse(kept);
  if (!read.success) return { name, address: [], vatId: null, taxId: null };
  const { street, house_number, postcode, town, country, vat_id, tax_id } = read.data;
  const address = [
    // a company's address is one text of several lines
    ...`${street} ${house_number}`.split('\n'),
    `${postcode} ${town}`,
    country && countryName(country, language),
  ];
  return {
    name: read.data.name || name,
    address: address.map((line) => line.trim()).filter(Boolean),
    vatId: vat_id,
    taxId: tax_id,
  };
}

const minorDigitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

const kinds: Record<string, SheetKind> = { 'credit-note': 'credit_note', invoice: 'invoice' };
const wordFor: Record<string, SentenceKey> = { referral: 'pdf.referral', hidden: 'pdf.hidden' };
const isPrinted = ({ kind }: DrawnLine): boolean => !['vat', 'withholding', 'rounding'].includes(kind);

/** null where there is nothing to draw: it is no document of ours, or was drawn */
export async function sheetOf(tx: Tx, tenantId: string, id: string): Promise<{ sheet: Sheet; ownerId: string } | null> {
  const row = await documentToDraw(tx, id);
  if (!row?.issued_at || row.file_id !== null || row.kind === 'own-invoice') return null;
  const side = row.side as Side;
  const owner = await findPartner(tx, side, { id: row.owner_id }, { deletedToo: true });
  const language = owner?.language ?? 'en';
  const say = (key: SentenceKey, values: Values = {}) => inWords(language, sentence(key, values));
  const { zones } = await termsOfTenant(tx, tenantId);
  const { displayName } = await tenantById(tx, tenantId);
  const { color, logoPath } = await lookOf(tx, tenantId);
  const logo = logoPath && (await brandPicture(tx, logoPath.split('/').at(-1) ?? ''));
  const kept = Kept.parse(row.tax);
  const parties = {
    ours: partyOf(kept.workspace, displayName, language),
    theirs: partyOf(kept.owner, owner?.name ?? '', language),
  };
  const lines = await (row.line_count > MOST_LINES ? sumsToDraw(tx, id) : linesToDraw(tx, id, side));
  // as it was when it was issued
  const drawn = await withKnownNames(tx, { tenantId, role: side, userId: row.owner_id }, lines, row.issued_at);
  const rateOf = (kind: string): number => (drawn.find((line) => line.kind === kind)?.rate_ppm ?? 0) / 100;
  const textOf = (line: DrawnLine): string =>
    line.lines > 1
      ? say('pdf.grouped', { count: line.lines })
      : line.offer_title
        ? [line.offer_title, line.goal_name].filter(Boolean).join(' · ')
        : line.text || say(wordFor[line.kind] ?? 'pdf.adjustment');
  const [net, vat, withheld] = [row.net_micros, row.vat_micros, row.withheld_micros].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const exchanged = row.home_currency !== null && row.home_currency !== row.currency && row.rate_e12 !== null;
  const issuedOn = bookedDayAt(zones, row.issued_at).day;
  const number = row.number_text ?? '';
  const dueOn = row.kind === 'credit-note' ? null : row.due_on;
  const sheet: Sheet = {
    language,
    kind: kinds[row.kind] ?? 'self_bill',
    number,
    corrects:
      row.credits_number && row.credits_issued_at
        ? { number: row.credits_number, issuedOn: bookedDayAt(zones, row.credits_issued_at).day }
        : null,
    issuedOn,
    from: row.period_from,
    to: row.period_last,
    dueOn,
    order: row.po_number,
    brand: { name: displayName, color, logo: logo || null },
    supplier: side === 'publisher' ? parties.theirs : parties.ours,
    customer: side === 'publisher' ? parties.ours : parties.theirs,
    isSelfBilled: kept.texts.includes('self-billing'),
    currency: row.currency,
    minorDigits: minorDigitsOf(row.currency),
    lines: drawn.filter(isPrinted).map(
      (line): SheetLine => ({
        text: textOf(line),
        month: line.month,
        quantity: line.quantity === '0' ? null : Number(line.quantity),
        amount: BigInt(line.amount_micros),
      }),
    ),
    net,
    vat: { treatment: kept.treatment ?? 'domestic', rate: rateOf('vat'), amount: vat },
    withholding: withheld === 0n ? null : { rate: rateOf('withholding'), amount: withheld },
    carried: -BigInt(row.rounding_micros),
    total: net + vat - withheld,
    exchange: exchanged
      ? {
          currency: row.home_currency ?? '',
          rate: rateText(BigInt(row.rate_e12 ?? 0)),
          day: row.rate_day ?? issuedOn,
          source: say('pdf.source'),
          total: turned(net + vat - withheld, BigInt(row.rate_e12 ?? 0)),
          minorDigits: minorDigitsOf(row.home_currency ?? ''),
        }
      : null,
    payment: dueOn
      ? [say(side === 'publisher' ? 'pdf.paid-by' : 'pdf.pay-by', { day: dayIn(language, dueOn), number })]
      : [],
  };
  return { sheet, ownerId: row.owner_id };
}

const turned = (amount: bigint, rate: bigint): bigint =>
  amount < 0n ? -convert(-amount, rate) : convert(amount, rate);
