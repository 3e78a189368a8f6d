// Servers that a stranger typed in: none of them is inside, none is trusted by a certificate of its own making, none keeps us.
import { createServer, type Server } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedSmtp, ServerTrouble } from './guarded-smtp.ts';

const mail = { id: 'x', from: 'a@brand.example', to: 'b@reader.example', subject: 'S', text: 'T', html: '<p>T</p>' };
const portOf = (server: { address(): unknown }): number => {
  const address = server.address();
  return typeof address === 'object' && address && 'port' in address ? Number(address.port) : 0;
};
const smtp = new SMTPServer({
  authOptional: true,
  onData: (stream, _session, done) => stream.resume().on('end', done),
});
const plain = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
let silent: Server;
let connects = 0;
beforeAll(async () => {
  silent = createServer((socket) => {
    connects++;
    // one line of a greeting after the other, never its last
    const drip = setInterval(() => socket.write('220-still here\r\n'), 20);
    socket.on('close', () => clearInterval(drip)).on('error', () => {});
  });
  await Promise.all([
    new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve)),
    new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve)),
  ]);
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await new Promise<void>((resolve) => plain.close(() => resolve()));
  silent.close();
});

const inside = async () => [{ address: '127.0.0.1', family: 4 }];
const sender = (allowed: readonly string[] = [], wholeMs?: number) =>
  guardedSmtp({ allowed, messageHost: 'localhost', resolve: inside, ...(wholeMs ? { wholeMs } : {}) });
const at = (host: string, port: number) => ({ host, port, security: 'starttls', login: null }) as const;

test('a name that leads inside is not connected to, whatever it is called', async () => {
  await expect(sender().send(at('smtp.evil.example', 587), mail)).rejects.toThrow('This address is not public.');
  await expect(sender().send(at('2130706433', 25), mail)).rejects.toThrow('This address is not public.');
  expect(connects).toBe(0);
});

test('a server that is allowed takes the mail under TLS', async () => {
  const port = portOf(smtp.server);
  expect(await sender([`127.0.0.1:${port}`]).send(at('127.0.0.1', port), mail)).toMatch(/^250 /);
});

test('without TLS nothing is said', async () => {
  const port = portOf(plain.server);
  await expect(sender([`127.0.0.1:${port}`]).send(at('127.0.0.1', port), mail)).rejects.toThrow(ServerTrouble);
});

test('a server that talks without end is left', async () => {
  const port = portOf(silent);
  await expect(sender([`127.0.0.1:${port}`], 300).send(at('127.0.0.1', port), mail)).rejects.toThrow(ServerTrouble);
});
