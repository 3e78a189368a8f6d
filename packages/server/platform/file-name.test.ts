import { expect, test } from 'vitest';
import { safeFileName } from './file-name.ts';

test.each([
  ['invoice.pdf', 'application/pdf', 'invoice.pdf'],
  ['invoice.html', 'application/pdf', 'invoice.html.pdf'],
  ['Invoice 3.2026', 'application/pdf', 'Invoice 3.2026.pdf'],
  ['invoice', 'application/pdf', 'invoice.pdf'],
  ['photo.JPEG', 'image/jpeg', 'photo.JPEG'],
  ['photo.svg', 'image/png', 'photo.svg.png'],
  ['../etc/proof.txt', 'text/plain; charset=utf-8', '.. etc proof.txt'],
  ['orders.csv', 'text/plain; charset=utf-8', 'orders.csv'],
  ['proof', 'text/plain; charset=utf-8', 'proof.txt'],
  ['\u202etxt.bat', 'text/plain; charset=utf-8', null],
  ['x.hta', 'text/plain; charset=utf-8', null],
  ['x.bat', 'text/plain; charset=utf-8', null],
  ['x.html', 'text/plain; charset=utf-8', null],
  ['x.svg', 'text/plain; charset=utf-8', null],
  ['x.txt.', 'text/plain; charset=utf-8', null],
  ['x.exe', 'application/octet-stream', null],
])('%s of %s is called %s', (name, type, called) => {
  expect(safeFileName(name, type)).toBe(called);
});

test('a long name keeps its ending', () => {
  expect(safeFileName(`${'a'.repeat(300)}.pdf`, 'application/pdf')).toMatch(/^a{116}\.pdf$/);
  expect(safeFileName('a'.repeat(300), 'application/pdf')).toMatch(/^a{116}\.pdf$/);
});
