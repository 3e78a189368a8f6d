// Which tenant, if any, a host names. One rule for panel and tracker (the specification, Places).

export interface HostSettings {
  /** the host of PUBLIC_ORIGIN, without port: `localhost`, `tributary.example` */
  baseHost: string;
  /** the lower-case brand label, which like `www` means the main site */
  brandLabel: string;
}

export type Place = { kind: 'main' } | { kind: 'tenant'; subdomain: string } | { kind: 'unknown' };

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** what may stand in a Host header at all: a name or an address, and a port that exists; no userinfo, no list, no path */
const HOST_HEADER = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::([1-9]\d{0,4}))?$/i;
const MAX_PORT = 65_535;
/** `given`: every Host header of the request; two are as wrong as none, since two readers could choose differently */
export function isHostHeader(given: readonly string[]): boolean {
  const [header] = given;
  const match = given.length === 1 && header !== undefined && header.length <= 260 ? HOST_HEADER.exec(header) : null;
  return match !== null && Number(match[1] ?? 1) <= MAX_PORT;
}

/** the host without its port, in lower case; null where it is not a host name at all */
export function hostName(hostHeader: string | undefined): string | null {
  if (!hostHeader || hostHeader.length > 260) return null;
  const port = /:(\d{1,5})$/.exec(hostHeader);
  if (port && !(Number(port[1]) >= 1 && Number(port[1]) <= 65_535) && !hostHeader.endsWith(']')) return null;
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(hostHeader);
  if (bracketed?.[1]) return bracketed[1].toLowerCase();
  const name = hostHeader.replace(/:\d{1,5}$/, '').toLowerCase();
  return HOST.test(name) ? name : null;
}

const LOCAL = /^((.+\.)?localhost|127\.[\d.]+|::1)$/;
/** a name of this machine itself: a proxy beside us connects from here, too, but was asked for another name */
export const isLocalName = (hostHeader: string | undefined): boolean => LOCAL.test(hostName(hostHeader) ?? '');

export function placeOf(hostHeader: string | undefined, { baseHost, brandLabel }: HostSettings): Place {
  const name = hostName(hostHeader);
  if (name === null) return { kind: 'unknown' };
  if (name === baseHost || IPV4.test(name) || !/[.]/.test(name)) return { kind: 'main' };
  if (!name.endsWith(`.${baseHost}`)) return { kind: 'unknown' };
  const label = name.slice(0, -baseHost.length - 1);
  if (label === 'www' || label === brandLabel) return { kind: 'main' };
  return label.includes('.') ? { kind: 'unknown' } : { kind: 'tenant', subdomain: label };
}

/** a name that the settings give the main site, or this machine's own: stricter than `placeOf`, which serves any address */
export function isMainHost(hostHeader: string | undefined, { baseHost, brandLabel }: HostSettings): boolean {
  const name = hostName(hostHeader) ?? '';
  const names = [baseHost, `www.${baseHost}`, `${brandLabel}.${baseHost}`, 'localhost', '::1'];
  return names.includes(name) || /^127(\.\d{1,3}){3}$/.test(name);
}

/** Where a tenant's people find it: its own host beside the main one, with the same scheme and port. */
export const tenantOrigin = (publicOrigin: URL, subdomain: string): string =>
  `${publicOrigin.protocol}//${subdomain}.${publicOrigin.host}`;

/** the same, by the domain of its own that it has proven, where it has one */
export const originOfTenant = (
  publicOrigin: URL,
  { subdomain, portalHost }: { subdomain: string; portalHost: string | null },
): string => hostOrigin(publicOrigin, portalHost) ?? tenantOrigin(publicOrigin, subdomain);

/** where its links lead: its own tracking domain, else its name on the trackers' host */
export const trackerOriginOf = (
  trackerOrigin: URL,
  { subdomain, trackingHost }: { subdomain: string; trackingHost: string | null },
): string => hostOrigin(trackerOrigin, trackingHost) ?? tenantOrigin(trackerOrigin, subdomain);

const hostOrigin = ({ protocol, port }: URL, host: string | null): string | null =>
  host === null ? null : `${protocol}//${host}${port && `:${port}`}`;
