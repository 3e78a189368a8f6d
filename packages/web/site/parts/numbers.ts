// How figures are written: grouped always (Spanish would leave 2999 bare), money with its sign in front.

export const formatCount = (locale: string, value: number): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(value);

export const formatRupees = (locale: string, rupees: number): string => `₹${formatCount(locale, rupees)}`;

export const formatDollars = (locale: string, cents: number): string =>
  `$${new Intl.NumberFormat(locale, { useGrouping: 'always', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)}`;

/** 0.123 → "+12.3%" */
export const formatChange = (locale: string, ratio: number): string =>
  `${ratio < 0 ? '−' : '+'}${new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(ratio) * 100)}%`;
