// HTTP by node:http, tuned: one Date text per second instead of one per reply, and time limits that stop slow senders
// without touching good ones. A new connection is first a PlainConnection, which answers plain requests itself and gives
// everything else to Node's own listener; so node:http stays the only judge of what is not plain.
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type ConnectionLimits, Connections, type Holder, NO_LIMITS } from './connections.ts';
import { PlainConnection, type PlainParts } from './plain-connection.ts';
import { badHost } from './replies.ts';
import { canShareReads } from './shared-reads.ts';
import {
  type Handler,
  MAX_BODY_BYTES,
  type Reply,
  type TrackerRequest,
  type Transport,
  type TransportKind,
} from './transport.ts';

const HEADER_LIMIT_MS = 10_000;
/** above the idle limit of common edge proxies (60 s), so that they never reuse a connection we are closing */
const KEEP_ALIVE_MS = 75_000;
const MAX_HEADER_BYTES = 16 * 1024;

class NodeRequest implements TrackerRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string;
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, body: string) {
    this.method = message.method ?? 'GET';
    this.target = message.url ?? '/';
    this.body = body;
    this.#message = message;
  }

  get peer(): string {
    return this.#message.socket.remoteAddress ?? '';
  }

  header(name: string): string | undefined {
    const value = this.#message.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}

export interface TransportOptions {
  limits?: ConnectionLimits;
  /** how long a head, and a whole request, may take */
  headerLimitMs?: number;
  tryShared?: () => Promise<boolean>;
}

export class NodeHttpTransport implements Transport {
  readonly #server: Server;
  readonly #handler: Handler;
  readonly #kind: TransportKind;
  readonly #tryShared: () => Promise<boolean>;
  readonly #headerLimitMs: number;
  readonly connections: Connections;
  /** see shared-reads.ts; known once it listens */
  sharesReads = false;
  #closing = false;
  #date = new Date().toUTCString();
  #clock: NodeJS.Timeout | undefined;

  constructor(handler: Handler, kind: TransportKind, options: TransportOptions = {}) {
    this.#handler = handler;
    this.#kind = kind;
    this.#tryShared = options.tryShared ?? canShareReads;
    this.#headerLimitMs = options.headerLimitMs ?? HEADER_LIMIT_MS;
    this.connections = new Connections(options.limits ?? NO_LIMITS);
    this.#server = createServer(
      {
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: this.#headerLimitMs,
        requestTimeout: this.#headerLimitMs * 1.5,
        connectionsCheckingInterval: this.#headerLimitMs / 5,
        maxHeaderSize: MAX_HEADER_BYTES,
        noDelay: true,
      },
      (message, response) => this.#receive(message, response),
    );
    // whoever neither sends nor reads any more, whatever it was in the middle of
    this.#server.timeout = KEEP_ALIVE_MS;
    this.#server.on('clientError', (_fault, socket) => {
      if (!socket.writable || !(socket instanceof Socket)) {
        socket.destroy();
        return;
      }
      socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      socket.destroySoon(); // its last answer: a sender who keeps his half open is not waited for
    });
  }

  #putPlainInFront(): void {
    const server = this.#server;
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    const parts: PlainParts = {
      sharesReads: this.sharesReads,
      handler: this.#handler,
      head: (reply, isLast) => this.#head(reply, isLast),
      isClosing: () => this.#closing,
      handOver: (socket) => {
        this.connections.handOver(socket, new NodeConnection(null));
        for (const listener of listeners) listener.call(server, socket);
      },
      firstLimitMs: this.#headerLimitMs,
      idleLimitMs: KEEP_ALIVE_MS,
    };
    server.on('connection', (accepted) => {
      if (!this.connections.hasRoom(accepted.remoteAddress ?? '')) {
        accepted.destroy();
        return;
      }
      const connection = new PlainConnection(accepted, parts);
      this.connections.hold(connection.socket, connection);
    });
  }

  /** node:http alone */
  #admit(socket: Socket): void {
    if (this.connections.hasRoom(socket.remoteAddress ?? '')) this.connections.hold(socket, new NodeConnection(socket));
    else socket.destroy();
  }

  /** from here on until it is answered the connection cannot be closed to make room */
  #ask(message: IncomingMessage, body: string, response: ServerResponse): void {
    const connection = this.connections.holderOf(message.socket);
    const owing = connection instanceof NodeConnection ? connection : null;
    if (owing) owing.owed++;
    response.once('close', () => {
      if (owing) owing.owed--;
    });
    this.#handler(new NodeRequest(message, body), (reply) => this.#send(response, reply));
  }

  #head({ status, headers, body }: Reply, isLast: boolean): string | null {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) {
      const value = headers[at + 1] ?? '';
      if (UNSENDABLE.test(value)) return null;
      head += `${headers[at]}: ${value}\r\n`;
    }
    const connection = isLast ? 'close' : KEEP_ALIVE;
    return `${head}Date: ${this.#date}\r\nConnection: ${connection}\r\nContent-Length: ${byteLength(body)}\r\n\r\n`;
  }

  #receive(message: IncomingMessage, response: ServerResponse): void {
    if ((message.headersDistinct.host?.length ?? 0) > 1) {
      this.#send(response, badHost); // Node takes the first, a proxy perhaps the last
      return;
    }
    if (message.method !== 'POST') {
      this.#ask(message, '', response);
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    message.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else if (!response.headersSent) this.#send(response, TOO_LARGE);
    });
    message.on('end', () => {
      if (size > MAX_BODY_BYTES) return;
      this.#ask(message, Buffer.concat(chunks).toString('utf8'), response);
    });
  }

  #send(response: ServerResponse, reply: Reply): void {
    if (response.headersSent || response.destroyed) return;
    response.sendDate = false;
    const headers = [...reply.headers, 'Date', this.#date];
    if (this.#closing || reply === TOO_LARGE || reply === badHost) headers.push('Connection', 'close');
    headers.push('Content-Length', String(byteLength(reply.body)));
    try {
      response.writeHead(reply.status, headers);
    } catch {
      response.destroy(); // a header Node will not send; everything is encoded before, so this is a bug, not a way in
      return;
    }
    response.end(reply.body);
  }

  async listen(port: number, host: string): Promise<number> {
    if (this.#kind === 'net') {
      this.sharesReads = await this.#tryShared();
      this.#putPlainInFront();
    } else this.#server.prependListener('connection', (socket) => this.#admit(socket));
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ port, host: host || undefined, backlog: 4096 }, () => {
        this.#server.off('error', reject);
        this.#clock = setInterval(() => {
          this.#date = new Date().toUTCString();
        }, 1000).unref();
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  close(limitMs: number): Promise<void> {
    this.#closing = true;
    clearInterval(this.#clock);
    return new Promise((resolve) => {
      const limit = setTimeout(() => {
        this.#server.closeAllConnections();
        for (const [socket] of this.connections.entries()) socket.destroy();
      }, limitMs);
      // a server that closes does not keep Node's own time limits any more
      const patience = setTimeout(() => {
        for (const [socket, { owesAnswer }] of this.connections.entries()) if (!owesAnswer) socket.destroy();
      }, this.#headerLimitMs);
      this.#server.close(() => {
        clearTimeout(limit);
        clearTimeout(patience);
        resolve();
      });
      this.#server.closeIdleConnections();
      // its last answer may be on its way
      for (const [socket, { isIdle }] of this.connections.entries()) if (isIdle) socket.destroySoon();
    });
  }
}

/** one that node:http looks after */
class NodeConnection implements Holder {
  /** null where it has been asked before it came here */
  readonly #unasked: Socket | null;
  owed = 0;

  constructor(unasked: Socket | null) {
    this.#unasked = unasked;
  }

  /** a browser opens connections ahead of need: those have nothing in flight, but Node does not call them idle */
  get isIdle(): boolean {
    return this.#unasked?.bytesRead === 0;
  }

  get owesAnswer(): boolean {
    return this.owed > 0;
  }
}

const KEEP_ALIVE = `keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}`;
/** everything is encoded before, so such a value is a bug, not a way in; Node refuses the same */
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

const TOO_LARGE: Reply = { status: 413, headers: ['Cache-Control', 'no-store'], body: '' };

const byteLength = (body: string | Uint8Array): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
