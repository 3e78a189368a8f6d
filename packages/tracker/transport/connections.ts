// The table of connections, with a limit in all and one per address. Where it is full, whoever has been there longest without
// being owed an answer makes room: half-sent requests and idle connections go, clicks come in. Only where every one is
// owed an answer is a newcomer turned away.
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { parseAddress } from '../lookups/network.ts';

export interface Holder {
  /** asked nothing yet, or nothing more: a stop need not wait for it */
  readonly isIdle: boolean;
  readonly owesAnswer: boolean;
}

export interface ConnectionLimits {
  inAll: number;
  perAddress: number;
  /** addresses without a limit of their own: proxies that were named, and this machine */
  isExempt(address: string): boolean;
}

export const NO_LIMITS: ConnectionLimits = {
  inAll: Number.POSITIVE_INFINITY,
  perAddress: Number.POSITIVE_INFINITY,
  isExempt: () => true,
};

interface Entry {
  place: string;
  holder: Holder;
}

export class Connections {
  readonly #limits: ConnectionLimits;
  /** both in the order of arrival */
  readonly #open = new Map<Socket, Entry>();
  readonly #byPlace = new Map<string, Set<Socket>>();
  /** made to make room, and turned away */
  closed = 0;
  refused = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** false where nobody can make room */
  hasRoom(address: string): boolean {
    const { inAll, perAddress, isExempt } = this.#limits;
    const own = this.#byPlace.get(placeOf(address));
    const fits =
      (own === undefined || own.size < perAddress || isExempt(address) || this.#makeRoom(own)) &&
      (this.#open.size < inAll || this.#makeRoom(this.#open.keys()));
    if (!fits) this.refused++;
    return fits;
  }

  hold(socket: Socket, holder: Holder): void {
    const place = placeOf(socket.remoteAddress ?? '');
    this.#open.set(socket, { place, holder });
    const own = this.#byPlace.get(place);
    if (own) own.add(socket);
    else this.#byPlace.set(place, new Set([socket]));
    socket.once('close', () => this.#forget(socket));
  }

  /** the same connection, looked after by somebody else */
  handOver(socket: Socket, holder: Holder): void {
    const entry = this.#open.get(socket);
    if (entry) entry.holder = holder;
  }

  holderOf(socket: Socket): Holder | undefined {
    return this.#open.get(socket)?.holder;
  }

  *entries(): Generator<[Socket, Holder]> {
    for (const [socket, { holder }] of this.#open) yield [socket, holder];
  }

  #makeRoom(among: Iterable<Socket>): boolean {
    for (const socket of among) {
      if (this.#open.get(socket)?.holder.owesAnswer) continue;
      this.#forget(socket);
      socket.destroy();
      this.closed++;
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    const entry = this.#open.get(socket);
    if (!entry) return;
    this.#open.delete(socket);
    const own = this.#byPlace.get(entry.place);
    own?.delete(socket);
    if (own?.size === 0) this.#byPlace.delete(entry.place);
  }
}

/** a person has a /64 of IPv6 to himself: it counts as one address */
function placeOf(address: string): string {
  if (address.includes('.')) return address;
  const words = parseAddress(address)?.words;
  return words ? `${words[0]}:${words[1]}` : address;
}

/** for the spool, the snapshot, the uplink and whatever else must be opened while the table is full */
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
