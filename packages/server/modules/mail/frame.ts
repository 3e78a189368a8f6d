// The page around a mail's text: the workspace's logo or name above, its colour on the button. Tables and styles on the elements
// themselves, as mail programs ask for; the rules in the head are for those that know a dark scheme and narrow screens.
import { escapeHtml } from '../../platform/html.ts';
import { placed } from './variables.ts';

export interface MailLook {
  /** #rrggbb */
  color: string | null;
  logoUrl: string | null;
}
export const plainLook: MailLook = { color: null, logoUrl: null };

const OUR_COLOR = '#0f766e';

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex: string): number =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
/** white where it can be read on the colour (4.5:1), else black: one of them always can */
export const textOn = (hex: string): '#ffffff' | '#000000' =>
  1.05 / (luminance(hex) + 0.05) >= 4.5 ? '#ffffff' : '#000000';

const colorOf = ({ color }: MailLook): string => (color && /^#[0-9a-f]{6}$/i.test(color) ? color : OUR_COLOR);

const button = (label: string, url: string, look: MailLook): string => {
  const color = colorOf(look);
  const style = `display:inline-block;padding:12px 22px;border-radius:8px;background:${color};color:${textOn(color)};font-weight:600;line-height:20px;text-decoration:none`;
  return `<a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
};

/** what a template only placed becomes what it is */
export function withAction(fragment: string, action: { label: string; url: string } | null, look: MailLook): string {
  const url = escapeHtml(action?.url ?? '');
  return fragment
    .replaceAll(placed.button, () => (action ? button(action.label, action.url, look) : ''))
    .replaceAll(placed.link, () => (action ? `<a href="${url}">${url}</a>` : ''))
    .replaceAll(placed.address, () => url);
}

const STYLES = `
.text p,.text ul,.text ol,.text blockquote,.text pre{margin:0 0 16px}
.text h1,.text h2,.text h3,.text h4,.text h5,.text h6{margin:0 0 12px;line-height:1.3}
.text h1{font-size:24px}.text h2{font-size:20px}.text h3,.text h4,.text h5,.text h6{font-size:17px}
.text blockquote{padding-left:12px;border-left:3px solid #cbd5e1}
.text a{overflow-wrap:anywhere}
@media (max-width:480px){.card{padding:24px 20px!important}.page{padding:16px 8px!important}}
@media (prefers-color-scheme: dark){
.page{background:#0b1220!important}.card{background:#111a2c!important;border-color:#24324d!important}
.text,.name{color:#e6edf7!important}.foot{color:#a3b1c7!important}.text a:not(.button){color:#7dd3fc!important}
.logo{background:#ffffff;padding:6px 8px;border-radius:6px}
}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',Arial,sans-serif";

export interface FramedMail {
  language: string;
  subject: string;
  brand: string;
  look: MailLook;
  /** clean HTML */
  text: string;
}

export function framed({ language, subject, brand, look, text }: FramedMail): string {
  const name = escapeHtml(brand);
  const head = look.logoUrl
    ? `<img class="logo" src="${escapeHtml(look.logoUrl)}" alt="${name}" height="32" style="display:inline-block;height:32px;max-width:200px;border:0;font-size:18px;font-weight:600">`
    : `<span class="name" style="font-size:18px;font-weight:600;color:#0f172a">${name}</span>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLES}</style></head><body style="margin:0;padding:0"><table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f5f9;padding:32px 12px;${FONT}"><tr><td align="center"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left"><tr><td style="padding:0 4px 20px">${head}</td></tr><tr><td class="card" style="background:#ffffff;border:1px solid #e2e8f0;border-radius:12px;padding:32px"><div class="text" style="font-size:16px;line-height:1.6;color:#0f172a;overflow-wrap:anywhere">${text}</div></td></tr><tr><td class="foot" style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:#475569">${name}</td></tr></table></td></tr></table></body></html>`;
}
