// Where an offer's own page stands. The path takes the offer's id, or the short number that people say to each other.
export const offerPath = (offer: string | number, tab = ''): string => `/am/offers/${offer}${tab && `?tab=${tab}`}`;
