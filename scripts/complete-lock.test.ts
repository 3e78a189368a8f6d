import { expect, test } from 'vitest';
import { missingLockEntries } from './complete-lock.mjs';

test('every optional platform package of the lock has an entry, or npm ci refuses it', () => {
  expect(missingLockEntries()).toEqual([]);
});

test('an absent platform package is described by its name', () => {
  const packages = {
    'node_modules/tool': { version: '2.0.0', dev: true, optionalDependencies: { '@tool/linux-arm64-musl': '2.0.0' } },
  };
  const entry = { version: '2.0.0', dev: true, optional: true, os: ['linux'], cpu: ['arm64'], libc: ['musl'] };
  expect(missingLockEntries({ packages })).toEqual([{ at: 'node_modules/@tool/linux-arm64-musl', entry }]);
});

test('another version at the top does not stand in for the one that is wanted', () => {
  const packages = {
    'node_modules/tool': { version: '2.0.0', optionalDependencies: { 'tool-darwin-x64': '2.0.0' } },
    'node_modules/tool-darwin-x64': { version: '1.0.0' },
  };
  expect(missingLockEntries({ packages })[0]?.at).toBe('node_modules/tool/node_modules/tool-darwin-x64');
});
