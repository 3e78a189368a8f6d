// Reads a query string (or a form body) in one pass. Values are decoded, stripped of control characters and cut to 255
// bytes here, at the boundary: nothing behind it ever sees a line break, a NUL or a novel. The tracker reads its requests
// by it, and whoever wants to know what a tracker would make of a call.
import { MAX_PARAMETERS, MAX_VALUE_BYTES } from './receipt-rules.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const PLAIN = /^[\u0020-\u007e]*$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** printable, well-formed and at most `limit` bytes of UTF-8 */
export function cleanText(value: string, limit: number): string {
  if (value.length <= limit && PLAIN.test(value)) return value;
  const bytes = encoder.encode(value.replaceAll(CONTROL, '').slice(0, limit)); // a lone surrogate becomes U+FFFD
  let end = Math.min(bytes.length, limit);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--; // not within a letter
  return decoder.decode(bytes.subarray(0, end));
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced; // a broken escape: the value as it came is more use than none
  }
}

export class Query {
  readonly names: string[] = [];
  readonly values: string[] = [];
  readonly text: string;

  /** @param limits other limits than 255 bytes, by name */
  constructor(text: string, limits?: Readonly<Record<string, number>>) {
    this.text = text;
    let at = 0;
    while (at < text.length && this.names.length < MAX_PARAMETERS) {
      let end = text.indexOf('&', at);
      if (end < 0) end = text.length;
      let equals = text.indexOf('=', at);
      if (equals < 0 || equals > end) equals = end;
      if (equals > at) {
        const name = text.slice(at, equals);
        this.names.push(name);
        this.values.push(cleanText(decode(text.slice(equals + 1, end)), limits?.[name] ?? MAX_VALUE_BYTES));
      }
      at = end + 1;
    }
  }

  /** the first value of that name; empty where there is none */
  get(name: string): string {
    const at = this.names.indexOf(name);
    return at < 0 ? '' : (this.values[at] ?? '');
  }

  /** a positive int32; 0 where the value is anything else */
  number(name: string): number {
    return positiveInt(this.get(name));
  }
}

export function positiveInt(text: string): number {
  if (text.length === 0 || text.length > 10) return 0;
  let value = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value <= 2_147_483_647 ? value : 0;
}
