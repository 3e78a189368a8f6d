// Block lists, compiled at snapshot load so that a click costs a few set lookups however long they are.
import type { SnapshotShield } from '@tributary/contract/tracker/snapshot';
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import type { Device } from '../lookups/device.ts';
import { type Address, type Network, parseNetwork } from '../lookups/network.ts';

/** networks grouped by prefix length: one lookup per length that occurs, not one per network */
export class NetworkSet {
  readonly #byBits = new Map<number, Set<string>>();

  constructor(blocks: readonly string[]) {
    for (const block of blocks) {
      const network = parseNetwork(block);
      if (!network) continue;
      const known = this.#byBits.get(network.bits) ?? new Set();
      known.add(prefixKey(network, network.bits));
      this.#byBits.set(network.bits, known);
    }
  }

  get isEmpty(): boolean {
    return this.#byBits.size === 0;
  }

  has(address: Address): boolean {
    for (const [bits, keys] of this.#byBits) if (keys.has(prefixKey(address, bits))) return true;
    return false;
  }
}

function prefixKey({ words }: Pick<Network, 'words'>, bits: number): string {
  let key = '';
  for (let at = 0; at < 4; at++) {
    const left = bits - at * 32;
    if (left <= 0) break;
    const word = words[at] ?? 0;
    key += `${left >= 32 ? word : (word >>> (32 - left)) << (32 - left)},`;
  }
  return key;
}

/** the host or any domain above it stands in the list */
export function coversHost(hosts: ReadonlySet<string>, host: string): boolean {
  for (let at = 0; at >= 0; ) {
    if (hosts.has(at === 0 ? host : host.slice(at))) return true;
    const dot = host.indexOf('.', at);
    at = dot < 0 ? -1 : dot + 1;
  }
  return false;
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export class Shield {
  readonly #networks: NetworkSet;
  readonly #userAgents: RegExp | null;
  readonly #known = new WeakMap<Device, boolean>();
  readonly #referrers: Set<string>;
  readonly #sources: Set<string>;

  constructor({ networks, userAgents, referrers, sources }: SnapshotShield) {
    this.#networks = new NetworkSet(networks);
    const parts = userAgents.filter((part) => part !== '').map(escapeRegExp);
    this.#userAgents = parts.length > 0 ? new RegExp(parts.join('|'), 'i') : null;
    this.#referrers = new Set(referrers.map((host) => host.toLowerCase()));
    this.#sources = new Set(sources.map(({ publisher, source }) => `${publisher ?? ''}/${source.toLowerCase()}`));
  }

  refusal(click: Click): VerdictName | null {
    if (click.address && !this.#networks.isEmpty && this.#networks.has(click.address)) return 'shield_ip';
    if (this.#userAgents && this.#blocksDevice(click.device, this.#userAgents)) return 'shield_user_agent';
    if (this.#referrers.size > 0 && coversHost(this.#referrers, click.refererHost)) return 'shield_referrer';
    if (this.#sources.size > 0 && click.source !== '' && this.#blocksSource(click)) return 'shield_source';
    return null;
  }

  #blocksDevice(device: Device, pattern: RegExp): boolean {
    let blocked = this.#known.get(device);
    if (blocked === undefined) {
      blocked = pattern.test(device.userAgent);
      this.#known.set(device, blocked);
    }
    return blocked;
  }

  #blocksSource(click: Click): boolean {
    const source = click.source.toLowerCase();
    return this.#sources.has(`/${source}`) || this.#sources.has(`${click.publisherNumber}/${source}`);
  }
}
