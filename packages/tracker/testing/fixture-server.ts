// A server in a few lines: the four internal calls, kept in memory, as contract/tracker/tracker-wire.ts describes them. The real
// one stores in PostgreSQL; a tracker cannot tell the difference.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import type { SnapshotDrop, SnapshotPut } from '@tributary/contract/tracker/snapshot';
import {
  type FrameKind,
  frameColumns,
  ROW_FORMAT,
  readCopyField,
  readFrame,
} from '@tributary/contract/tracker/spool-record';
import { internalPaths, type TrackerReport } from '@tributary/contract/tracker/tracker-wire';
import { documentText } from './entities.ts';
import type { LeaseLedger } from './lease-ledger.ts';

export type Row = Record<string, string | null>;

export interface StoredRow {
  kind: FrameKind;
  row: Row;
}

export class FixtureServer {
  readonly rows: StoredRow[] = [];
  readonly accepted = new Map<string, number>();
  /** how far its clock is ahead of this machine's */
  clockAheadMs = 0;
  readonly reports = new Map<string, TrackerReport>();
  version = 0;
  ledger: LeaseLedger | null = null;
  /** answer 503 to everything, as while the database is away */
  isAway = false;
  token: string | null = null;
  url = new URL('http://127.0.0.1');
  #documents: { after: number; version: number; text: string }[] = [];
  #waiting: { after: number; response: ServerResponse }[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch(() => response.writeHead(500).end());
    });
  }

  async listen(port = 0): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.url = new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
    return this.url;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  publishFull(lines: SnapshotPut[]): void {
    this.version++;
    this.#documents = [{ after: 0, version: this.version, text: documentText('full', 0, this.version, lines) }];
    this.#wake();
  }

  publishPatch(lines: (SnapshotPut | SnapshotDrop)[]): void {
    const after = this.version++;
    this.#documents.push({ after, version: this.version, text: documentText('patch', after, this.version, lines) });
    this.#wake();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', 'http://fixture');
    if (this.isAway) response.writeHead(503).end();
    else if (this.token !== null && request.headers.authorization !== `Bearer ${this.token}`)
      response.writeHead(401).end();
    else if (url.pathname === internalPaths.snapshot)
      this.#answerSnapshot(Number(url.searchParams.get('after')), response);
    else if (url.pathname === internalPaths.spool) this.#answerSpool(url.searchParams, body, response);
    else if (url.pathname === internalPaths.leases && this.ledger)
      json(response, this.ledger.answer(JSON.parse(body.toString())));
    else if (url.pathname === internalPaths.ack) {
      const report: TrackerReport = JSON.parse(body.toString());
      this.reports.set(report.tracker, report);
      json(response, { now: Date.now() + this.clockAheadMs });
    } else response.writeHead(404).end();
  }

  #answerSnapshot(after: number, response: ServerResponse): void {
    const patch = this.#documents.find((document) => document.after === after && document.version > after);
    const document = patch ?? (after === this.version ? undefined : this.#documents[0]);
    if (document) response.writeHead(200).end(document.text);
    else this.#waiting.push({ after, response });
  }

  #wake(): void {
    for (const { after, response } of this.#waiting.splice(0)) this.#answerSnapshot(after, response);
  }

  #answerSpool(query: URLSearchParams, body: Buffer, response: ServerResponse): void {
    const key = `${query.get('tracker')}/${query.get('segment')}`;
    const offset = Number(query.get('offset'));
    const accepted = this.accepted.get(key) ?? 0;
    if (offset < accepted) {
      json(response, { accepted });
      return;
    }
    const stored: StoredRow[] = [];
    for (let at = 0; at < body.length; ) {
      const frame = readFrame(body, at, crc32);
      if (!frame || frame.kind === 'unknown') {
        response.writeHead(422).end();
        return;
      }
      stored.push(...readRows(frame.kind, frame.payload));
      at = frame.end;
    }
    for (const row of stored) this.rows.push(row);
    this.accepted.set(key, offset + body.length);
    json(response, { accepted: offset + body.length });
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

export function readRows(kind: FrameKind, payload: Uint8Array): StoredRow[] {
  const columns = frameColumns({ kind, format: ROW_FORMAT }) ?? [];
  return Buffer.from(payload)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const fields = line.split('\t').map(readCopyField);
      if (fields.length !== columns.length) throw new Error(`a ${kind} row has ${fields.length} fields`);
      return { kind, row: Object.fromEntries(columns.map((column, at) => [column, fields[at] ?? null])) };
    });
}
