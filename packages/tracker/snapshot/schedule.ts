// Daily windows: hours and days in the offer's own zone, over midnight and over changes of the clock.
import type { SnapshotSchedule } from '@tributary/contract/tracker/snapshot';
import { type Zone, zoneOf } from './zone.ts';

export interface Window {
  zone: Zone;
  /** bit n: a window begins on weekday n (0 Monday) */
  days: number;
  from: number;
  to: number;
  inverted: boolean;
}

const EVERY_DAY = 0b111_1111;

export function compileSchedule({ timezone, days, fromMinute, toMinute, inverted }: SnapshotSchedule): Window {
  let mask = 0;
  for (const day of days) mask |= 1 << (day - 1);
  return { zone: zoneOf(timezone), days: mask || EVERY_DAY, from: fromMinute, to: toMinute, inverted };
}

function isInside({ zone, days, from, to }: Window, atMs: number): boolean {
  const { minute, weekday } = zone.local(atMs);
  const today = (days >>> weekday) & 1;
  if (from === to) return today === 1;
  if (from < to) return today === 1 && minute >= from && minute < to;
  const yesterday = (days >>> ((weekday + 6) % 7)) & 1; // the small hours belong to the window that began the day before
  return (today === 1 && minute >= from) || (yesterday === 1 && minute < to);
}

export const isOpen = (window: Window, atMs: number): boolean => isInside(window, atMs) !== window.inverted;
