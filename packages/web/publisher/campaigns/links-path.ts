// Where links are made, and the name under which the saved ones are cached.

export const LINKS = 'campaign-links';

/** the link generator, opened for one campaign */
export const linksPath = (id: string): string => `/publisher/campaigns/links?campaign=${id}`;
