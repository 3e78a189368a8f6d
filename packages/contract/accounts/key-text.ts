// What an API key looks like. A new one ends in a checksum, so that whoever scans for leaks knows one for sure and the server
// refuses a mistyped one without looking it up; keys of the first release (`trb_` and 43 signs) go on without.

export const API_KEY_PREFIX = 'trb_live_';
const FORMER_PREFIX = 'trb_';
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECK_LENGTH = 6;

/** CRC-32 (the one of zip), in six signs of base 62 */
export function checksumOf(text: string): string {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let signs = '';
  for (let n = 0; n < CHECK_LENGTH; n++) {
    signs = (SIGNS[rest % SIGNS.length] ?? '') + signs;
    rest = Math.floor(rest / SIGNS.length);
  }
  return signs;
}

export const keyTextOf = (secret: string): string => {
  const body = `${API_KEY_PREFIX}${secret}`;
  return body + checksumOf(body);
};
/** enough to tell two keys apart: "trb_live_…x7Qk" */
export const keyHintOf = (key: string): string => `${API_KEY_PREFIX}…${key.slice(-4)}`;

const FORM = /^(?:trb_live_[A-Za-z0-9_-]{43}[A-Za-z0-9]{6}|trb_[A-Za-z0-9_-]{43})$/;

/** false: no key that was ever given out looks like this */
export function isKeyText(text: string): boolean {
  if (!FORM.test(text)) return false;
  // a former key is 47 signs long; its random part may begin with anything
  if (text.length === FORMER_PREFIX.length + 43) return true;
  return checksumOf(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH);
}
