// May we connect there? Outbound calls go to addresses that strangers typed in: only public unicast addresses, only
// http and https on their own ports, no credentials in the URL. OUTBOUND_ALLOW opens host:port pairs for local use.
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export class OutboundRefused extends Error {}

export type AllowList = ReadonlySet<string>;

/** `host:port` as OUTBOUND_ALLOW spells it */
export const endpointOf = (url: URL): string =>
  `${bareHost(url)}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // of IPv6 only 2000::/3 is given out; `::7f00:1` and other old spellings of IPv4 lie outside it
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
}

/** The URL as parsed by WHATWG rules (which fold 0x7f.1, 2130706433 and their like), or a refusal that says why. */
export function checkUrl(text: string, allow: AllowList): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new OutboundRefused('This is not a valid URL.');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundRefused('Only http and https URLs are allowed.');
  if (url.username || url.password) throw new OutboundRefused('A URL with a user name or password is not allowed.');
  if (allow.has(endpointOf(url))) return url;
  if (url.port && url.port !== '80' && url.port !== '443')
    throw new OutboundRefused('Only the ports 80 and 443 are allowed.');
  refuseInside(bareHost(url));
  return url;
}

/** the connection's lookup is not asked about literals, so they are judged here */
function refuseInside(host: string): void {
  if (isIP(host) && !isPublicAddress(host)) throw new OutboundRefused('This address is not public.');
  if (/(^|\.)(localhost|local|internal|localdomain|home\.arpa)\.?$/i.test(host))
    throw new OutboundRefused('This address is not public.');
}

/** a host and one of the ports that its kind of server has, for what is no URL; the host as WHATWG rules fold it */
export function checkEndpoint(
  { host, port }: { host: string; port: number },
  { allow, ports }: { allow: AllowList; ports: readonly number[] },
): { host: string; isAllowed: boolean } {
  let url: URL;
  try {
    url = new URL(`http://${host}`);
  } catch {
    throw new OutboundRefused('This is not a valid host name.');
  }
  const folded = bareHost(url);
  if (url.href !== `http://${url.hostname}/`) throw new OutboundRefused('This is not a valid host name.');
  if (allow.has(`${folded}:${port}`)) return { host: folded, isAllowed: true };
  if (!ports.includes(port)) throw new OutboundRefused(`Only the ports ${ports.join(', ')} are allowed.`);
  refuseInside(folded);
  return { host: folded, isAllowed: false };
}
