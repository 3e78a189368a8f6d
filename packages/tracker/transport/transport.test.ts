// What the shortcut for plain requests answers must be what node:http alone would answer, byte for byte but for the date
// and the order of headers: the same streams go to both, well-formed and mutilated, whole and in pieces.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NodeHttpTransport } from './node-http.ts';
import { PlainConnection } from './plain-connection.ts';
import { readPlainRequest } from './plain-request.ts';
import { canShareReads } from './shared-reads.ts';
import type { Handler, TransportKind } from './transport.ts';

const READ = [
  'host',
  'user-agent',
  'referer',
  'cookie',
  'accept-language',
  'x-forwarded-for',
  'sec-purpose',
  'connection',
];

/** says what the hot path would see; a target decides how it is answered */
const echo: Handler = (request, answer) => {
  const { method, target, peer, body } = request;
  const seen = { method, target, peer, body, headers: READ.map((name) => request.header(name) ?? null) };
  const headers = ['Content-Type', 'application/json', 'Location', target.includes('evil') ? 'a\r\nX: y' : '/x'];
  const reply = { status: target.includes('moved') ? 302 : 200, headers, body: `${JSON.stringify(seen)}\r\n` };
  if (target.includes('empty')) reply.body = '';
  if (target.includes('later')) setTimeout(() => answer(reply), 5);
  else answer(reply);
};

const kinds: { name: string; kind: TransportKind; shared: boolean }[] = [
  { name: 'node:http', kind: 'http', shared: false },
  { name: 'shortcut', kind: 'net', shared: true },
  { name: 'shortcut without shared reads', kind: 'net', shared: false },
];
/** what each was asked: an answer that never leaves must not have been asked for either */
const asked = kinds.map((): string[] => []);
const transports = kinds.map(({ kind, shared }, at) => {
  const handler: Handler = (request, answer) => {
    asked[at]?.push(`${request.method} ${request.target}`);
    echo(request, answer);
  };
  return new NodeHttpTransport(handler, kind, { tryShared: async () => shared });
});
let ports: number[] = [];

beforeAll(async () => {
  ports = await Promise.all(transports.map((transport) => transport.listen(0, '127.0.0.1')));
});
afterAll(async () => {
  await Promise.all(transports.map((transport) => transport.close(100)));
});

/** turns of the event loop, which servers and senders share here */
const SILENT_TURNS = 20;
const PATIENT_TURNS = 1000;

/** all that comes back until the connection ends, or stays silent after the last piece */
async function exchange(port: number, pieces: readonly string[], turns = PATIENT_TURNS): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let text = '';
  let isOver = false;
  let silentFor = 0;
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    silentFor = 0;
  });
  socket.on('error', () => undefined); // a server may close while pieces are still on their way
  socket.once('close', () => {
    isOver = true;
  });
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    if (pieces.length > 1) await sleep(2);
  }
  for (silentFor = 0; !isOver && silentFor < turns; silentFor++) await sleep(2);
  socket.destroy();
  return `${text}${isOver ? '(closed)' : '(open)'}`;
}

/** statuses and bodies in their order; then the headers, in any */
function comparable(output: string): { order: string[]; headers: string[]; end: string } {
  const order: string[] = [];
  const headers: string[] = [];
  const [text = '', end = ''] = output.split(/(?=\((?:closed|open)\)$)/);
  let isLast = false;
  for (const line of text.split('\r\n')) {
    if (isLast && line.startsWith('HTTP')) break; // whether Node still complains of what follows depends on its timing
    isLast ||= line === 'Connection: close';
    if (/^(HTTP|\{)/.test(line)) order.push(line);
    else if (line !== '' && !line.startsWith('Date: ')) headers.push(line);
  }
  return { order, headers: headers.sort(), end };
}

/** of a busy machine, whose network may be slower than so many turns, those that differ are asked once more, with patience */
async function answersOfAll(pieces: readonly string[], isAlone: boolean) {
  const ask = async (turns: number) => {
    const outputs = await Promise.all(ports.map((port) => exchange(port, pieces, turns)));
    return outputs.map(comparable);
  };
  const [first, ...others] = await ask(SILENT_TURNS);
  const areAskedAlike = !isAlone || asked.every((list) => isDeepStrictEqual(list, asked[0]));
  if (areAskedAlike && others.every((other) => isDeepStrictEqual(other, first))) return [first, ...others];
  for (const list of asked) list.length = 0;
  return ask(PATIENT_TURNS);
}

const lines = (...parts: string[]): string => `${parts.join('\r\n')}\r\n\r\n`;
const HOST = 'Host: demo.localhost';
const LAST = 'Connection: close';
const PLAIN = lines('GET /click?camp_id=1 HTTP/1.1', HOST, 'User-Agent:  A  ', 'accept-LANGUAGE: de', LAST);

const PRINTABLE = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join('');

const streams: Record<string, string[]> = {
  'a plain GET': [PLAIN],
  'a HEAD': [lines('HEAD /moved HTTP/1.1', HOST, LAST)],
  'an answer without a body': [lines('GET /moved-empty HTTP/1.1', HOST, LAST)],
  'several on one connection': [lines('GET /1 HTTP/1.1', HOST), lines('GET /2 HTTP/1.1', HOST), PLAIN],
  'several in one piece': [lines('GET /1 HTTP/1.1', HOST) + lines('HEAD /2 HTTP/1.1', HOST) + PLAIN],
  'one that overtakes an answer': [lines('GET /later HTTP/1.1', HOST), PLAIN],
  'two that overtake an answer': [lines('GET /later HTTP/1.1', HOST), lines('GET /2 HTTP/1.1', HOST), PLAIN],
  'half of one that overtakes an answer': [lines('GET /later HTTP/1.1', HOST), PLAIN.slice(0, 30), PLAIN.slice(30)],
  'one after the last': [PLAIN, lines('GET /2 HTTP/1.1', HOST)],
  tabs: [lines('GET / HTTP/1.1', HOST, 'Referer:\ta\t'), lines('GET / HTTP/1.1', HOST, 'Connection: close\t'), PLAIN],
  'a head in pieces': [PLAIN.slice(0, 3), PLAIN.slice(3, 50), PLAIN.slice(50)],
  'a form between two': [
    lines('GET /1 HTTP/1.1', HOST),
    `${lines('POST /postback HTTP/1.1', HOST, 'Content-Length: 7')}click=1`,
    PLAIN,
  ],
  'a form in chunks': [`${lines('POST / HTTP/1.1', HOST, LAST, 'Transfer-Encoding: chunked')}3\r\nabc\r\n0\r\n\r\n`],
  'a GET with a body': [`${lines('GET / HTTP/1.1', HOST, 'Content-Length: 3')}abc${PLAIN}`],
  'a length and chunks': [
    `${lines('POST / HTTP/1.1', HOST, 'Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  ],
  'no host': [lines('GET / HTTP/1.1', LAST)],
  'an empty host': [lines('GET / HTTP/1.1', 'Host:', LAST)],
  'two hosts': [lines('GET / HTTP/1.1', HOST, 'host: evil.example', LAST)],
  'two cookies and two proxies': [
    lines(
      'GET / HTTP/1.1',
      HOST,
      'Cookie: a=1',
      'Cookie: b=2',
      'X-Forwarded-For: 1.1.1.1',
      'x-forwarded-for: 2.2.2.2',
      LAST,
    ),
  ],
  'a folded header': [lines('GET / HTTP/1.1', HOST, 'Referer: a', ' b', LAST)],
  'line feeds alone': [PLAIN.replaceAll('\r\n', '\n')],
  'a line feed in a header': [lines('GET / HTTP/1.1', HOST, 'Referer: a\nCookie: b', LAST)],
  'an empty line before': [`\r\n${PLAIN}`],
  'a space before the colon': [lines('GET / HTTP/1.1', 'Host : demo.localhost', LAST)],
  'HTTP/1.0': [lines('GET / HTTP/1.0', HOST)],
  'HTTP/1.0 that stays': [lines('GET / HTTP/1.0', HOST, 'Connection: keep-alive'), lines('GET / HTTP/1.0', HOST)],
  'HTTP/2.0': [lines('GET / HTTP/2.0', HOST)],
  'a whole address as target': [lines('GET http://demo.localhost/x HTTP/1.1', HOST, LAST)],
  'an asterisk': [lines('OPTIONS * HTTP/1.1', HOST, LAST)],
  'a tunnel': [lines('CONNECT demo.localhost:443 HTTP/1.1', HOST)],
  'an upgrade': [lines('GET / HTTP/1.1', HOST, 'Connection: Upgrade', 'Upgrade: websocket')],
  'an expectation': [`${lines('POST / HTTP/1.1', HOST, LAST, 'Expect: 100-continue', 'Content-Length: 1')}a`],
  'an impossible expectation': [lines('GET / HTTP/1.1', HOST, LAST, 'Expect: tea')],
  'bytes beyond ASCII': [lines('GET /ä HTTP/1.1', HOST, 'Referer: ü', LAST)],
  'a NUL': [lines('GET / HTTP/1.1', HOST, 'Referer: a\0b', LAST)],
  'every printable character': [
    lines(`GET /${PRINTABLE} HTTP/1.1`, HOST),
    lines(`GET /?${PRINTABLE} HTTP/1.1`, HOST),
    lines(`GET /#${PRINTABLE} HTTP/1.1`, HOST, `Referer: ${PRINTABLE}`, LAST),
  ],
  'very many headers': [lines('GET / HTTP/1.1', HOST, ...Array.from({ length: 900 }, (_, at) => `x${at}:`), LAST)],
  'a long target': [lines(`GET /${'a'.repeat(9000)} HTTP/1.1`, HOST, LAST)],
  'too long a head': [lines('GET / HTTP/1.1', HOST, `Referer: ${'a'.repeat(17_000)}`, LAST)],
  'other words for the connection': [
    lines('GET /1 HTTP/1.1', HOST, 'Connection: Keep-Alive'),
    lines('GET /2 HTTP/1.1', HOST, 'Connection: keep-alive, x'),
    lines('GET /3 HTTP/1.1', HOST, 'Connection: CLOSE'),
  ],
  'a header that cannot be sent': [lines('GET /evil HTTP/1.1', HOST, LAST)],
  'another method in lower case': [lines('get / HTTP/1.1', HOST, LAST)],
};

describe('the shortcut answers as node:http does', () => {
  test.for(Object.entries(streams))('%s', async ([, pieces]) => {
    for (const list of asked) list.length = 0;
    const [reference, ...others] = await answersOfAll(pieces, true);
    for (const other of others) expect(other).toEqual(reference);
    expect(asked).toEqual(kinds.map(() => asked[0]));
  });

  test('2,000 mutilated streams', async () => {
    let plain = 0;
    for (let round = 0; round < 40; round++) {
      const cases = Array.from({ length: 50 }, (_, at) => mutant(round * 50 + at));
      plain += cases.filter(([first = '']) => readPlainRequest(first, '') !== null).length;
      await Promise.all(
        cases.map(async (pieces) => {
          const [reference, ...others] = await answersOfAll(pieces, false);
          for (const other of others) expect(other, JSON.stringify(pieces)).toEqual(reference);
        }),
      );
    }
    expect(readPlainRequest(PLAIN, '')).not.toBeNull();
    expect(plain).toBeGreaterThan(200); // else the shortcut was hardly asked
    expect(plain).toBeLessThan(1800);
  });
});

/** numbers that look random and are the same in every run */
function dice(seed: number): (below: number) => number {
  let state = (seed + 1) * 2_654_435_761;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    state ^= state >>> 13;
    return (state >>> 0) % below;
  };
}

const HARMLESS = [
  'User-Agent: Mozilla/5.0',
  'user-agent:x',
  'Referer:  https://a.example/ ',
  'Cookie: a=1; b=2',
  'X-Forwarded-For: 203.0.113.7',
  'Sec-Purpose: prefetch',
  'TE: trailers',
  'Connection: keep-alive',
  'X-~: 1',
];
const PECULIAR = [
  'Content-Length: 0',
  'Content-Length: 2',
  'Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: x',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Proxy-Connection: close',
  'X-^: 1',
  'Host: other.example',
  ': empty',
  'No-Colon',
];
const BYTES = ['\r', '\n', '\0', ' ', '\t', ':', 'é', '\x7f', '"', 'A', '\r\n', '\r\n\r\n'];
const METHODS = ['GET', 'HEAD', 'GET', 'POST', 'GET', 'GET', 'OPTIONS', 'HEAD'];

function mutant(seed: number): string[] {
  const roll = dice(seed);
  const oneOf = (list: readonly string[]): string => list[roll(list.length)] ?? '';
  const parts = [`${oneOf(METHODS)} /c/abc?p1=${roll(9)} HTTP/1.1`, HOST];
  for (let extra = roll(4); extra > 0; extra--) parts.push(oneOf(roll(4) === 0 ? PECULIAR : HARMLESS));
  let text = lines(...parts);
  for (let change = Math.max(0, roll(4) - 1); change > 0; change--) {
    const at = roll(text.length);
    text = text.slice(0, at) + oneOf(BYTES) + text.slice(at + roll(3));
  }
  const cut = roll(text.length * 4);
  const pieces = cut > 0 && cut < text.length ? [text.slice(0, cut), text.slice(cut)] : [text];
  const next = roll(3);
  if (next === 0) pieces.push(PLAIN);
  return next === 1 ? [...pieces.slice(0, -1), `${pieces.at(-1)}${PLAIN}`] : pieces;
}

const open = (port: number): Socket => connect({ port, host: '127.0.0.1', allowHalfOpen: true });

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe.for(kinds.slice(1).map((kind, at) => ({ ...kind, at: at + 1 })))('$name', ({ at }) => {
  test('answers a sender who has said all he will say', async () => {
    const socket = open(ports[at] ?? 0);
    socket.end(lines('GET /later HTTP/1.1', HOST));
    expect(await textOf(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close.*"target":"\/later"/s);
  });

  test('answers a last request and is not asked what follows it, where node:http would only complain', async () => {
    asked[at]?.splice(0);
    const socket = open(ports[at] ?? 0);
    const answer = textOf(socket);
    socket.write(lines('GET /later HTTP/1.1', HOST, LAST));
    // a busy machine would read both in one piece, which is node:http's to judge
    while (asked[at]?.length === 0) await sleep(0);
    socket.write(lines('GET /2 HTTP/1.1', HOST));
    expect(comparable(await answer).order).toHaveLength(2);
    expect(asked[at]).toEqual(['GET /later']);
  });

  test('survives a sender who leaves before his answer', async () => {
    const socket = open(ports[at] ?? 0);
    socket.write(lines('GET /later HTTP/1.1', HOST));
    await sleep(2);
    socket.resetAndDestroy();
    const next = open(ports[at] ?? 0);
    next.end(PLAIN);
    expect(await textOf(next)).toContain('200 OK');
  });
});

describe.for([true, false])('a plain connection (shared reads: %s)', (sharesReads) => {
  const serve = async (handler: Handler, limits: { firstLimitMs: number; idleLimitMs: number }) => {
    const server = createServer({ allowHalfOpen: true }, (accepted) => {
      new PlainConnection(accepted, {
        handler,
        head: (reply) => `HTTP/1.1 ${reply.status} OK\r\nContent-Length: ${reply.body.length}\r\n\r\n`,
        isClosing: () => false,
        handOver: (socket) => socket.destroy(),
        sharesReads,
        ...limits,
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    return { socket, done: () => Promise.all([socket.destroy(), new Promise((resolve) => server.close(resolve))]) };
  };
  const question = lines('GET / HTTP/1.1', HOST);

  test('is closed where nothing is asked, at first or any more', async () => {
    for (const limits of [
      { firstLimitMs: 30, idleLimitMs: 100_000 },
      { firstLimitMs: 100_000, idleLimitMs: 30 },
    ]) {
      const { socket, done } = await serve(
        (_request, answer) => answer({ status: 200, headers: [], body: '' }),
        limits,
      );
      if (limits.idleLimitMs === 30) socket.write(question);
      socket.resume();
      await new Promise((resolve) => socket.once('close', resolve));
      await done();
    }
  });

  test('whose other end does not read its answers is not asked further', async () => {
    let answered = 0;
    const body = 'x'.repeat(16 * 1024 * 1024);
    const answerAll: Handler = (_request, answer) => {
      answered++;
      answer({ status: 200, headers: [], body });
    };
    const { socket, done } = await serve(answerAll, { firstLimitMs: 10_000, idleLimitMs: 10_000 });
    socket.write(question);
    await sleep(50);
    socket.write(question);
    await sleep(100);
    expect(answered).toBe(1);
    let read = 0;
    await new Promise<void>((resolve) =>
      socket.on('data', (chunk) => {
        read += chunk.length;
        if (read > 2 * body.length) resolve();
      }),
    );
    expect(answered).toBe(2);
    await done();
  });
});

describe('stopping', () => {
  test.for(kinds)(
    '$name: what is in flight is answered and told to come no more; what is idle is closed',
    async (given) => {
      let answerIt = (): void => undefined;
      let arrived = (): void => undefined;
      const hasArrived = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const handler: Handler = (request, answer) => {
        if (request.target !== '/held') return echo(request, answer);
        answerIt = () => echo(request, answer);
        arrived();
      };
      const transport = new NodeHttpTransport(handler, given.kind, { tryShared: async () => given.shared });
      const port = await transport.listen(0, '127.0.0.1');
      const idle = connect(port, '127.0.0.1');
      const used = connect(port, '127.0.0.1');
      used.write(lines('GET /1 HTTP/1.1', HOST));
      await new Promise((resolve) => used.once('data', resolve));
      const busy = open(port);
      busy.write(lines('GET /held HTTP/1.1', HOST));
      await hasArrived;
      for (const socket of [idle, used]) socket.resume();
      const closed = Promise.all([idle, used].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
      busy.write(lines('GET /too-late HTTP/1.1', HOST));
      await sleep(20); // it overtakes the answer
      const isClosed = transport.close(60_000); // longer than this test may take
      answerIt();
      await isClosed;
      await closed;
      expect(await textOf(busy)).toMatch(/200 OK.*Connection: close/s);
    },
  );
});

test('this Node lets accepted sockets share one buffer', async () => {
  expect(await canShareReads()).toBe(true);
});
