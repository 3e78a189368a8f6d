import { expect, it } from 'vitest';
import { deviceOf } from './user-agent.ts';

it('names the browser and the system a session was opened with', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(deviceOf(`${windows} Chrome/131.0.0.0 Safari/537.36`)).toBe('Chrome on Windows');
  expect(deviceOf(`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`)).toBe('Edge on Windows');
  expect(deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1')).toBe(
    'Safari on iOS',
  );
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0')).toBe('Firefox on Linux');
});

it('has a name for what is no browser, and for nothing at all', () => {
  expect(deviceOf('curl/8.5.0')).toBe('curl');
  expect(deviceOf('')).toBe('Unknown device');
});
