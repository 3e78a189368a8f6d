import { expect, test } from 'vitest';
import { ConfigurationError, parseEnv } from './env.ts';

test('an empty environment gives the documented defaults', () => {
  expect(parseEnv({})).toMatchObject({
    port: 3001,
    workers: 1,
    transport: 'net',
    baseHost: 'localhost',
    publicOrigin: 'http://localhost:3000',
    brandName: 'Tributary',
    brandLabel: 'tributary',
    drainGraceMs: 0,
    secret: null,
    trustedProxies: [],
  });
  expect(parseEnv({ BRAND_NAME: 'Blue River' }).brandLabel).toBe('blueriver');
});

test('every fault is told at once, in words that name the setting', () => {
  const faulty = {
    TRACKER_PORT: '70000',
    TRACKER_WORKERS: '0',
    TRACKER_TRANSPORT: 'udp',
    PUBLIC_ORIGIN: 'ftp://x',
    SERVER_URL: 'nonsense',
    TRUSTED_PROXIES: '10.0.0.0/8, example',
    TRIBUTARY_SECRET: 'short',
    BRAND_LABEL: 'a b',
  };
  try {
    parseEnv(faulty);
    expect.fail('it was taken');
  } catch (fault) {
    expect(fault).toBeInstanceOf(ConfigurationError);
    const { reasons } = fault as ConfigurationError;
    expect(reasons).toHaveLength(Object.keys(faulty).length);
    expect(reasons.join()).not.toContain('short'); // a secret is never repeated
  }
});
