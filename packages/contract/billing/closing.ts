// The overview of money owed both ways, and the close of a month.
export const closingRoutes = {};
