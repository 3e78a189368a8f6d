// The seam between the hot path and whatever speaks HTTP. The hot path sees a request as text that is already cut
// into a target, headers and a peer, and answers once with a finished reply; a second transport needs nothing more.

export interface TrackerRequest {
  readonly method: string;
  /** the request target as it came: path and query */
  readonly target: string;
  /** lower-case name → value; the last one where a proxy repeated a header, joined by ", " where HTTP allows */
  header(name: string): string | undefined;
  /** the peer's address, not yet corrected for proxies */
  readonly peer: string;
  /** the body of a POST, at most MAX_BODY_BYTES; empty otherwise */
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  /** name, value, name, value … */
  readonly headers: string[];
  /** never sent to HEAD */
  readonly body: string | Uint8Array;
}

/** answers exactly once, at once or later (after the commit of its record) */
export type Handler = (request: TrackerRequest, answer: (reply: Reply) => void) => void;

export interface Transport {
  /** resolves to the port in use */
  listen(port: number, host: string): Promise<number>;
  /** no new connections; resolves when those in flight are answered, or after the limit */
  close(limitMs: number): Promise<void>;
}

export const MAX_BODY_BYTES = 16 * 1024;

/** 'net': plain requests are answered without node:http's objects; 'http': node:http alone, to compare with */
export const transportKinds = ['net', 'http'] as const;
export type TransportKind = (typeof transportKinds)[number];
