// A picture from a rule for its pixels: the demo's logos, and pictures for tests, without a file in the repository.
import { crc32, deflateSync } from 'node:zlib';

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const RGBA = 6;

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

export function drawPng(width: number, height: number, pixelAt: (x: number, y: number) => Pixel): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, RGBA, 0, 0, 0], 8);
  const lines = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) lines.set(pixelAt(x, y), y * (width * 4 + 1) + 1 + x * 4);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
