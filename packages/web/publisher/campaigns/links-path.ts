/** the link generator, opened for one campaign */
export const linksPath = (offerId: string): string => `/publisher/campaigns/links?offer=${offerId}`;
