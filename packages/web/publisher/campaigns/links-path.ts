// Where links are made, and the name under which the saved ones are cached.

export const LINKS = 'campaign-links';

/** the link generator, opened for one campaign by its number */
export const linksPath = (campId: number): string => `/publisher/campaigns/links?campaign=${campId}`;
