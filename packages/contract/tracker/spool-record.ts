// The spool record: what a tracker writes to its disk before it answers, and ships to the server as it stands. Rows are
// PostgreSQL COPY text already, so that the server streams a frame's payload into a staging table without reading it.
//
// A segment file is a run of frames; each commit writes one frame per kind of row that gathered:
//   0  u32  magic "TRB1"
//   4  u8   kind (frameKinds)
//   5  u8   format of the rows (ROW_FORMAT)
//   6  u16  zero
//   8  u32  rows in the payload
//   12 u32  bytes in the payload
//   16 u64  commit time, unix milliseconds
//   24 u32  CRC-32 of bytes 0–23 and the payload
//   28      payload: rows, each ended by a line feed, fields separated by tabs
// All numbers are big-endian. Empty is \N. Every row begins with its tenant's uuid, so that the server can
// INSERT … SELECT per tenant under that tenant's row-level security.

export const FRAME_MAGIC = 0x54524231;
export const FRAME_HEAD_BYTES = 28;
/** the format that is written; what older ones had is read by `frameColumns` */
export const ROW_FORMAT = 2;
/** a length beyond this is damage, not data */
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

export const frameKinds = { click: 1, impression: 2, postback: 3, pixel: 4, hook: 5, test: 6 } as const;
export type FrameKind = keyof typeof frameKinds;

/** clicks and impressions share their columns; `event_id` is the click or impression id */
export const eventColumns = [
  'tenant_id', // uuid
  'event_id', // text, 40 characters
  'at', // timestamptz
  'offer', // int; null where the request named none that exists
  'publisher', // int; likewise
  'advertiser', // int
  'landing', // int; null for the default page
  'link_code', // text; the short link used
  'verdict', // a name of verdicts.ts
  'sent_to', // destination | offer_fallback | tenant_fallback | page
  'is_unique', // boolean; null where uniqueness was not decided (refused earlier, or not billed)
  'cap_lots', // text; comma-separated ids of the lease lots this click was spent from; of one that a cap refused, the cap
  'snapshot_version', // bigint
  'tracking_host', // text
  'ip', // inet
  'country', // ISO code in upper case
  'region',
  'city',
  'zip',
  'isp',
  'asn', // bigint
  'is_hosting', // boolean
  'device_type',
  'device_brand',
  'device_model',
  'os',
  'os_version',
  'browser',
  'browser_version',
  'user_agent',
  'language',
  'referer', // host and path, without query
  'source',
  'sub_source',
  'params', // jsonb object of every other catalogue parameter on the request, p1 first
  // since format 2
  'terms_version', // int; of the offer's terms, as the tracker knew them
  'signals', // int, 16 bits; null where nobody looked for any
  'smart_link', // text; the code of the smart link that chose the offer
] as const;
const EVENT_COLUMNS_OF_FORMAT_1 = eventColumns.indexOf('terms_version');

/** postbacks and pixels share theirs; refused ones are kept too, with the outcome that says why */
export const receiptColumns = [
  'tenant_id', // uuid
  'receipt_id', // uuid, version 7
  'at', // timestamptz
  'outcome', // a name of postbackOutcomes; only "recorded" may become a conversion
  'click_id', // text as received
  'click_at', // timestamptz, from the click id; null where it is not genuine
  'offer', // int, from the click id
  'publisher', // int, from the click id
  'advertiser', // int, the offer's
  'txn_id',
  'goal',
  'status',
  'sale_amount', // text, a decimal
  'currency',
  'ip', // inet
  'country',
  'user_agent',
  'referer',
  'method', // GET or POST
  'query', // text, at most 4 KB, the token taken out
  'params', // jsonb object: sub1–sub15, camp_id, coupon, order_id, product_sku, …
  // since format 2
  'token_digest', // text, 32 hexadecimal digits: the first half of the SHA-256 of the token that was sent; null where none was
] as const;
const RECEIPT_COLUMNS_OF_FORMAT_1 = receiptColumns.indexOf('token_digest');

/** in hexadecimal digits: 128 bits */
export const TOKEN_DIGEST_LENGTH = 32;

/** since format 2: a call of a shop or another system, as it came; who sent it is proved where the secrets are */
export const hookColumns = [
  'tenant_id', // uuid
  'hook_id', // uuid, version 7
  'at', // timestamptz
  'code', // text; of the connection it is for
  'ip', // inet
  'headers', // jsonb object
  'body', // text, base64, of at most 256 KB
] as const;

/** since format 2: what a tester did; it touches no figure, cap, rollup or ledger */
export const testColumns = [
  'tenant_id', // uuid
  'row_id', // uuid, version 7
  'test_id', // uuid, of the run
  'at', // timestamptz
  'kind', // text: what it would have been in earnest
  'row', // jsonb object: its columns
] as const;

const columnsNow: Record<FrameKind, readonly string[]> = {
  click: eventColumns,
  impression: eventColumns,
  postback: receiptColumns,
  pixel: receiptColumns,
  hook: hookColumns,
  test: testColumns,
};
const columnsOfFormat1: Partial<Record<FrameKind, readonly string[]>> = {
  click: eventColumns.slice(0, EVENT_COLUMNS_OF_FORMAT_1),
  impression: eventColumns.slice(0, EVENT_COLUMNS_OF_FORMAT_1),
  postback: receiptColumns.slice(0, RECEIPT_COLUMNS_OF_FORMAT_1),
  pixel: receiptColumns.slice(0, RECEIPT_COLUMNS_OF_FORMAT_1),
};

/** of the rows in a frame; null where nobody here knows them: such a frame is kept as it came, never guessed at */
export function frameColumns({ kind, format }: Pick<FrameHead, 'kind' | 'format'>): readonly string[] | null {
  if (kind === 'unknown') return null;
  if (format === ROW_FORMAT) return columnsNow[kind];
  return (format === 1 && columnsOfFormat1[kind]) || null;
}

export interface FrameHead {
  /** unknown: of a release that has more of them */
  kind: FrameKind | 'unknown';
  format: number;
  rows: number;
  payloadBytes: number;
  committedAt: number;
  crc: number;
}

/** CRC-32 as zlib has it, continuing from an earlier value */
export type Crc32 = (data: Uint8Array, previous?: number) => number;

const kindByCode = new Map<number, FrameKind>(
  (Object.keys(frameKinds) as FrameKind[]).map((kind) => [frameKinds[kind], kind]),
);

/** the payload must already stand at `at + FRAME_HEAD_BYTES` of the buffer */
export function writeFrameHead(
  buffer: Uint8Array,
  at: number,
  head: Omit<FrameHead, 'crc' | 'format' | 'kind'> & { kind: FrameKind },
  crc32: Crc32,
): void {
  const view = new DataView(buffer.buffer, buffer.byteOffset + at, FRAME_HEAD_BYTES);
  view.setUint32(0, FRAME_MAGIC);
  view.setUint8(4, frameKinds[head.kind]);
  view.setUint8(5, ROW_FORMAT);
  view.setUint16(6, 0);
  view.setUint32(8, head.rows);
  view.setUint32(12, head.payloadBytes);
  view.setUint32(16, Math.floor(head.committedAt / 0x1_0000_0000));
  view.setUint32(20, head.committedAt % 0x1_0000_0000);
  const payload = at + FRAME_HEAD_BYTES;
  const crc = crc32(buffer.subarray(payload, payload + head.payloadBytes), crc32(buffer.subarray(at, at + 24)));
  view.setUint32(24, crc);
}

/** null where no frame head can stand at `at`; says nothing yet about the payload */
export function readFrameHead(buffer: Uint8Array, at: number): FrameHead | null {
  if (at + FRAME_HEAD_BYTES > buffer.length) return null;
  const view = new DataView(buffer.buffer, buffer.byteOffset + at, FRAME_HEAD_BYTES);
  const payloadBytes = view.getUint32(12);
  if (view.getUint32(0) !== FRAME_MAGIC || payloadBytes > MAX_PAYLOAD_BYTES) return null;
  return {
    kind: kindByCode.get(view.getUint8(4)) ?? 'unknown',
    format: view.getUint8(5),
    rows: view.getUint32(8),
    payloadBytes,
    committedAt: view.getUint32(16) * 0x1_0000_0000 + view.getUint32(20),
    crc: view.getUint32(24),
  };
}

export interface Frame extends FrameHead {
  at: number;
  /** where the next frame begins */
  end: number;
  payload: Uint8Array;
  /** head and payload */
  bytes: Uint8Array;
}

/** the whole, undamaged frame at `at`, or null */
export function readFrame(buffer: Uint8Array, at: number, crc32: Crc32): Frame | null {
  const head = readFrameHead(buffer, at);
  if (!head) return null;
  const start = at + FRAME_HEAD_BYTES;
  const end = start + head.payloadBytes;
  if (end > buffer.length) return null;
  const payload = buffer.subarray(start, end);
  if (crc32(payload, crc32(buffer.subarray(at, at + 24))) !== head.crc) return null;
  return { ...head, at, end, payload, bytes: buffer.subarray(at, end) };
}

/** a field of COPY text: backslash and the separators escaped, empty as \N */
export function copyField(value: string): string {
  if (value === '') return '\\N';
  if (!/[\\\t\n\r]/.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** the way back, for tests and tools; null for \N */
export function readCopyField(field: string): string | null {
  if (field === '\\N') return null;
  const plain: Record<string, string> = { t: '\t', n: '\n', r: '\r', '\\': '\\' };
  return field.replaceAll(/\\(.)/g, (_whole, character: string) => plain[character] ?? character);
}
