// A connection that has so far carried only plain requests, one at a time. Node's parser, request and response objects are
// not made for it. With the first thing that is not plain, the connection with all its unread bytes becomes node:http's,
// for good.
import type { Socket } from 'node:net';
import type { Holder } from './connections.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';
import { readShared } from './shared-reads.ts';
import type { Handler, Reply } from './transport.ts';

export interface PlainParts {
  handler: Handler;
  /** the whole head of an answer; null where a header could not be sent */
  head(reply: Reply, isLast: boolean): string | null;
  isClosing(): boolean;
  handOver(socket: Socket): void;
  /** see shared-reads.ts */
  sharesReads: boolean;
  /** how long a new connection may be silent, and one between two requests */
  firstLimitMs: number;
  idleLimitMs: number;
}

export class PlainConnection implements Holder {
  readonly socket: Socket;
  readonly #parts: PlainParts;
  readonly #peer: string;
  #current: PlainRequest | null = null;
  #isFirst = true;
  /** the sender has said all */
  #isEnded = false;
  /** the last answer is given; whatever still comes is not asked of us */
  #isOver = false;
  /** what came before the answer to what came first */
  #early: Buffer[] = [];

  constructor(accepted: Socket, parts: PlainParts) {
    const socket = parts.sharesReads ? readShared(accepted, this.#read) : accepted;
    this.socket = socket;
    this.#parts = parts;
    this.#peer = socket.remoteAddress ?? '';
    if (!parts.sharesReads) socket.on('data', this.#readChunk);
    socket.on('end', this.#end);
    socket.on('error', this.#fail);
    socket.on('timeout', this.#fail);
    socket.setTimeout(parts.firstLimitMs);
  }

  get isIdle(): boolean {
    return this.#current === null;
  }

  get owesAnswer(): boolean {
    return this.#current !== null;
  }

  readonly #readChunk = (chunk: Buffer): void => this.#read(chunk, chunk.length);

  readonly #read = (buffer: Buffer, length: number): void => {
    if (this.#isOver) return;
    if (this.#current !== null) {
      this.#early.push(Buffer.from(buffer.subarray(0, length)));
      this.socket.pause();
      return;
    }
    const request = readPlainRequest(buffer.toString('latin1', 0, length), this.#peer);
    if (request === null) {
      this.#handOver(Buffer.from(buffer.subarray(0, length)));
      return;
    }
    if (this.#isFirst) {
      this.#isFirst = false;
      this.socket.setTimeout(this.#parts.idleLimitMs);
    }
    this.#current = request;
    this.#parts.handler(request, (reply) => this.#answer(request, reply));
  };

  #answer(request: PlainRequest, reply: Reply): void {
    if (this.#current !== request) return;
    this.#current = null;
    const socket = this.socket;
    if (socket.destroyed) return;
    const isLast = this.#isEnded || this.#parts.isClosing() || request.isLast;
    const head = this.#parts.head(reply, isLast);
    if (head === null) {
      socket.destroy();
      return;
    }
    if (request.method === 'HEAD' || reply.body.length === 0) socket.write(head, 'latin1');
    else {
      socket.cork();
      socket.write(head, 'latin1');
      socket.write(reply.body);
      socket.uncork();
    }
    if (isLast) {
      this.#isOver = true;
      socket.destroySoon(); // once it is written; a sender who keeps his half open is not waited for
    } else if (this.#early.length > 0) this.#handOver(Buffer.concat(this.#early));
    else if (socket.writableNeedDrain) {
      socket.pause(); // it asks faster than it reads
      socket.once('drain', () => socket.resume());
    }
  }

  #handOver(unread: Buffer): void {
    const socket = this.socket;
    socket.off('data', this.#readChunk);
    socket.off('end', this.#end);
    socket.off('error', this.#fail);
    socket.off('timeout', this.#fail);
    socket.setTimeout(0);
    socket.pause();
    socket.unshift(unread);
    this.#parts.handOver(socket);
    socket.resume();
  }

  readonly #end = (): void => {
    this.#isEnded = true;
    if (this.#current === null) this.socket.destroySoon();
  };

  readonly #fail = (): void => {
    this.socket.destroy();
  };
}
