// Local time without a library: which instant a day or a quarter of an hour begins at in a zone, and back. Zones are
// names that both Intl and PostgreSQL know; offsets like +05:30 are refused, because PostgreSQL reads their sign the
// other way round.
import { DAY_MS, MINUTE_MS } from './clock.ts';

const NAME = /^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)*$/;
const formatters = new Map<string, Intl.DateTimeFormat | null>();

function formatterOf(zone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  if (NAME.test(zone)) {
    try {
      made = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      made = null;
    }
  }
  // zones come from callers: the names that exist are few, those that do not are not kept
  if (made) formatters.set(zone, made);
  return made;
}

export const isZone = (zone: string): boolean => formatterOf(zone) !== null;
/** two names of one zone (Asia/Calcutta, Asia/Kolkata) count as one */
export const isSameZone = (one: string, other: string): boolean =>
  one === other || formatterOf(one)?.resolvedOptions().timeZone === formatterOf(other)?.resolvedOptions().timeZone;

/** the wall clock at an instant, as milliseconds that a UTC clock would show */
function wallAt(instant: number, zone: string): number {
  const formatter = formatterOf(zone);
  if (!formatter) throw new Error(`unknown time zone ${zone}`);
  const parts: Record<string, number> = {};
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
const offsetAt = (instant: number, zone: string): number => {
  const whole = Math.floor(instant / 1_000) * 1_000;
  return wallAt(whole, zone) - whole;
};

/** the first instant at which the wall clock shows this; where the clock jumps over it, the moment of the jump */
function instantOf(wall: number, zone: string): number {
  const before = offsetAt(wall - DAY_MS, zone);
  const after = offsetAt(wall + DAY_MS, zone);
  const fitting = [wall - before, wall - after].filter((instant) => instant + offsetAt(instant, zone) === wall);
  return fitting.length > 0 ? Math.min(...fitting) : wall - before;
}

/** `2026-11-02`, or `2026-11-02T10:15` */
export const startOf = (local: string, zone: string): Date =>
  new Date(instantOf(Date.parse(`${local.length === 10 ? `${local}T00:00` : local}:00Z`), zone));

const wallText = (wall: number): string => new Date(wall).toISOString();
export const dayOf = (instant: Date, zone: string): string => wallText(wallAt(instant.getTime(), zone)).slice(0, 10);
/** minutes since local midnight */
export const minuteOf = (instant: Date, zone: string): number => {
  const wall = new Date(wallAt(instant.getTime(), zone));
  return wall.getUTCHours() * 60 + wall.getUTCMinutes();
};

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** ISO with the zone's offset, so that the two hours of an autumn night stay two */
export function isoInZone(instant: Date, zone: string): string {
  const wall = wallAt(instant.getTime(), zone);
  const minutes = Math.round((wall - instant.getTime()) / MINUTE_MS);
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
  return `${wallText(wall).slice(0, 19)}${offset}`;
}

/** the same time of the wall clock some days earlier or later */
export function moveDays(instant: Date, days: number, zone: string): Date {
  const whole = Math.floor(instant.getTime() / 1_000) * 1_000;
  return new Date(instantOf(wallAt(whole, zone) + days * DAY_MS, zone) + (instant.getTime() - whole));
}
