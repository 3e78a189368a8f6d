// The answers of the hot path. Redirects of either status carry no-store: a cached 301 would be a click never counted.
import { escapeHtml, pageHeaders } from '../page.ts';
import type { Reply } from './transport.ts';

const NO_STORE = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'] as const;

export function redirect(status: 301 | 302, location: string, cookie: string): Reply {
  const headers = ['Location', location, ...NO_STORE];
  if (cookie !== '') headers.push('Set-Cookie', cookie);
  return { status, headers, body: '' };
}

/** JSON is a subset of script except for what ends the element or the line */
export const scriptText = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** the javascript redirect type: no referrer leaves, the address is data and never markup */
export function scriptRedirect(location: string, cookie: string, nonce: string): Reply {
  const headers = pageHeaders(`script-src 'nonce-${nonce}'`);
  if (cookie !== '') headers.push('Set-Cookie', cookie);
  const html = escapeHtml(location);
  const body =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex">' +
    `<title>Redirecting</title><script nonce="${nonce}">location.replace(${scriptText(location)})</script>` +
    `<noscript><meta http-equiv="refresh" content="0;url=${html}"></noscript></head>` +
    `<body><p><a href="${html}" rel="noreferrer">Continue</a></p></body></html>`;
  return { status: 200, headers, body };
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
export const gif: Reply = {
  status: 200,
  headers: ['Content-Type', 'image/gif', ...NO_STORE, 'Cross-Origin-Resource-Policy', 'cross-origin'],
  body: GIF,
};

/** for iframe pixels: an empty page that any site may frame */
export const emptyPage: Reply = {
  status: 200,
  headers: ['Content-Type', 'text/html; charset=utf-8', ...NO_STORE, 'Content-Security-Policy', "default-src 'none'"],
  body: '<!doctype html><title>.</title>',
};

export const json = (status: number, value: object): Reply => ({
  status,
  headers: ['Content-Type', 'application/json', ...NO_STORE],
  body: JSON.stringify(value),
});

/** the receipt's id is what an advertiser asks for its final outcome by; null where none is kept */
export const outcome = (status: number, name: string, label: string, receiptId: string | null): Reply =>
  json(status, { success: status === 200, outcome: name, message: label, receipt_id: receiptId });

export const methodNotAllowed = (allow: string): Reply => ({
  status: 405,
  headers: ['Allow', allow, ...NO_STORE],
  body: '',
});

/** whose page it should be cannot be told, and a cache in between may have read it otherwise */
export const badHost: Reply = {
  status: 400,
  headers: ['Content-Type', 'text/plain; charset=utf-8', ...NO_STORE],
  body: 'The Host header must name one host, with a port at most.\n',
};

export const robots: Reply = {
  status: 200,
  headers: ['Content-Type', 'text/plain'],
  body: 'User-agent: *\nDisallow: /\n',
};

/** the disk cannot take the record and the tenant would rather wait than lose count */
export const unlogged: Reply = {
  status: 503,
  headers: ['Content-Type', 'text/plain; charset=utf-8', 'Retry-After', '5', ...NO_STORE],
  body: 'This link cannot be followed at the moment. Please try again in a few seconds.\n',
};
