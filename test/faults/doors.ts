// Callers at a tracker's door who are no browsers: one that never finishes its request, one that only wants the status.
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface HalfOpen {
  /** what was said, once the other side has let go of the connection altogether, not only of its own half */
  ended(): Promise<string>;
  close(): void;
}

/** a request whose head never ends, from one who never closes his own half */
export async function halfOpen(port: number): Promise<HalfOpen> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += String(chunk);
  });
  socket.on('error', () => undefined);
  const saidAll = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  await once(socket, 'connect');
  socket.write('GET /click HTTP/1.1\r\nHost: demo.localhost\r\nX-Slow: ');
  return {
    ended: async () => {
      await saidAll;
      // whoever is still there takes what is written; of a connection that is gone the system says so
      while (!socket.destroyed) {
        socket.write('x');
        await sleep(50);
      }
      return heard;
    },
    close: () => socket.destroy(),
  };
}

export function statusOf(port: number, path: string): Promise<number> {
  const headers = { host: 'demo.localhost', 'x-forwarded-for': '73.9.9.9' };
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      answer.resume();
      answer.once('close', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}
