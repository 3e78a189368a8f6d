// Run as a process of its own: the server that a measured tracker talks to. It takes what it is sent and grants what it is
// asked for, with as little work as possible: it shares the loader's core, and what it takes from the loader would be
// read as the tracker's latency. It prints its address once it listens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  internalPaths,
  type LeaseReply,
  type LeaseRequest,
  SNAPSHOT_WAIT_MS,
} from '@tributary/contract/tracker/tracker-wire';
import { documentText } from '../../packages/tracker/testing/entities.ts';
import { benchWorld } from './world.ts';

const [links = 0] = process.argv.slice(2).map(Number);
const snapshot = documentText('full', 0, 1, benchWorld(links));
const LOT_LASTS_MS = 600_000;
let lots = 0;

const grant = ({ asks }: LeaseRequest): LeaseReply => ({
  grants: asks.map(({ cap, want }) => ({
    cap,
    lot: `lot-${++lots}`,
    granted: want,
    ttlMs: LOT_LASTS_MS,
    windowEndsAt: Date.now() + LOT_LASTS_MS,
    retryMs: 0,
  })),
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://server');
  if (url.pathname === internalPaths.snapshot) {
    // a second one is never published: whoever has the first waits in vain
    if (url.searchParams.get('after') === '0') response.end(snapshot);
    else setTimeout(() => response.writeHead(204).end(), SNAPSHOT_WAIT_MS);
  } else if (url.pathname === internalPaths.leases) {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => response.end(JSON.stringify(grant(JSON.parse(text)))));
  } else {
    const accepted = Number(url.searchParams.get('offset')) + Number(request.headers['content-length']);
    request.resume();
    request.on('end', () => response.end(JSON.stringify({ accepted })));
  }
}

const server = createServer(answer);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
