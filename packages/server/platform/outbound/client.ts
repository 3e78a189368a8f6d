// The one client for calls to the outside. Every address a name resolves to must be public, the connection is pinned to
// what was checked, redirects are never followed, time and size are bounded.
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { type AllowList, checkUrl, endpointOf, isPublicAddress, OutboundRefused } from './guard.ts';
import { proxied } from './proxied.ts';

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** a proxy that calls from elsewhere; it is told the address that was checked here, never the name */
  via?: URL;
}
export interface OutboundReply {
  status: number;
  /** lower-case names; the first of several */
  header(name: string): string | null;
  /** at most 256 KB; for the log, never for other users' eyes */
  body: string;
  tookMs: number;
}
export interface Outbound {
  send(call: OutboundRequest): Promise<OutboundReply>;
  close(): Promise<void>;
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
export const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true });

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 256 * 1024;

export function createOutbound(
  allowed: readonly string[],
  resolve: Resolve = systemResolve,
  timeoutMs: number = TIMEOUT_MS,
): Outbound {
  const allow: AllowList = new Set(allowed);
  const guarded = agent((host) => resolvePublic(host, resolve), timeoutMs);
  const open = agent(resolve, timeoutMs);
  return {
    send: async (call) => {
      const url = checkUrl(call.url, allow);
      const startedAt = performance.now();
      const isOpen = allow.has(endpointOf(url));
      const way = call.via
        ? await proxied(call.via, url, isOpen ? resolve : (host) => resolvePublic(host, resolve), timeoutMs)
        : { url, headers: {}, dispatcher: isOpen ? open : guarded, end: () => {} };
      try {
        const reply = await request(way.url, {
          method: call.method,
          headers: { 'user-agent': 'Tributary/1.0', ...call.headers, ...way.headers },
          body: call.body ?? null,
          dispatcher: way.dispatcher,
          signal: AbortSignal.timeout(timeoutMs),
        });
        const body = await readBounded(reply.body);
        const header = (name: string) => [reply.headers[name] ?? []].flat()[0] ?? null;
        return { status: reply.statusCode, header, body, tookMs: Math.round(performance.now() - startedAt) };
      } finally {
        way.end();
      }
    },
    close: async () => {
      await Promise.all([guarded.close(), open.close()]);
    },
  };
}

/** all addresses or none: a name that also points inside is a rebinding attempt */
export async function resolvePublic(host: string, resolve: Resolve): Promise<{ address: string; family: number }[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
    throw new OutboundRefused('This address is not public.');
  }
  return addresses;
}

function agent(resolve: Resolve, timeoutMs: number): Agent {
  const pinned: LookupFunction = (host, options, done) => {
    resolve(host).then(
      (addresses) => {
        const first = addresses[0];
        if (options.all) done(null, addresses);
        else if (first) done(null, first.address, first.family);
        else done(new OutboundRefused('This name has no address.'), '', 4);
      },
      (error: Error) => done(error, '', 4),
    );
  };
  return new Agent({
    connect: { lookup: pinned, timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    pipelining: 0,
  });
}

async function readBounded(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_REPLY_BYTES) {
      body.destroy();
      break;
    }
  }
  return Buffer.concat(chunks).subarray(0, MAX_REPLY_BYTES).toString('utf8');
}
