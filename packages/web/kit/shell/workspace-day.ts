// The workspace's day, for forms that begin with it: billing is dated by it, wherever the reader sits.
let zone = 'UTC';

export const keepWorkspaceZone = (known: string): void => {
  zone = known;
};

/** `2026-11-17` */
export const workspaceToday = (now = new Date()): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
};

const DAY_MS = 86_400_000;
export const moveDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
