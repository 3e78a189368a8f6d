import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { secretFrom } from './secret.ts';
import { createVault, Secret, type SecretPlace } from './vault.ts';

const secret = secretFrom('ab'.repeat(32));
const vault = createVault(secret);
const place: SecretPlace = { tenantId: 't1', connectionId: 'c1', field: 'app_secret' };
const VALUE = 'shpss_0123456789abcdef · ₹';

test('what was sealed is opened for the same place, and never looks alike twice', () => {
  const [one, two] = [vault.seal(place, VALUE), vault.seal(place, VALUE)];
  expect(one).not.toBe(two);
  expect(vault.open(place, one)?.reveal()).toBe(VALUE);
  expect(vault.open(place, vault.seal(place, ''))?.reveal()).toBe('');
  for (const part of [VALUE, 'shpss', Buffer.from(VALUE).toString('base64url')]) expect(one).not.toContain(part);
});

test.each<[string, SecretPlace]>([
  ['another tenant', { ...place, tenantId: 't2' }],
  ['another connection', { ...place, connectionId: 'c2' }],
  ['another field', { ...place, field: 'token' }],
  ['the same letters cut elsewhere', { tenantId: 't1c', connectionId: '1', field: 'app_secret' }],
])('it does not open for %s', (_what, other) => {
  expect(vault.open(other, vault.seal(place, VALUE))).toBeNull();
});

test('altered anywhere, cut short or of no form that is known, it does not open', () => {
  const sealed = vault.seal(place, VALUE);
  const at = sealed.lastIndexOf('.') + 1;
  for (let n = at; n < sealed.length - 1; n++) {
    const other = `${sealed.slice(0, n)}${sealed[n] === 'A' ? 'B' : 'A'}${sealed.slice(n + 1)}`;
    expect(vault.open(place, other)).toBeNull();
  }
  for (const bad of ['', 'v1', 'v1..', sealed.slice(0, at), sealed.slice(0, -5), sealed.replace('v1.', 'v2.'), VALUE]) {
    expect(vault.open(place, bad)).toBeNull();
  }
});

test('after a rotation older ones open and say that they are stale; under an unknown key nothing opens', () => {
  const sealed = vault.seal(place, VALUE);
  const next = createVault(secretFrom('cd'.repeat(32)), [secret]);
  expect([vault.isStale(sealed), next.isStale(sealed)]).toEqual([false, true]);
  expect(next.open(place, sealed)?.reveal()).toBe(VALUE);
  const again = next.seal(place, VALUE);
  expect([next.isStale(again), vault.open(place, again)]).toEqual([false, null]);
});

test('neither a log nor a reply nor an error can spell it out; a person sees a hint', () => {
  const held = new Secret(VALUE);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.info({ held, nested: { held } }, `opened ${held}`);
  const told = [
    ...lines,
    JSON.stringify({ held }),
    String(held),
    `${held}`,
    inspect({ held }),
    Object.keys(held).join(),
  ];
  for (const text of told) expect(text).not.toContain('shpss');
  expect([held.hint, new Secret('short').hint]).toEqual([`…${VALUE.slice(-4)}`, '…']);
});
