import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readPicture } from './picture.ts';

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const chunk = (name: string, data: Buffer) => Buffer.concat([u32(data.length), Buffer.from(name), data, u32(0)]);
const png = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(4))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const frame = (marker: number, width: number, height: number) =>
  Buffer.from([
    0xff,
    marker,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    34,
    0,
    2,
    17,
    1,
    3,
    17,
    1,
  ]);
const jpeg = (...parts: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts]);
const app0 = Buffer.concat([Buffer.from([0xff, 0xe0, 0, 16]), Buffer.from('JFIF\0'), Buffer.alloc(9)]);
const webp = (kind: string, body: string) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP'),
    Buffer.from(kind),
    Buffer.alloc(4),
    Buffer.from(body, 'hex'),
    Buffer.alloc(16),
  ]);

describe('a picture is told by its bytes, with its size', () => {
  test.each([
    ['PNG', png(640, 480), { contentType: 'image/png', width: 640, height: 480 }],
    ['GIF', gif, { contentType: 'image/gif', width: 1, height: 1 }],
    ['JPEG', jpeg(app0, frame(0xc0, 320, 200)), { contentType: 'image/jpeg', width: 320, height: 200 }],
    [
      'progressive JPEG with fill bytes',
      jpeg(app0, Buffer.from([0xff, 0xff]), frame(0xc2, 32, 20)),
      { contentType: 'image/jpeg', width: 32, height: 20 },
    ],
    ['WebP, lossy', webp('VP8 ', '0000009d012a40012001'), { contentType: 'image/webp', width: 320, height: 288 }],
    ['WebP, lossless', webp('VP8L', '2f3fc14700'), { contentType: 'image/webp', width: 320, height: 288 }],
    ['WebP, extended', webp('VP8X', '000000003f01001f0100'), { contentType: 'image/webp', width: 320, height: 288 }],
  ])('%s', (_, bytes, picture) => {
    expect(readPicture(bytes)).toEqual(picture);
  });
});

describe('anything else is none', () => {
  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML that claims to be a GIF', Buffer.from('GIF89<script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['a PNG without its header', png(1, 1).subarray(0, 12)],
    ['a PNG of no size', png(0, 10)],
    ['a JPEG without a frame', jpeg(app0, Buffer.from([0xff, 0xd9]))],
    ['a JPEG cut short', jpeg(app0).subarray(0, 10)],
    ['a JPEG whose parts have no length', jpeg(Buffer.from([0xff, 0xe0, 0, 0]), Buffer.alloc(20))],
    ['a BMP', Buffer.from('BM'.padEnd(60, '\0'))],
    ['a TIFF', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(40)])],
  ])('%s', (_, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });
  test('no cut of a picture and no altered byte of it breaks the reader', () => {
    for (const bytes of [png(3, 3), gif, jpeg(app0, frame(0xc0, 3, 3)), webp('VP8L', '2f3fc14700')]) {
      for (let end = 0; end < bytes.length; end++) expect(() => readPicture(bytes.subarray(0, end))).not.toThrow();
      for (let at = 0; at < bytes.length; at++) {
        const altered = Buffer.from(bytes);
        altered[at] = 0xff - (altered[at] ?? 0);
        expect(() => readPicture(altered)).not.toThrow();
      }
    }
  });
});
