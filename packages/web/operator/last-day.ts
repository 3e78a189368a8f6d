/** The unix second at which a day of a date input (2026-11-15) is over, UTC; null for an empty one. */
export const endOfDay = (day: string): number | null =>
  day === '' ? null : Date.parse(`${day}T00:00:00Z`) / 1000 + 86_400;
