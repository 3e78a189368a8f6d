// Requests as a transport would hand them over.
import type { TrackerRequest } from '../transport/transport.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

export function requestOf(
  target: string,
  headers: Record<string, string> = {},
  { method = 'GET', peer = '8.8.8.8', body = '' } = {},
): TrackerRequest {
  const all: Record<string, string> = { host: 'demo.localhost', 'user-agent': CHROME, ...headers };
  return { method, target, peer, body, header: (name) => all[name] };
}
