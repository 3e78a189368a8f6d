// For tests only: reads a zip by its central directory, as spreadsheet programs do, and checks every size and checksum.
import { crc32, inflateRawSync } from 'node:zlib';

export function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let n = 0; n < file.readUInt16LE(end + 10); n++) {
    const [crc, packed, size] = [16, 20, 24].map((field) => file.readUInt32LE(at + field));
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = inflateRawSync(file.subarray(data, data + (packed ?? 0)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    parts.set(name, content.toString());
    at += 46 + nameLength;
  }
  return parts;
}
