// What somebody pasted: an id, a transaction, an address that a visitor or an advertiser called. Says what was looked for in it,
// also where nothing was found.

import type { ReplyOf } from '@tributary/contract/route';
import { CLICK_ID_LENGTH } from '@tributary/contract/tracker/click-id';
import type { explainRoutes, Found } from '@tributary/contract/trust/explain';
import { DAY_MS, MINUTE_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isId } from '../../../platform/ids.ts';
import { conversionDetails, type LoggedReceipt, receiptsThatName, toReceiptDetails } from '../../conversions/index.ts';
import { events, type ScannedEvent } from '../../events/index.ts';
import { conversionIdsWith, offerNumbered, personNumbered } from './named.repo.ts';
import { genuine, type Reader, subjectOf, type ThreadDeps } from './thread.ts';

type Answer = ReplyOf<typeof explainRoutes.searchExplain>;
type Looked = Answer['looked'][number];

const MOST = 20;
const LONGEST_TXN = 255;
/** the newest are found first: in the last minute, hour, day, and then as far back as raw rows are asked for elsewhere */
const SPANS_MS = [MINUTE_MS, 60 * MINUTE_MS, DAY_MS, 31 * DAY_MS];
/** how a transaction is called in the addresses of advertisers */
const TXN_NAMES = ['txn_id', 'transaction_id', 'order_id'];

interface Wanted {
  clickIds: string[];
  recordIds: string[];
  txnIds: string[];
  tracking: { offer: number; publisher: number; p1: string } | null;
  link: string | null;
}

/** null where it is no address */
function addressIn(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) && !/^\/?(click|imp|c\/|postback|pixel)/.test(text)) return null;
  try {
    return new URL(text, 'http://address.invalid/');
  } catch {
    return null;
  }
}

const isClickId = (text: string): boolean => text.length === CLICK_ID_LENGTH && /^[\w-]+$/.test(text);

export function wantedIn(text: string): Wanted {
  const address = addressIn(text);
  if (!address) {
    return {
      clickIds: isClickId(text) ? [text] : [],
      recordIds: isId(text.toLowerCase()) ? [text.toLowerCase()] : [],
      txnIds: text.length <= LONGEST_TXN && !isClickId(text) && !isId(text.toLowerCase()) ? [text] : [],
      tracking: null,
      link: null,
    };
  }
  const { searchParams: query, pathname } = address;
  const values = [...query.values(), ...pathname.split('/')].map((value) => value.trim());
  const [offer, publisher] = [Number(query.get('camp_id')), Number(query.get('publisher_id'))];
  const isTracking = /^\/(click|imp)\b/.test(pathname) && offer > 0 && publisher > 0;
  return {
    clickIds: [...new Set(values.filter(isClickId))],
    recordIds: [...new Set(values.map((value) => value.toLowerCase()).filter(isId))],
    txnIds: TXN_NAMES.flatMap((name) => query.getAll(name)).filter((one) => one !== '' && one.length <= LONGEST_TXN),
    tracking: isTracking ? { offer, publisher, p1: query.get('p1') ?? '' } : null,
    link: /^\/c\/([\w-]{1,64})$/.exec(pathname)?.[1] ?? null,
  };
}

async function foundEvent(tx: Tx, event: ScannedEvent): Promise<Found> {
  return {
    kind: event.kind === 'impression' ? 'impression' : 'click',
    id: event.event_id,
    at: unixSeconds(event.at),
    offer: await offerNumbered(tx, event.offer),
    publisher: await personNumbered(tx, 'publisher', event.publisher),
    result: event.verdict,
  };
}

function foundReceipt(row: LoggedReceipt): Found {
  const { id, at, offer, publisher, outcome } = toReceiptDetails(row);
  return { kind: 'receipt', id, at, offer, publisher, result: outcome };
}

async function foundConversion(tx: Tx, id: string): Promise<Found> {
  const { at, offer, publisher, status } = await conversionDetails(tx, id);
  return { kind: 'conversion', id, at, offer, publisher, result: status };
}

async function thatName(tx: Tx, what: { clickId: string } | { txnId: string }, { opens }: Reader): Promise<Found[]> {
  const found: Found[] = [];
  if (opens('conversions')) {
    for (const id of await conversionIdsWith(tx, what, MOST)) found.push(await foundConversion(tx, id));
  }
  return [...found, ...(await receiptsThatName(tx, what, MOST)).map(foundReceipt)];
}

async function latest(
  tx: Tx,
  tenantId: string,
  now: Date,
  filter: { offer?: number; publisher?: number },
  fits: (event: ScannedEvent) => boolean,
): Promise<ScannedEvent[]> {
  const end = new Date(now.getTime() + MINUTE_MS);
  for (const span of SPANS_MS) {
    const { rows } = await events().scan(tx, tenantId, { start: new Date(now.getTime() - span), end }, filter, null);
    const fitting = rows.filter(fits);
    if (fitting.length > 0) return fitting.slice(-MOST).reverse();
  }
  return [];
}

export async function search(tx: Tx, deps: ThreadDeps, reader: Reader, text: string, now: Date): Promise<Answer> {
  const { tenantId } = reader;
  const wanted = wantedIn(text);
  const looked: Looked[] = [];
  const found = new Map<string, Found>();
  const note = (what: Looked['what'], value: string, rows: readonly Found[], more: Partial<Looked> = {}): void => {
    for (const row of rows) found.set(row.id, row);
    looked.push({ what, value, genuine: null, day: null, found: rows.length > 0, ...more });
  };
  for (const id of wanted.clickIds) {
    const fields = await genuine(tx, deps, tenantId, id);
    const at = fields && new Date(fields.timeMs);
    const event = at && (await events().eventById(tx, tenantId, id, at));
    const rows = event ? [await foundEvent(tx, event)] : await thatName(tx, { clickId: id }, reader);
    note('click_id', id, rows, { genuine: fields !== null, day: at?.toISOString().slice(0, 10) ?? null });
  }
  for (const id of wanted.recordIds) {
    const subject = await subjectOf(tx, deps, reader, id);
    const isClosed = subject?.kind === 'conversion' && !reader.opens('conversions');
    const row =
      !subject || isClosed
        ? null
        : subject.kind === 'receipt' && subject.receipt
          ? foundReceipt(subject.receipt)
          : await foundConversion(tx, subject.id);
    note('record_id', id, row ? [row] : []);
  }
  for (const id of wanted.txnIds) note('txn_id', id, await thatName(tx, { txnId: id }, reader));
  if (wanted.tracking) {
    const { offer, publisher, p1 } = wanted.tracking;
    const rows = await latest(tx, tenantId, now, { offer, publisher }, ({ params }) => p1 === '' || params.p1 === p1);
    note('tracking_address', text, await Promise.all(rows.map((row) => foundEvent(tx, row))));
  }
  if (wanted.link !== null) {
    const rows = await latest(tx, tenantId, now, {}, ({ link_code: code }) => code === wanted.link);
    note('short_link', wanted.link, await Promise.all(rows.map((row) => foundEvent(tx, row))));
  }
  if (looked.length === 0) note('text', text.slice(0, LONGEST_TXN), []);
  return { looked, found: [...found.values()].slice(0, MOST) };
}
