// What may stand in a screen's source as it is: names, symbols and code. Nothing here is a word that a translator would
// translate.

const names = [
  ['Tributary', 'IP Geolocation by DB-IP'],
  ['Samsung Internet', 'Firefox', 'Chrome', 'Safari', 'Edge', 'Opera'],
  ['Android', 'Windows', 'macOS', 'ChromeOS', 'Linux', 'iOS'],
  ['Courier New', 'Fira Sans', 'Times New Roman'],
  ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv'],
];

/** keys of the keyboard, units, and what machines read */
const code = [
  ['Escape', 'Enter', 'Backspace', 'Meta+K', 'Ctrl K', 'Control+K', 'OK', 'Δ', 'Δ %', '{} ms'],
  ['https://', 'http://', 'HTTP {}', 'Bearer {}', 'FeatureCollection', 'ApiError', 'refused with {}'],
  [' -H {} --data {}', 'content-type: {}', "curl -H 'Authorization: Bearer YOUR_API_KEY' '{}/api/reports?{}'"],
  ['input, textarea, select, [contenteditable="true"], .mantine-Pill-label'],
  [
    ':is(input:not([type="hidden"], [type="file"]), select, textarea, [contenteditable="true"]):not(:disabled, [readonly], [tabindex="-1"])',
  ],
  [
    'newsletter-42',
    'https://shop.example/product/7',
    'https://shop.example/?ref={click_id}',
    'noopener noreferrer',
    'KPI',
    'ID',
  ],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}"><path fill="#fff" d="M0 0h{}v{}H0z"/><path d="{}"/></svg>',
  ],
  ['content-type: application/json', '{}/publisher-signup', '{}/advertiser-signup', 'MMM D, YYYY', 'D-MMMM-YYYY HH:mm'],
  ['HTML', 'EUR', 'USD', 'deposit'],
  ['https://advertiser.example/landing?cid={click_id}&pub={publisher_id}'],
  ['https://advertiser.example/spring?cid={click_id}'],
  ['input:not([type="hidden"]), textarea, select, button, [contenteditable="true"]'],
  ['minmax(0, 1.4fr) minmax(0, 1fr) 110px 110px minmax(0, 1.8fr)', 'minmax(0, 1fr) 140px minmax(0, 3fr)'],
  ['p br strong b em i u s span h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code a'],
];

/** a honeypot for programs that fill in forms; people never see it */
const unseen = [['Leave this empty']];

const everywhere = new Set([...names, ...code, ...unseen].flat().map((text) => text.trim()));

/** what goes over the wire and is not shown */
const ofFile = {
  'packages/web/admin/offers/form/draft.ts': ['Conversions', 'Public', 'Server Postback', 'Default'],
  'packages/web/admin/offers/page/payout-rules.ts': ['as before'],
  'packages/web/admin/offers/page/payout-rule-dialog.tsx': ['as before'],
};

/** directories whose words are not in the catalogues yet: this list only shrinks */
const notYet = [];

export const isAllowed = (path, text) => everywhere.has(text.trim()) || Boolean(ofFile[path]?.includes(text));
export const isNotYet = (path) => notYet.some((directory) => path.startsWith(directory));
