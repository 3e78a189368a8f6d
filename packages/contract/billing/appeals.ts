// Appeals of publishers and disputes of advertisers: one thing with two sides.
export const appealRoutes = {};
