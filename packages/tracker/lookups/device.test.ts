import { expect, test } from 'vitest';
import { Devices } from './device.ts';

const devices = new Devices();

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    { type: 'mobile', brand: 'samsung', model: 'SM-S928B', os: 'android', osVersion: '14', automation: 'none' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    { type: 'mobile', brand: 'apple', model: 'iPhone', os: 'ios', osVersion: '17.5', browser: 'safari' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    { type: 'tablet', os: 'ios' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    { type: 'desktop', os: 'windows', browser: 'edge' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0',
    { type: 'desktop', os: 'macos', browser: 'firefox' },
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    { os: 'chromeos' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    { type: 'desktop', os: 'linux', osVersion: '' },
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', { automation: 'bot' }],
  ['curl/8.5.0', { automation: 'bot' }],
  ['', { automation: 'bot', type: '' }],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', { automation: 'preview' }],
  ['WhatsApp/2.23.20.0 A', { automation: 'preview' }],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', { automation: 'preview' }],
  ['TelegramBot (like TwitterBot)', { automation: 'preview' }],
])('%s', (userAgent, expected) => {
  expect(devices.of(userAgent)).toMatchObject(expected);
});

test('a user agent of any length or content gives a row part of eight clean fields', () => {
  for (const text of ['x'.repeat(100_000), 'a\tb\nc\\d', '\ud800', '₹'.repeat(400), '%00%0a']) {
    const { rowPart } = devices.of(text);
    expect(rowPart.split('\t')).toHaveLength(9);
    expect(rowPart).not.toMatch(/[\n\r]/);
    expect(Buffer.byteLength(rowPart)).toBeLessThan(2500);
  }
});

test('the same user agent is parsed once', () => {
  expect(devices.of('curl/8.5.0')).toBe(devices.of('curl/8.5.0'));
});
