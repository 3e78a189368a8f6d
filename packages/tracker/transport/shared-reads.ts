// Node gives each read of an accepted socket memory of its own, 64 KB to begin with, which the collector must find and free
// again. `onread` reads into one buffer instead, but Node offers it only to sockets that connect; so an accepted socket is
// made anew around the same handle. That much of Node's inside is used here and nowhere else, and only after it has been
// tried at the start; where it does not work, sockets read as Node has it.
import { createServer, Socket } from 'node:net';

/** what came, valid until the call returns */
export type Bytes = (buffer: Buffer, length: number) => void;

interface Inside {
  _handle: { useUserBuffer?: unknown } | null;
  _server: unknown;
}

const BUFFER = Buffer.allocUnsafeSlow(64 * 1024);
const TRIAL_LIMIT_MS = 1000;

/** the same connection as a socket that reads into the shared buffer; the one given is empty afterwards */
export function readShared(accepted: Socket, take: Bytes): Socket {
  const old = accepted as unknown as Inside;
  const options = {
    handle: old._handle,
    allowHalfOpen: accepted.allowHalfOpen,
    onread: {
      buffer: BUFFER,
      callback: (length: number): boolean => {
        take(BUFFER, length);
        return true;
      },
    },
  };
  const socket = new Socket(options);
  (socket as unknown as Inside)._server = old._server; // a server that closes waits for it
  old._server = null;
  old._handle = null;
  return socket;
}

/** whether this Node does it: bytes must come in, go out and be handed on to other readers, and the end must be seen */
export function canShareReads(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true }, answerTrial);
    const client = new Socket({ allowHalfOpen: true });
    let answer = '';
    const limit = setTimeout(() => client.destroy(), TRIAL_LIMIT_MS);
    const giveUp = (): void => void client.destroy();
    client.on('data', (chunk) => {
      answer += chunk;
      if (answer === 'seen') client.end('2');
    });
    client.once('error', giveUp);
    client.once('close', () => {
      clearTimeout(limit);
      server.close();
      resolve(answer === 'seen12');
    });
    server.once('error', giveUp);
    // a port of our own, even among cluster workers
    server.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      if (typeof address === 'object' && address) client.connect(address.port, '127.0.0.1', () => client.write('1'));
    });
  });
}

/** says "seen", hands the bytes on as a transport would, and repeats at the end what those who got them have read */
function answerTrial(accepted: Socket): void {
  let read = '';
  try {
    if (!(accepted as unknown as Inside)._handle?.useUserBuffer) throw new Error('no such call');
    const socket = readShared(accepted, (buffer, length) => {
      const bytes = Buffer.from(buffer.subarray(0, length));
      if (read === '') {
        socket.write('seen');
        socket.pause();
        socket.unshift(bytes);
        socket.on('data', (chunk) => {
          read += chunk;
        });
        socket.resume();
      } else read += bytes;
    });
    socket.once('end', () => socket.end(read));
    socket.once('error', () => socket.destroy());
  } catch {
    accepted.destroy();
  }
}
