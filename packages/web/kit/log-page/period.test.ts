import { describe, expect, it } from 'vitest';
import { daysOf, periodText, rangeOf, spanOf } from './period.ts';

const now = new Date(2026, 10, 15, 13, 30);
const at = (month: number, day: number) => new Date(2026, month - 1, day).getTime() / 1000;

describe('a period', () => {
  it('is whole days of the reader, up to the moment after the last one', () => {
    expect(spanOf('today', now)).toEqual({ from: at(11, 15) });
    expect(spanOf('yesterday', now)).toEqual({ from: at(11, 14), to: at(11, 15) });
    expect(spanOf('7d', now)).toEqual({ from: at(11, 9) });
    expect(spanOf('last-month', now)).toEqual({ from: at(10, 1), to: at(11, 1) });
    expect(spanOf('2026-10-01..2026-10-05', now)).toEqual({ from: at(10, 1), to: at(10, 6) });
  });

  it('may be open at one end', () => {
    expect(spanOf('2026-10-01..', now)).toEqual({ from: at(10, 1) });
    expect(spanOf('..2026-10-05', now)).toEqual({ to: at(10, 6) });
    expect(daysOf(rangeOf('', '2026-10-05'))).toEqual({ from: '', to: '2026-10-05' });
  });

  it('that cannot be read narrows nothing', () => {
    for (const broken of ['', 'soon', '..', '2026-10..', 'toString']) expect(spanOf(broken, now)).toBeNull();
  });

  it('reads as people write it', () => {
    expect(periodText('7d')).toBe('Last 7 days');
    expect(periodText('2026-10-01..2026-10-05')).toBe('Oct 1, 2026 – Oct 5, 2026');
    expect(periodText('2026-10-01..')).toBe('Since Oct 1, 2026');
    expect(periodText('..2026-10-05')).toBe('Until Oct 5, 2026');
  });
});
