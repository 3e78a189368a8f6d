// The name in a web address that a company's own name asks for. The site shows it to whoever signs up; whether he gets this
// one, or one with a suffix, the server decides.

export const MAX_SUBDOMAIN_LENGTH = 32;
/** for a name of which no Latin letter or digit is left */
export const FALLBACK_SLUG = 'workspace';

export const companySlug = (company: string): string =>
  company
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || FALLBACK_SLUG;

export const withSuffix = (slug: string, suffix: string): string =>
  `${slug.slice(0, MAX_SUBDOMAIN_LENGTH - suffix.length).replace(/-+$/, '')}${suffix}`;
