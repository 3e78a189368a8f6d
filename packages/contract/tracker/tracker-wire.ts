// The four calls a tracker makes to the server, under /internal on the panel's port. They are HTTP so that a tracker can
// stand on another machine; a proxy in front of the panel must not pass /internal on from the outside, and every call
// carries a token that only the installation's own processes can derive.
//
// The secret is 32 bytes in hex: TRIBUTARY_SECRET, else the file DATA_DIR/secret.key, which the server creates. Keys are
// derived from it and never stored:
//   HMAC-SHA256(secret, "internal-v1") in hex        → Authorization: Bearer …
//   HMAC-SHA256(secret, "click-id-v1"), 16 bytes     → the MAC key of click ids (macKey in siphash.ts)
//
// A tracker is one process with one spool. Its id is 16 hex digits, made when its spool directory is made, and stays
// with that directory. `boot` is new at each start.

export const SECRET_FILE = 'secret.key';
export const INTERNAL_KEY_LABEL = 'internal-v1';
export const CLICK_ID_KEY_LABEL = 'click-id-v1';
/** advertisers' signing keys are derived from this one by name (postback-signature.ts) */
export const POSTBACK_SIGNATURE_LABEL = 'postback-signature-v1';
/** tokens of tests (test-token.ts), and ids of their clicks, which are nobody's in earnest */
export const TEST_TOKEN_LABEL = 'test-token-v1';
export const TEST_CLICK_ID_LABEL = 'test-click-id-v1';

export const internalPaths = {
  /**
   * GET ?after=VERSION&tracker=ID. Answers at once where a newer version exists, else when one is made, else 204 after
   * SNAPSHOT_WAIT_MS. The body is a document as snapshot.ts describes it: a patch where the server still knows the
   * changes since VERSION, a full document otherwise: for VERSION 0, and for a VERSION the server has not reached (its
   * database was restored from a backup). Trackers take a full document as it is, whatever its version.
   */
  snapshot: '/internal/snapshot',
  /**
   * POST ?tracker=ID&segment=N&offset=BYTES, body: whole frames as they stand in the segment from that offset.
   * In one transaction the server locks the row (tracker, segment), and
   *   offset ≥ accepted: stores the rows, sets accepted = offset + body length, answers {accepted};
   *   offset < accepted: stores nothing and answers {accepted}: the tracker goes on from there.
   * So a repeated, lost or half-sent call never counts a row twice, and a gap (frames the tracker quarantined) is
   * simply passed over. A body with a damaged frame is 422 and stores nothing. 503 means try again later.
   */
  spool: '/internal/spool',
  /** POST LeaseRequest → LeaseReply */
  leases: '/internal/leases',
  /** POST TrackerReport → ReportReply: after every snapshot swap and every REPORT_EVERY_MS; feeds "live on 2 of 2" and the System screen */
  ack: '/internal/ack',
} as const;

export const SNAPSHOT_WAIT_MS = 25_000;
export const SHIP_EVERY_MS = 500;
export const MAX_SHIP_BYTES = 4 * 1024 * 1024;
export const REPORT_EVERY_MS = 5_000;

/** a tracker whose clock differs from the server's by more than this says so and goes by the server's */
export const CLOCK_TOLERANCE_MS = 2_000;

/** the server's clock, unix milliseconds */
export interface ReportReply {
  now: number;
}

export interface SpoolReply {
  accepted: number;
}

/**
 * Click caps are exact because a tracker spends only what it was granted (a grant is a `lot` on this wire and in `cap_lots`,
 * as the first release called it). The ledger on the server, per cap and window
 * (its period in its zone), keeps: spent + outstanding grants ≤ limit.
 *   - `ask`: give at most `want`, out of limit − spent − outstanding; small grants near the end, so that no tracker
 *     sits on the last clicks (lotSize). None left: granted 0, and `retryMs` says when asking again makes sense.
 *   - `spent`: how many of a grant were spent so far; cumulative, so a repeated report changes nothing.
 *   - `returned`: the grant is over for the tracker; limit − spent of it goes back at once.
 *   - a grant not returned in time: the tracker stopped spending it at ttlMs after it *asked*, and the server waits ttlMs
 *     after it *answered*, so their clocks need not agree. What was not reported spent returns to the budget only when
 *     the tracker is known to live (it reports every grant, or a new boot has shipped all older segments, whose rows name
 *     their grants in cap_lots); until then it counts as spent: a dead tracker may cost a few clicks, never one too many.
 */
export interface LeaseRequest {
  tracker: string;
  boot: string;
  asks: { cap: string; want: number }[];
  lots: { lot: string; spent: number; returned: boolean }[];
}

export interface LeaseGrant {
  cap: string;
  /** [0-9a-z-]{1,36}; empty where nothing was granted */
  lot: string;
  granted: number;
  /** how long the grant may be spent, counted from the moment the tracker sent its request */
  ttlMs: number;
  /** the grant's window is over at this unix time; not spent from then on */
  windowEndsAt: number;
  /** nothing left: ask again after this long */
  retryMs: number;
}

export interface LeaseReply {
  grants: LeaseGrant[];
}

/** how much to grant: a share of what is left, so that budgets drain evenly and the last clicks go one by one */
export function lotSize(left: number, want: number, trackers: number): number {
  const share = Math.ceil(left / (2 * Math.max(1, trackers)));
  return Math.max(0, Math.min(left, want, share));
}

export const QUARTER_MS = 15 * 60_000;
/** in one report; the others follow in the next */
export const MOST_KEPT_ROWS = 200;

/** rows that one life of a tracker has put on its disk, by the time that they bear; all of them, however often it is told */
export interface KeptRows {
  /** the workspace's id */
  tenant: string;
  /** its beginning, unix milliseconds */
  quarter: number;
  clicks: number;
  impressions: number;
  /** postbacks and pixels */
  receipts: number;
}

export interface TrackerReport {
  tracker: string;
  boot: string;
  /** host name and worker number, for people */
  label: string;
  version: string;
  snapshotVersion: number;
  startedAt: number;
  spool: {
    /** committed but not yet accepted by the server */
    unsentBytes: number;
    /** commit time of the oldest unsent frame; null where nothing waits */
    oldestUnsentAt: number | null;
    quarantinedBytes: number;
    /** the disk is full or failing */
    failing: boolean;
  };
  /** redirects answered without a record since the start (disk full, tenant's choice), by tenant number */
  unlogged: Record<string, number>;
  /** verdicts since the start, by tenant number */
  verdicts: Record<string, Record<string, number>>;
  /** when the table of countries was made */
  countriesAt: number;
  /** the server's clock less the tracker's, as last heard; null where it has not been heard yet */
  clockDifferenceMs?: number | null;
  /** most clicks come from one address: a proxy that nobody named, or a flood (0–1); lifted: its limits are off */
  oneAddress?: { share: number; isExempt: boolean } | null;
  /** of quarters that are over, until one report of them was answered */
  kept?: KeptRows[];
}
