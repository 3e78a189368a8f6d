/** What to look for with LIKE in lower-cased text: `%`, `_` and `\` are searched for as they are. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
