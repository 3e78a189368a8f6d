import { describe, expect, test } from 'vitest';
import { readSettings, SettingsError } from './env.ts';

const enough = { DATABASE_URL: 'postgres://owner:pw@127.0.0.1/tributary' };
const sentence = (env: Record<string, string | undefined>): string => {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('settings', () => {
  test('need no more than the database; the rest has defaults', () => {
    const settings = readSettings(enough);
    expect(settings).toMatchObject({
      port: 3000,
      role: 'all',
      production: false,
      brandName: 'Tributary',
      brandLabel: 'tributary',
      rateLimitScale: 1,
      drainGraceMs: 0,
      demo: false,
      mailFrom: 'Tributary <no-reply@localhost>',
    });
    expect(settings.publicOrigin.origin).toBe('http://localhost:3000');
    expect(settings.trackerOrigin.origin).toBe('http://localhost:3001');
  });

  test('that are empty count as not set', () => {
    expect(readSettings({ ...enough, PORT: '', SMTP_URL: '', PUBLIC_ORIGIN: '' }).port).toBe(3000);
  });

  test('follow from each other: the port shows in the origin, https means production', () => {
    expect(readSettings({ ...enough, PORT: '8080' }).publicOrigin.origin).toBe('http://localhost:8080');
    const live = readSettings({ ...enough, PUBLIC_ORIGIN: 'https://tributary.example', BRAND_NAME: 'Blue Ocean' });
    expect(live).toMatchObject({ production: true, drainGraceMs: 5_000, brandLabel: 'blueocean' });
  });

  test('production without a mail server is warned of; nothing else is', () => {
    const live = { ...enough, PUBLIC_ORIGIN: 'https://tributary.example' };
    expect(readSettings(live).warnings).toEqual([expect.stringMatching(/^SMTP_URL is not set: .* reach nobody/)]);
    expect(readSettings({ ...live, SMTP_URL: 'smtp://mail.example' }).warnings).toEqual([]);
    expect(readSettings(enough).warnings).toEqual([]);
  });

  test.each([
    [
      { DEMO: '1', PUBLIC_ORIGIN: 'https://tributary.example' },
      /DEMO=1 makes accounts whose password everybody knows: unset/,
    ],
    [{ DATABASE_URL: undefined }, /DATABASE_URL: /],
    [{ DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL: must be a postgres:\/\/ URL/],
    [{ PORT: 'abc' }, /PORT: /],
    [{ PORT: '70000' }, /PORT: /],
    [{ PORT: '30.5' }, /PORT: /],
    [{ ROLE: 'boss' }, /ROLE: /],
    [{ DATABASE_URL: 'postgres://a:b@c:port/d' }, /DATABASE_URL: must be a postgres:\/\/ URL/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,proxy.internal' }, /TRUSTED_PROXIES: must be addresses or networks/],
    [{ PUBLIC_ORIGIN: 'tributary.example' }, /PUBLIC_ORIGIN: /],
    [{ PUBLIC_ORIGIN: 'ftp://tributary.example' }, /PUBLIC_ORIGIN: /],
    [{ PUBLIC_ORIGIN: 'https://tributary.example/panel' }, /PUBLIC_ORIGIN: must be an origin/],
    [{ TRACKER_ORIGIN: 'go.example' }, /TRACKER_ORIGIN: /],
    [{ BRAND_NAME: 'x'.repeat(41) }, /BRAND_NAME: /],
    [{ BRAND_LABEL: 'Blue Ocean' }, /BRAND_LABEL: /],
    [{ TRIBUTARY_SECRET: 'short' }, /TRIBUTARY_SECRET: must be 64 hexadecimal digits/],
    [{ SMTP_URL: 'http://mail.example' }, /SMTP_URL: /],
    [{ MAIL_FROM: 'x' }, /MAIL_FROM: /],
    [{ RATE_LIMIT_SCALE: '0' }, /RATE_LIMIT_SCALE: /],
    [{ RATE_LIMIT_SCALE: '-1' }, /RATE_LIMIT_SCALE: /],
    [{ DRAIN_GRACE_MS: '-1' }, /DRAIN_GRACE_MS: /],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL: /],
    [{ DEMO: 'yes' }, /DEMO: /],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN: /],
    [{ OPERATOR_EMAIL: 'nobody', OPERATOR_PASSWORD: 'long enough here' }, /OPERATOR_EMAIL: /],
    [
      { OPERATOR_EMAIL: 'op@x.test', OPERATOR_PASSWORD: 'short' },
      /OPERATOR_PASSWORD: must have at least 12 characters/,
    ],
    [{ OPERATOR_EMAIL: 'op@x.test' }, /OPERATOR_EMAIL and OPERATOR_PASSWORD go together/],
    [{ OPERATOR_PASSWORD: 'long enough here' }, /go together/],
    [
      { PUBLIC_ORIGIN: 'https://tributary.example', OUTBOUND_ALLOW: '127.0.0.1:9' },
      /unset it when PUBLIC_ORIGIN is https/,
    ],
  ])('%j stop the start with a sentence that names them', (env, expected) => {
    expect(sentence({ ...enough, ...env })).toMatch(expected);
  });

  test('all wrong ones are named at once, and no secret is repeated', () => {
    const text = sentence({ ...enough, PORT: 'x', ROLE: 'x', TRIBUTARY_SECRET: 'canary-secret' });
    expect(text).toMatch(/PORT[\s\S]*ROLE[\s\S]*TRIBUTARY_SECRET/);
    expect(text).not.toContain('canary-secret');
  });

  test('OUTBOUND_ALLOW is read as a list, and is for local use', () => {
    expect(readSettings({ ...enough, OUTBOUND_ALLOW: ' 127.0.0.1:9 , [::1]:8,' }).outboundAllow).toEqual([
      '127.0.0.1:9',
      '[::1]:8',
    ]);
  });

  test('DNS_SERVERS are addresses: a name there would have to be asked for itself', () => {
    expect(readSettings(enough).dnsServers).toEqual([]);
    expect(readSettings({ ...enough, DNS_SERVERS: '10.0.0.2, [::1]:5353' }).dnsServers).toEqual([
      '10.0.0.2',
      '[::1]:5353',
    ]);
    expect(sentence({ ...enough, DNS_SERVERS: 'ns.example.com' })).toMatch(/DNS_SERVERS: must be addresses/);
  });
});
