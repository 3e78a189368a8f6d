// What a picture is, told by its bytes: PNG, JPEG, WebP or GIF with its size in pixels. Names and declared types are
// not believed, and anything else (SVG above all, which can carry script) is none.
import { crc32 } from 'node:zlib';

export const MAX_IMAGE_SIDE = 4096;

export interface Picture {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  width: number;
  height: number;
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 33 || bytes.toString('hex', 0, 8) !== '89504e470d0a1a0a') return null;
  if (bytes.readUInt32BE(8) !== 13 || ascii(bytes, 12, 16) !== 'IHDR') return null;
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function readGif(bytes: Buffer): Picture | null {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return null;
  return { contentType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** a frame header, of whichever coding; C4, C8 and CC among them are tables */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (isFrame(marker)) {
      return { contentType: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    const length = isBare ? 0 : bytes.readUInt16BE(at + 2);
    if (marker === 0xda || marker === 0xd9 || (!isBare && length < 2)) return null;
    at += 2 + length;
  }
  return null;
}

function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 12) !== 'WEBP') return null;
  const contentType = 'image/webp';
  switch (ascii(bytes, 12, 16)) {
    case 'VP8 ':
      if (bytes.toString('hex', 23, 26) !== '9d012a') return null;
      return { contentType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return null;
      const bits = bytes.readUInt32LE(21);
      return { contentType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { contentType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

export function readPicture(bytes: Buffer): Picture | null {
  const picture = readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return picture && picture.width > 0 && picture.height > 0 ? picture : null;
}

const CRC = 4;
/** chunk by chunk up to its end, each with a right checksum */
function isWholePng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 + CRC <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + CRC > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (ascii(bytes, at + 4, at + 8) === 'IEND') return true;
    at = end + CRC;
  }
  return false;
}

/** that nothing of it is missing: a header alone tells a size, but shows nothing */
export function isWholePicture(bytes: Buffer, { contentType }: Picture): boolean {
  switch (contentType) {
    case 'image/png':
      return isWholePng(bytes);
    case 'image/jpeg':
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > bytes.indexOf(Buffer.from([0xff, 0xda])) + 2;
    case 'image/webp':
      return bytes.readUInt32LE(4) + 8 <= bytes.length + 1;
    case 'image/gif':
      return bytes.includes(0x3b, 13);
  }
}
