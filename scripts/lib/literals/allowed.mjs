// What may stand in a screen's source as it is: names, symbols and code. Nothing here is a word that a translator would
// translate.

const names = ['Tributary', 'IP Geolocation by DB-IP'];

/** keys of the keyboard and words of formats */
const code = ['https://', 'http://'];

/** a trap for programs that fill in forms; people never see it */
const unseen = ['Leave this empty'];

const everywhere = new Set([...names, ...code, ...unseen]);

/** directories whose words are not in the catalogues yet: this list only shrinks */
const notYet = [
  'packages/web/kit/',
  'packages/web/publisher/',
  'packages/web/advertiser/',
  'packages/web/admin/',
  'packages/web/operator/',
];

export const isAllowed = (text) => everywhere.has(text.trim());
export const isNotYet = (path) => notYet.some((directory) => path.startsWith(directory));
