// Rows that are safe on this tracker's disk, counted where their requests are answered and by nothing that is shipped: the server
// compares the count with what it has stored. By quarters of an hour, of which every zone's day can be made. A quarter is told once
// it is over, until the server has heard it.
import type { FrameKind } from '@tributary/contract/tracker/spool-record';
import { type KeptRows, MOST_KEPT_ROWS, QUARTER_MS } from '@tributary/contract/tracker/tracker-wire';

/** a click waits no longer than this for its lease and its commit */
const SETTLED_AFTER_MS = 60_000;

const columnOf: Partial<Record<FrameKind, 'clicks' | 'impressions' | 'receipts'>> = {
  click: 'clicks',
  impression: 'impressions',
  postback: 'receipts',
  pixel: 'receipts',
};

export class KeptCounts {
  /** by the beginning of the quarter, then by workspace */
  readonly #quarters = new Map<number, Map<string, KeptRows>>();
  #isOver = false;

  count(tenant: string, kind: FrameKind, at: number): void {
    const column = columnOf[kind];
    if (column === undefined) return;
    const quarter = at - (at % QUARTER_MS);
    let ofQuarter = this.#quarters.get(quarter);
    if (!ofQuarter) {
      ofQuarter = new Map();
      this.#quarters.set(quarter, ofQuarter);
    }
    let rows = ofQuarter.get(tenant);
    if (!rows) {
      rows = { tenant, quarter, clicks: 0, impressions: 0, receipts: 0 };
      ofQuarter.set(tenant, rows);
    }
    rows[column]++;
  }

  /** nothing will be added: every quarter is over */
  end(): void {
    this.#isOver = true;
  }

  get untold(): number {
    let sum = 0;
    for (const ofQuarter of this.#quarters.values()) sum += ofQuarter.size;
    return sum;
  }

  /** the oldest that are over */
  ended(now: number): KeptRows[] {
    const told: KeptRows[] = [];
    for (const [quarter, ofQuarter] of this.#quarters) {
      if (!this.#isOver && quarter + QUARTER_MS + SETTLED_AFTER_MS > now) continue;
      for (const rows of ofQuarter.values()) {
        if (told.length === MOST_KEPT_ROWS) return told;
        told.push({ ...rows });
      }
    }
    return told;
  }

  /** the server has them. A clock that was set back may have added to one since: it stays, and is told again */
  forget(heard: readonly KeptRows[]): void {
    for (const { tenant, quarter, clicks, impressions, receipts } of heard) {
      const ofQuarter = this.#quarters.get(quarter);
      const rows = ofQuarter?.get(tenant);
      if (rows?.clicks !== clicks || rows.impressions !== impressions || rows.receipts !== receipts) continue;
      ofQuarter?.delete(tenant);
      if (ofQuarter?.size === 0) this.#quarters.delete(quarter);
    }
  }
}
