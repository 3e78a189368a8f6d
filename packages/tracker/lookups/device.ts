// What a user agent says about the visitor. Parsing costs tens of microseconds, so results are cached by the text; what
// a row needs of them is prepared once, too.
import { copyField } from '@tributary/contract/tracker/spool-record';
import { isbot } from 'isbot';
import { UAParser } from 'my-ua-parser';
import { TwoGenerations } from '../memory/two-generations.ts';
import { cleanText } from '../transport/query.ts';

export interface Device {
  readonly userAgent: string;
  /** desktop, mobile, tablet, tv, console, wearable; empty for bots */
  readonly type: string;
  readonly brand: string;
  readonly model: string;
  /** android, ios, windows, macos, linux, chromeos, … in lower case */
  readonly os: string;
  readonly osVersion: string;
  readonly browser: string;
  readonly browserVersion: string;
  readonly automation: 'none' | 'bot' | 'preview';
  /** of the user agent, for telling visitors apart */
  readonly hash: number;
  /** device_type … user_agent, as COPY text, each followed by a tab */
  readonly rowPart: string;
}

const MAX_USER_AGENT = 512;

/** programs that fetch a link to show a preview of it in a chat or a feed */
const PREVIEWS =
  /facebookexternalhit|facebookcatalog|meta-externalfetcher|twitterbot|slackbot|slack-imgproxy|whatsapp|telegrambot|discordbot|linkedinbot|skypeuripreview|viber|pinterest(?:bot)?\/|redditbot|snapchat|vkshare|line-poker|kakaotalk-scrap|google-pagerenderer|bitlybot|embedly|iframely|mastodon|bluesky|cardyb|zoombot|microsoftpreview|msteams|imessagelinkpreview/i;

const OS_NAMES: Record<string, string> = {
  'mac os': 'macos',
  'chromium os': 'chromeos',
  'chrome os': 'chromeos',
  ubuntu: 'linux',
  debian: 'linux',
  fedora: 'linux',
  'windows phone': 'windows',
};

/** what the parser takes for the version of a Linux that names none */
const ARCHITECTURE = /^(x86_64|amd64|i\d86|arm\w*|aarch64)$/i;

const DEVICE_TYPES: Record<string, string> = { smarttv: 'tv', xr: 'wearable', embedded: 'desktop' };

function automationOf(userAgent: string): Device['automation'] {
  if (PREVIEWS.test(userAgent)) return 'preview';
  return userAgent === '' || isbot(userAgent) ? 'bot' : 'none';
}

function osOf(name: string | undefined): string {
  const lower = name?.toLowerCase() ?? '';
  return OS_NAMES[lower] ?? lower;
}

/** FNV-1a */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

export function readDevice(userAgent: string): Device {
  const { device, os, browser } = new UAParser(userAgent).getResult();
  const automation = automationOf(userAgent);
  const type = device.type ? (DEVICE_TYPES[device.type] ?? device.type) : automation === 'none' ? 'desktop' : '';
  const known = {
    type,
    brand: device.vendor?.toLowerCase() ?? '',
    model: device.model ?? '',
    os: osOf(os.name),
    osVersion: ARCHITECTURE.test(os.version ?? '') ? '' : (os.version ?? ''),
    browser: browser.name?.toLowerCase().replace(/^mobile /, '') ?? '',
    browserVersion: browser.version ?? '',
    userAgent,
  };
  const rowPart = Object.values(known)
    .map((field) => `${copyField(cleanText(field, MAX_USER_AGENT))}\t`)
    .join('');
  return { ...known, automation, hash: hashOf(userAgent), rowPart };
}

/** a text of its own; a piece of a request's text would keep the whole of it in memory */
const ownText = (header: string): string => Buffer.from(header, 'latin1').toString('latin1');

export class Devices {
  readonly #cache = new TwoGenerations<Device>(20_000);

  of(userAgent: string): Device {
    const key = userAgent.length > MAX_USER_AGENT ? userAgent.slice(0, MAX_USER_AGENT) : userAgent;
    return this.#cache.get(key) ?? this.#remember(ownText(key));
  }

  #remember(key: string): Device {
    return this.#cache.add(key, readDevice(cleanText(key, MAX_USER_AGENT)));
  }
}
