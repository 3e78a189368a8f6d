import { describe, expect, test } from 'vitest';
import { defaultDates, offerDates } from './offer-dates.ts';

const iso = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => [startsAt.toISOString(), endsAt.toISOString()];

describe('default dates', () => {
  test("are the specification's while their end lies ahead", () => {
    const seed = ['2025-10-02T00:00:00.000Z', '2027-10-02T00:00:00.000Z'];
    expect(iso(defaultDates(new Date('2025-01-01T00:00:00Z')))).toEqual(seed);
    expect(iso(defaultDates(new Date('2027-10-01T23:59:59.999Z')))).toEqual(seed);
  });
  test('are today and two years on once it is past', () => {
    expect(iso(defaultDates(new Date('2027-10-02T00:00:00Z')))).toEqual([
      '2027-10-02T00:00:00.000Z',
      '2029-10-02T00:00:00.000Z',
    ]);
    expect(iso(defaultDates(new Date('2028-02-29T17:30:00Z')))).toEqual([
      '2028-02-29T00:00:00.000Z',
      '2030-03-01T00:00:00.000Z',
    ]);
  });
});

describe('an offer', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  test('takes the default for an empty date, each by itself', () => {
    expect(iso(offerDates({ start_date: null, end_date: day('2026-12-01') }, now))[0]).toBe('2025-10-02T00:00:00.000Z');
    expect(iso(offerDates({ start_date: day('2026-12-01'), end_date: null }, now))[1]).toBe('2027-10-02T00:00:00.000Z');
  });
  test('ends after it begins', () => {
    const both = { start_date: day('2026-12-01'), end_date: day('2026-12-01') };
    expect(() => offerDates(both, now)).toThrow('The end date must be after the start date.');
  });
});
