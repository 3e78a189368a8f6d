// Local time in a named zone without asking Intl on every click: an offset only ever changes on a quarter of an hour, so
// it is looked up once per zone and quarter.

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

export interface LocalTime {
  /** minutes after local midnight */
  minute: number;
  /** 0 Monday … 6 Sunday */
  weekday: number;
}

export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  #quarter = -1;
  #offsetMs = 0;

  /** throws RangeError for a name Intl does not know */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  offsetMs(atMs: number): number {
    const quarter = Math.floor(atMs / QUARTER_MS);
    if (quarter !== this.#quarter) {
      this.#offsetMs = this.#lookUp(quarter * QUARTER_MS);
      this.#quarter = quarter;
    }
    return this.#offsetMs;
  }

  #lookUp(atMs: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(atMs)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - atMs;
  }

  local(atMs: number): LocalTime {
    const shifted = atMs + this.offsetMs(atMs);
    const day = Math.floor(shifted / DAY_MS);
    return { minute: Math.floor((shifted - day * DAY_MS) / 60_000), weekday: (day + 3) % 7 };
  }

  /** "2026-11-15 09:30:00" */
  text(atMs: number): string {
    return new Date(atMs + this.offsetMs(atMs)).toISOString().slice(0, 19).replace('T', ' ');
  }
}

const zones = new Map<string, Zone>();

export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    zone = new Zone(name);
    zones.set(name, zone);
  }
  return zone;
}
