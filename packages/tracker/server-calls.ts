// Calls to the server's /internal routes over one kept-alive connection pool. A call ends in an answer or an error; what
// to do about an error (wait, try again) is the caller's business.
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, Agent as SecureAgent } from 'node:https';

export interface ServerAnswer {
  status: number;
  body: Buffer;
}

export interface ServerCall {
  method: 'GET' | 'POST';
  /** path and query */
  path: string;
  body?: Uint8Array | string;
  contentType?: string;
  timeoutMs: number;
}

export type CallServer = (call: ServerCall) => Promise<ServerAnswer>;

export interface ServerConnection {
  call: CallServer;
  /** ends what is under way, the long poll above all */
  close(): void;
}

export function connectToServer(serverUrl: URL, token: string): ServerConnection {
  const secure = serverUrl.protocol === 'https:';
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const send = secure ? httpsRequest : httpRequest;
  const closing = new AbortController();
  const call: CallServer = ({ method, path, body, contentType, timeoutMs }) =>
    new Promise((resolve, reject) => {
      const headers: Record<string, string | number> = { Authorization: `Bearer ${token}` };
      if (body !== undefined) {
        headers['Content-Type'] = contentType ?? 'application/json';
        headers['Content-Length'] = Buffer.byteLength(body);
      }
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const outgoing = send(new URL(path, serverUrl), { method, agent, headers, signal }, (incoming) => {
        collect(incoming).then(resolve, reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  return {
    call,
    close: () => {
      closing.abort();
      agent.destroy();
    },
  };
}

async function collect(incoming: IncomingMessage): Promise<ServerAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { status: incoming.statusCode ?? 0, body: Buffer.concat(chunks) };
}
