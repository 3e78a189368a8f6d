// The ledger of cap leases as the server keeps it (contract/tracker/tracker-wire.ts), in memory and for one window: what tests
// hold the trackers' leases against.
import { type LeaseReply, type LeaseRequest, lotSize } from '@tributary/contract/tracker/tracker-wire';

interface Lot {
  cap: string;
  tracker: string;
  granted: number;
  spent: number;
  isOut: boolean;
}

export interface LedgerOptions {
  limits: Record<string, number>;
  trackers: number;
  ttlMs: number;
  now?: () => number;
}

export class LeaseLedger {
  readonly #options: LedgerOptions;
  readonly #lots = new Map<string, Lot>();
  readonly #byCap = new Map<string, Lot[]>();
  #nextLot = 1;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  answer(request: LeaseRequest): LeaseReply {
    for (const { lot: id, spent, returned } of request.lots) {
      const lot = this.#lots.get(id);
      if (!lot) continue;
      lot.spent = Math.max(lot.spent, spent);
      if (returned) lot.isOut = false;
    }
    return { grants: request.asks.map(({ cap, want }) => this.#grant(request.tracker, cap, want)) };
  }

  #grant(tracker: string, cap: string, want: number): LeaseReply['grants'][number] {
    const { limits, trackers, ttlMs } = this.#options;
    const now = (this.#options.now ?? Date.now)();
    let taken = 0;
    // a lot nobody gave back counts as spent in full: its holder may be dead with clicks still on its disk
    for (const lot of this.#byCap.get(cap) ?? []) taken += lot.isOut ? lot.granted : lot.spent;
    const granted = lotSize((limits[cap] ?? 0) - taken, want, trackers);
    const windowEndsAt = now + 86_400_000;
    if (granted === 0) return { cap, lot: '', granted, ttlMs, windowEndsAt, retryMs: 20 };
    const id = `lot-${this.#nextLot++}`;
    const lot: Lot = { cap, tracker, granted, spent: 0, isOut: true };
    this.#lots.set(id, lot);
    this.#byCap.set(cap, [...(this.#byCap.get(cap) ?? []), lot]);
    return { cap, lot: id, granted, ttlMs, windowEndsAt, retryMs: 0 };
  }

  /** how many lots nobody has given back */
  out(cap: string): number {
    return (this.#byCap.get(cap) ?? []).filter(({ isOut }) => isOut).length;
  }

  spent(cap: string): number {
    let sum = 0;
    for (const lot of this.#byCap.get(cap) ?? []) sum += lot.spent;
    return sum;
  }
}
