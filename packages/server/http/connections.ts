// The panel's connections, with a limit in all and one per address, so that silent sockets stop neither people nor the trackers
// that ship here: descriptors are always left for the database and for files. Where the table is full, whoever has been there
// longest without being owed an answer makes room; only where all are owed one is a newcomer turned away.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
  /** proxies that were named, and this machine: they speak for many */
  isExempt(address: string): boolean;
}

interface Entry {
  place: string;
  /** the request under way */
  request: IncomingMessage | null;
}

export function limitConnections(server: Server, { inAll, perAddress, isExempt }: ConnectionLimits): void {
  /** both in the order of arrival */
  const open = new Map<Socket, Entry>();
  const byPlace = new Map<string, Set<Socket>>();
  const forget = (socket: Socket): void => {
    const entry = open.get(socket);
    if (!entry) return;
    open.delete(socket);
    const own = byPlace.get(entry.place);
    own?.delete(socket);
    if (own?.size === 0) byPlace.delete(entry.place);
  };
  const makeRoom = (among: Iterable<Socket>): boolean => {
    for (const socket of among) {
      // half a request is owed nothing
      if (open.get(socket)?.request?.complete) continue;
      forget(socket);
      socket.destroy();
      return true;
    }
    return false;
  };
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const place = placeOf(address);
    const own = byPlace.get(place) ?? new Set();
    const fits =
      (own.size < perAddress || isExempt(address) || makeRoom(own)) && (open.size < inAll || makeRoom(open.keys()));
    if (!fits) {
      socket.destroy();
      return;
    }
    open.set(socket, { place, request: null });
    byPlace.set(place, (byPlace.get(place) ?? new Set()).add(socket));
    socket.once('close', () => forget(socket));
  });
  server.prependListener('request', (request, response) => {
    const entry = open.get(request.socket);
    if (!entry) return;
    entry.request = request;
    response.once('close', () => {
      if (entry.request === request) entry.request = null;
    });
  });
}

/** a person has a /64 of IPv6 to himself: it counts as one address */
function placeOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}

export function exemptAddresses(trustedProxies: readonly string[]): (address: string) => boolean {
  const networks = trustedProxies.map((place) =>
    ipaddr.isValidCIDR(place) ? ipaddr.parseCIDR(place) : ([ipaddr.process(place), 128] as const),
  );
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    if (parsed.range() === 'loopback') return true;
    return networks.some(([network, bits]) => {
      const width = network.kind() === 'ipv4' ? Math.min(bits, 32) : bits;
      return network.kind() === parsed.kind() && parsed.match(network, width);
    });
  };
}

/** for the database, files and outgoing calls while the table is full */
const RESERVED_DESCRIPTORS = 256;

/** as many connections as wanted, but never so many that nothing else could be opened */
export function connectionsWithin(wanted: number, descriptors = descriptorLimit()): number {
  return Math.min(wanted, Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 2)));
}

/** how many files and sockets this process may have open; unlimited where the system does not say */
function descriptorLimit(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
