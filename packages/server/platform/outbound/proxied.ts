// A call that leaves from elsewhere. The name is resolved and checked here, and the proxy is asked for that address: what it would
// make of the name does not matter. TLS is spoken through it with whoever the name belongs to.
import { type Dispatcher, ProxyAgent } from 'undici';
import { bareHost, OutboundRefused } from './guard.ts';

export interface Way {
  url: URL;
  headers: Record<string, string>;
  dispatcher: Dispatcher;
  /** what it needs is of no use afterwards */
  end(): void;
}

export async function proxied(
  proxy: URL,
  url: URL,
  resolve: (host: string) => Promise<{ address: string; family: number }[]>,
  timeoutMs: number,
): Promise<Way> {
  const host = bareHost(url);
  const [first] = await resolve(host);
  if (!first) throw new OutboundRefused('This name has no address.');
  const pinned = new URL(url);
  pinned.hostname = first.family === 6 ? `[${first.address}]` : first.address;
  const { username, password } = proxy;
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const dispatcher = new ProxyAgent({
    uri: proxy.origin,
    ...(username === '' ? {} : { token: `Basic ${basic}` }),
    proxyTunnel: true,
    requestTls: { servername: host, timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  return { url: pinned, headers: { host: url.host }, dispatcher, end: () => void dispatcher.destroy() };
}
