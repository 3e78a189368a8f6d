// The visitor's address. X-Forwarded-For is read only where the peer is a trusted proxy, from the right, and only as far
// as the proxies named there are trusted, too: what stands further left anybody may have written.
import type { Click } from '../click.ts';
import { type Address, contains, formatAddress, isLoopback, type Network, parseAddress } from '../lookups/network.ts';
import type { World } from '../world.ts';

export interface Client {
  address: Address;
  text: string;
}

export class ClientIp {
  readonly #trusted: readonly Network[];
  /** behind a proxy every request has the same one; visitors' own are read anew, which costs less than remembering */
  #lastPeer: { text: string; client: Client | null } = { text: '', client: null };

  constructor(trusted: readonly Network[]) {
    this.#trusted = trusted;
  }

  of(peer: string, forwardedFor: string | undefined): Client | null {
    const direct = this.#peer(peer);
    if (!direct || forwardedFor === undefined || !this.#isTrusted(direct.address)) return direct;
    let client = direct;
    for (let end = forwardedFor.length; end >= 0; ) {
      const comma = forwardedFor.lastIndexOf(',', end - 1);
      const hop = readClient(withoutPort(forwardedFor.slice(comma + 1, end).trim()));
      if (!hop) return client;
      client = hop;
      if (comma < 0 || !this.#isTrusted(hop.address)) return client;
      end = comma;
    }
    return client;
  }

  /** whether many people may stand behind this peer: it is a proxy that was named, or this machine itself */
  speaksForMany(peer: string): boolean {
    const client = readClient(peer);
    return client !== null && (isLoopback(client.address) || this.#isTrusted(client.address));
  }

  #isTrusted(address: Address): boolean {
    return this.#trusted.some((network) => contains(network, address));
  }

  #peer(text: string): Client | null {
    if (this.#lastPeer.text !== text) this.#lastPeer = { text, client: readClient(text) };
    return this.#lastPeer.client;
  }
}

function readClient(text: string): Client | null {
  const address = parseAddress(text);
  return address && { address, text: formatAddress(address) };
}

/** some proxies write "192.0.2.1:4711" or "[2001:db8::1]:4711" */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return text.slice(1, Math.max(1, text.indexOf(']')));
  const colon = text.indexOf(':');
  return colon > 0 && colon === text.lastIndexOf(':') ? text.slice(0, colon) : text;
}

export function clientIp(click: Click, { clientIp: clients }: World): null {
  const client = clients.of(click.request.peer, click.request.header('x-forwarded-for'));
  click.address = client?.address ?? null;
  click.ip = client?.text ?? '';
  return null;
}
