// What a file that somebody sent is called when it is given out again: no path, no hidden characters, and the ending of what its
// bytes are. A browser or a desk goes by the ending, whatever was found in the bytes.
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'text/plain': ['txt', 'csv', 'log', 'md'],
};
const MOST = 120;

/** null: a text that calls itself something else, such as a page or a program, is not taken */
export function safeFileName(name: string, mediaType: string): string | null {
  const kind = mediaType.split(';')[0] ?? '';
  const [usual, ...others] = endings[kind] ?? [];
  if (usual === undefined) return null;
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').trim() || 'file';
  const ending = /\.([^.]*)$/.exec(plain)?.[1]?.trim().toLowerCase();
  if (ending !== undefined && [usual, ...others].includes(ending)) return plain.slice(-MOST).trim();
  if (ending !== undefined && kind === 'text/plain') return null;
  return `${plain.slice(0, MOST - usual.length - 1)}.${usual}`;
}
