import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { unavailablePage } from './page.ts';

const brand = { name: 'Acme & <Sons>', color: '#ffee00', isPlatform: false };

test('the page names the tenant, never the platform, and cannot be cached', () => {
  const { status, headers, body } = unavailablePage(brand);
  const text = body.toString();
  expect(status).toBe(404);
  expect(text).toContain('Acme &#38; &#60;Sons&#62;');
  expect(text).not.toMatch(/tributary|<svg/i);
  expect(text).toContain('color:#000'); // dark ink on a light colour
  expect(headers).toContain('no-store');
});

test('its policy allows its own style by hash and nothing else', () => {
  const { headers, body } = unavailablePage(brand);
  const css = /<style>([\s\S]*)<\/style>/.exec(body.toString())?.[1] ?? '';
  const hash = createHash('sha256').update(css).digest('base64');
  const policy = headers[headers.indexOf('Content-Security-Policy') + 1];
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
});

test('a colour that is no colour, or a name that is nothing, does no harm', () => {
  for (const color of ['red', '#fff', '#12345g', '}</style><script>']) {
    expect(unavailablePage({ ...brand, name: '', color }).body.toString()).toContain('--accent:#0f766e');
  }
});
