/** in which people are spoken and written to; zod-free */
export const languages = ['en', 'hi', 'es'] as const;
export type Language = (typeof languages)[number];
