/** the link generator, opened for one campaign by its number */
export const linksPath = (campId: number): string => `/publisher/campaigns/links?campaign=${campId}`;
