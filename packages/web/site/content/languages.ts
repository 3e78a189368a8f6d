// The languages of the public site. The label is what the header's menu button shows.

export const languages = ['en', 'es', 'hi'] as const;
export type Lang = (typeof languages)[number];

export const languageNames: Record<Lang, { label: string; name: string }> = {
  en: { label: 'EN', name: 'English' },
  es: { label: 'ES', name: 'Español' },
  hi: { label: 'HI', name: 'हिन्दी' },
};

export const isLang = (value: unknown): value is Lang => languages.some((lang) => lang === value);

/**
 * The shape of the English texts, whatever they say: a translation that misses one, or has one too many, fails to
 * compile. Anchors, links and sample names are the same in every language.
 */
export type Same<T> = T extends string
  ? string
  : { readonly [K in keyof T]: K extends 'id' | 'href' | 'sample' ? T[K] : Same<T[K]> };
