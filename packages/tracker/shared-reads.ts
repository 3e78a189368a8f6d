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

/** whether this Node does it: bytes must come in, go out, be handed on, and the end must be seen */
export function canShareReads(): Promise<boolean> {
  return new Promise((resolve) => {
    let taken = '';
    const server = createServer({ allowHalfOpen: true }, (accepted) => {
      try {
        if (!(accepted as unknown as Inside)._handle?.useUserBuffer) throw new Error('no such call');
        const socket = readShared(accepted, (buffer, length) => {
          taken += buffer.toString('latin1', 0, length);
          socket.write('seen');
        });
        socket.once('end', () => socket.end(taken));
        socket.once('error', () => socket.destroy());
      } catch {
        accepted.destroy();
      }
    });
    let answer = '';
    const finish = (): void => {
      clearTimeout(limit);
      server.close();
      resolve(answer === 'seentrial');
    };
    const limit = setTimeout(() => client.destroy(), TRIAL_LIMIT_MS);
    const client = new Socket({ allowHalfOpen: true });
    client.on('data', (chunk) => {
      answer += chunk;
      if (answer === 'seen') client.end();
    });
    client.once('error', () => client.destroy());
    client.once('close', finish);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address)
        client.connect(address.port, '127.0.0.1', () => client.write('trial'));
    });
  });
}
