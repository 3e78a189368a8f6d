// The shapes of ordinary traffic: when people click, from where, with what, and how some of it is refused.
import { createHash } from 'node:crypto';

/** UTC hours, a European and Indian day laid over each other */
export const hourWeights = [
  0.5, 0.4, 0.4, 0.5, 0.7, 0.9, 1.0, 1.1, 1.2, 1.3, 1.3, 1.3, 1.4, 1.5, 1.5, 1.4, 1.4, 1.4, 1.3, 1.2, 1.0, 0.8, 0.7,
  0.6,
];
/** Sunday first */
export const weekdayWeights = [0.8, 1.05, 1.1, 1.1, 1.05, 1.0, 0.85];

export const countries = [
  { code: 'IN', network: '49.36.128', language: 'hi' },
  { code: 'US', network: '73.162.10', language: 'en' },
  { code: 'GB', network: '81.2.69', language: 'en' },
  { code: 'DE', network: '91.64.20', language: 'de' },
  { code: 'BR', network: '177.32.8', language: 'pt' },
  { code: 'FR', network: '90.3.10', language: 'fr' },
  { code: 'ES', network: '83.44.9', language: 'es' },
  { code: 'MX', network: '187.190.4', language: 'es' },
  { code: 'ID', network: '36.68.12', language: 'id' },
  { code: 'AE', network: '94.200.3', language: 'ar' },
  { code: 'JP', network: '126.10.2', language: 'ja' },
] as const;

export const browsers = [
  { name: 'chrome', os: 'android', device: 'mobile' },
  { name: 'chrome', os: 'android', device: 'mobile' },
  { name: 'safari', os: 'ios', device: 'mobile' },
  { name: 'chrome', os: 'windows', device: 'desktop' },
  { name: 'chrome', os: 'windows', device: 'desktop' },
  { name: 'edge', os: 'windows', device: 'desktop' },
  { name: 'safari', os: 'macos', device: 'desktop' },
  { name: 'firefox', os: 'linux', device: 'desktop' },
  { name: 'chrome', os: 'android', device: 'tablet' },
] as const;

export const userAgents: Record<string, string> = {
  android:
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  macos:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  linux: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
};

export const sources = ['newsletter', 'blog', 'push', 'native', 'search', 'social', 'coupon-site'] as const;
export const refusals = [
  'bot',
  'bot',
  'prefetch',
  'duplicate',
  'duplicate',
  'target_country',
  'target_device',
  'cap_reached',
  'preview',
] as const;

/** numbers in [0, 1) that depend on the seed alone (mulberry32) */
export function random(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** the item at a share of the list */
export function pick<Item>(items: readonly Item[], share: number): Item {
  const item = items[Math.min(items.length - 1, Math.floor(share * items.length))];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
