// The public site's pages: where each lives and the name of its prerendered file. The server serves these paths on the
// main host and no others; dist/web/site/pages.json carries the same list to it.

export const pages = {
  home: '/',
  about: '/about',
  features: '/features',
  contact: '/contact',
  pricing: '/pricing',
  signup: '/signup',
  resources: '/resources',
  learnMore: '/learn-more',
} as const;
export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

/** "/learn-more" → "learn-more.html" */
export const fileOf = (name: PageName): string => (name === 'home' ? 'home' : pages[name].slice(1)).concat('.html');
