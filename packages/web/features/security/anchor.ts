/** where the banner of a workspace that demands a second factor leads, on everybody's own page */
export const TWO_FACTOR = 'two-factor';
