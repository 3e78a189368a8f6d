// For tests only: a publisher's endpoint on this machine that answers as it is told and remembers who called.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Endpoint {
  origin: string;
  /** host:port, as OUTBOUND_ALLOW has it */
  place: string;
  calls: { url: string; method: string; body: string; headers: IncomingMessage['headers'] }[];
  /** what it does with the next calls */
  answer: (request: IncomingMessage, reply: ServerResponse, number: number) => void;
  close(): Promise<void>;
}

export async function startEndpoint(): Promise<Endpoint> {
  const endpoint: Pick<Endpoint, 'calls' | 'answer'> = { calls: [], answer: (_request, reply) => reply.end('OK') };
  const server: Server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      endpoint.calls.push({ url: request.url ?? '', method: request.method ?? '', body, headers: request.headers });
      endpoint.answer(request, reply, endpoint.calls.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(endpoint, {
    origin: `http://${place}`,
    place,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
