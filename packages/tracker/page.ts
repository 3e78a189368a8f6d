// The page a visitor sees when no destination is left: the offer is over and neither it nor the tenant has a
// fallback. It names the tenant, tells nothing about the offer, and loads nothing from anywhere.
import { createHash } from 'node:crypto';
import { firstLetter, inkOn, isColor } from '@tributary/contract/tracker/ink';
import type { Reply } from './transport/transport.ts';

export interface PageBrand {
  name: string;
  /** #rrggbb */
  color: string;
  /** our own mark; a tenant's page shows the first letter of the tenant's name instead, and nothing of ours */
  isPlatform: boolean;
}

export const PAGE_COLOR = '#0f766e';

export const escapeHtml = (value: string): string =>
  value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = (color: string): string => `
:root{color-scheme:light dark;--accent:${color};--ground:#f8fafc;--card:#fff;--line:#e2e8f0;--text:#0f172a;--soft:#475569}
@media(prefers-color-scheme:dark){:root{--ground:#0b1120;--card:#111a2e;--line:#23304a;--text:#e8edf6;--soft:#a3b1c8}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--text);
font:16px/1.55 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:32px 28px;
box-shadow:0 1px 3px rgb(15 23 42/.08)}
header{display:flex;align-items:center;gap:10px;font-weight:500;overflow-wrap:anywhere}
svg{flex:none;color:var(--accent)}
i{flex:none;width:32px;height:32px;border-radius:8px;display:grid;place-items:center;background:var(--accent);
color:${inkOn(color)};font-style:normal;font-weight:600}
@media(prefers-color-scheme:dark){svg{filter:brightness(1.45)}}
h1{margin:28px 0 8px;font-size:20px;line-height:1.3;font-weight:600}
p{margin:0 0 8px;color:var(--soft)}
p:last-child{margin:0}
`;

const MARK =
  '<svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linecap="round" aria-hidden="true"><path d="M3 5c6 0 6 7 11 7h7"/><path d="M3 12h18"/>' +
  '<path d="M3 19c6 0 6-7 11-7"/></svg>';

/** built once per brand and snapshot, then served as it is */
export function unavailablePage(brand: PageBrand, status = 404): Reply {
  const css = style(isColor(brand.color) ? brand.color : PAGE_COLOR);
  const name = escapeHtml(brand.name);
  const letter = escapeHtml(firstLetter(brand.name));
  const mark = brand.isPlatform ? MARK : `<i aria-hidden="true">${letter}</i>`;
  const hash = createHash('sha256').update(css).digest('base64');
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>Not available · ${name}</title><style>${css}</style></head>
<body><main><header>${mark}<span>${name}</span></header>
<h1>This link is not available</h1>
<p>The offer behind it may have ended, or the address may be mistyped.</p>
<p>If somebody sent you here, please tell them that the link no longer leads anywhere.</p></main></body></html>`;
  return { status, headers: pageHeaders(`style-src 'sha256-${hash}'`), body: Buffer.from(body) };
}

export const pageHeaders = (policy: string): string[] => [
  'Content-Type',
  'text/html; charset=utf-8',
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  `default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
];
