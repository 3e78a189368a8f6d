// Keys for rows that a person adds and removes before the server has given them ids.

let last = 0;
export const newKey = (): string => `row-${++last}`;
