// Where an answer sends its reader: by a header, by a page's meta tag, by a script that does nothing else. Scripts are not run: what
// they would do is read by pattern, and only of a page that has little else to show.
import type { HopWay } from '@tributary/contract/trust/tester-words';

export interface Next {
  url: string;
  by: HopWay;
}

interface Answered {
  status: number;
  header(name: string): string | null;
  body: string;
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
/** a page that people read is no redirect, whatever its scripts do when something is pressed */
const MOST_SHOWN = 2_000;
/** a page that turns itself over later than this is meant to be read */
const MOST_SECONDS = 10;

/** null: it ends here */
export function nextHop(at: URL, { status, header, body }: Answered): Next | null {
  const location = header('location');
  if (isRedirect(status)) return location === null ? null : resolved(location, at, 'location');
  const refresh = header('refresh');
  const told = refresh === null ? null : refreshTarget(refresh);
  if (told !== null) return resolved(told, at, 'refresh');
  if (!/html|^$/i.test(header('content-type') ?? '')) return null;
  const page = body.replaceAll(/<!--[\s\S]*?-->/g, '');
  const meta = metaTarget(page);
  if (meta !== null) return resolved(meta, at, 'meta');
  const script = scriptTarget(page);
  return script === null ? null : resolved(script, at, 'script');
}

/** as it stands where it is no address at all: the next look at it says so */
function resolved(text: string, at: URL, by: HopWay): Next {
  const url = text.trim();
  return { url: URL.canParse(url, at) ? new URL(url, at).href : url, by };
}

/** "0; url=https://shop.example/" */
function refreshTarget(content: string): string | null {
  const [, seconds = '', url = ''] = /^\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?(.+)$/i.exec(content) ?? [];
  if (url === '' || Number(seconds) > MOST_SECONDS) return null;
  return url.trim().replace(/^(['"])(.*)\1$/, '$2') || null;
}

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  return found ? plain(found[1] ?? found[2] ?? found[3] ?? '') : null;
};

function metaTarget(page: string): string | null {
  for (const [tag] of page.matchAll(/<meta\s[^>]{1,4000}>/gi)) {
    if (attribute(tag, 'http-equiv')?.toLowerCase() !== 'refresh') continue;
    const target = refreshTarget(attribute(tag, 'content') ?? '');
    if (target !== null) return target;
  }
  return null;
}

const GOES =
  /\blocation(?:\.href)?\s*=\s*(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})')|\blocation\.(?:replace|assign)\(\s*(?:"([^"\n]{1,4000})"|'([^'\n]{1,4000})')\s*\)/;

function scriptTarget(page: string): string | null {
  const scripts = [...page.matchAll(/<script\b[^>]{0,4000}>([\s\S]*?)<\/script>/gi)].map(([, text = '']) => text);
  if (scripts.length === 0) return null;
  const shown = page
    .replaceAll(/<(script|style|noscript)\b[^>]{0,4000}>[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]{0,4000}>/g, '')
    .replaceAll(/\s+/g, ' ');
  if (shown.length > MOST_SHOWN) return null;
  for (const text of scripts) {
    const found = GOES.exec(text);
    const target = found?.slice(1).find((one) => one !== undefined);
    if (target) return unescaped(target);
  }
  return null;
}

/** what a script's text means: `\/`, `\x2f`, `\u002f` */
const unescaped = (text: string): string =>
  text
    .replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4}))/gi, (_all, short?: string, long?: string) =>
      String.fromCharCode(Number.parseInt(short ?? long ?? '', 16)),
    )
    .replaceAll(/\\(.)/g, '$1');

const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' };
const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|quot|apos|lt|gt));/gi, (_all, ten, sixteen, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? '';
    return String.fromCodePoint(ten === undefined ? Number.parseInt(sixteen, 16) : Number(ten));
  });

export interface StoreApp {
  store: 'apple' | 'google';
  id: string;
}

/** the app that an address opens: pages of the two stores, and the addresses by which telephones open them */
export function appIn(text: string): StoreApp | null {
  const apple = /^(?:https?|itms-apps?|itms-appss):\/\/(?:apps|itunes)\.apple\.com\/[^?#]*\bid(\d{5,12})\b/i.exec(text);
  if (apple?.[1]) return { store: 'apple', id: apple[1] };
  const google =
    /^(?:https?:\/\/play\.google\.com\/store\/apps\/details|market:\/\/details)\?(?:[^#]*&)?id=([\w.]{1,200})/i.exec(
      text,
    ) ?? /^intent:\/\/.*[;]package=([\w.]{1,200});/i.exec(text);
  return google?.[1] ? { store: 'google', id: google[1] } : null;
}
