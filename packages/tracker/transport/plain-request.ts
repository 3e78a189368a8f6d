// A plain request, read in one pass: the GET or HEAD that browsers and edge proxies send, whole in one piece. The grammar is a
// strict part of what node:http accepts; whatever is outside of it (a body, a half-sent head, a repeated or unusual
// header, a tab or a byte beyond ASCII, anything malformed) is null here and left to node:http, which alone judges such requests.
import type { TrackerRequest } from './transport.ts';

const MAX_HEAD = 8 * 1024;
/** each is compared with each */
const MAX_HEADERS = 64;
const HEAD = /^(?:GET|HEAD) \/[!-~]* HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[ -~]*\r\n)+\r\n$/;

/** these announce a body, or change how a connection goes on */
const NOT_PLAIN = ['content-length', 'transfer-encoding', 'upgrade', 'expect', 'proxy-connection'];

export class PlainRequest implements TrackerRequest {
  readonly method: string;
  readonly target: string;
  readonly body = '';
  readonly peer: string;
  /** the sender wants no further request on this connection */
  readonly isLast: boolean;
  readonly #text: string;
  /** of each header: where its name begins, where its colon stands, where its line ends */
  readonly #cuts: readonly number[];

  constructor(text: string, peer: string, lineEnd: number, cuts: readonly number[]) {
    this.method = text.startsWith('GET') ? 'GET' : 'HEAD';
    this.target = text.slice(this.method.length + 1, lineEnd - ' HTTP/1.1'.length);
    this.peer = peer;
    this.#text = text;
    this.#cuts = cuts;
    this.isLast = this.header('connection')?.toLowerCase() === 'close';
  }

  header(name: string): string | undefined {
    const cuts = this.#cuts;
    for (let at = 0; at < cuts.length; at += 3) {
      const colon = cuts[at + 1] ?? 0;
      if (isName(this.#text, cuts[at] ?? 0, colon, name)) return trimmed(this.#text, colon + 1, cuts[at + 2] ?? 0);
    }
    return undefined;
  }
}

/** @param name in lower case */
function isName(text: string, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const given = text.charCodeAt(from + at);
    const wanted = name.charCodeAt(at);
    if (given !== wanted && !(given >= 65 && given <= 90 && given + 32 === wanted)) return false;
  }
  return true;
}

const SPACE = 32;

function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) === SPACE) start++;
  while (end > start && text.charCodeAt(end - 1) === SPACE) end--;
  return text.slice(start, end);
}

/** @param text what came, one character for each byte */
export function readPlainRequest(text: string, peer: string): PlainRequest | null {
  if (text.length > MAX_HEAD || !HEAD.test(text)) return null;
  const lineEnd = text.indexOf('\r');
  const cuts: number[] = [];
  for (let at = lineEnd + 2; at < text.length - 2; ) {
    const end = text.indexOf('\r', at);
    cuts.push(at, text.indexOf(':', at), end);
    at = end + 2;
  }
  if (cuts.length > 3 * MAX_HEADERS || hasRepeated(text, cuts)) return null;
  const request = new PlainRequest(text, peer, lineEnd, cuts);
  return isPlain(request) ? request : null;
}

function isPlain(request: PlainRequest): boolean {
  for (const name of NOT_PLAIN) if (request.header(name) !== undefined) return false;
  const connection = request.header('connection');
  if (connection !== undefined && !request.isLast && connection.toLowerCase() !== 'keep-alive') return false;
  return Boolean(request.header('host'));
}

/** proxies and Node disagree on what a repeated header means */
function hasRepeated(text: string, cuts: readonly number[]): boolean {
  for (let at = 3; at < cuts.length; at += 3) {
    const from = cuts[at] ?? 0;
    const length = (cuts[at + 1] ?? 0) - from;
    for (let earlier = 0; earlier < at; earlier += 3) {
      const other = cuts[earlier] ?? 0;
      if ((cuts[earlier + 1] ?? 0) - other === length && isSame(text, from, other, length)) return true;
    }
  }
  return false;
}

/** but for case; "^" and "~" pass for the same, too, and then node:http decides */
function isSame(text: string, one: number, other: number, length: number): boolean {
  for (let at = 0; at < length; at++) {
    if ((text.charCodeAt(one + at) | 32) !== (text.charCodeAt(other + at) | 32)) return false;
  }
  return true;
}
