// Which tenant, if any, a host names. One rule for panel and tracker (seed 000, section 2.1).

export interface HostSettings {
  /** the host of PUBLIC_ORIGIN, without port: `localhost`, `tributary.example` */
  baseHost: string;
  /** the lower-case brand label, which like `www` means the main site */
  brandLabel: string;
}

export type Place = { kind: 'main' } | { kind: 'tenant'; subdomain: string } | { kind: 'unknown' };

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** the host without its port, in lower case; null where it is not a host name at all */
export function hostName(hostHeader: string | undefined): string | null {
  if (!hostHeader || hostHeader.length > 260) return null;
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/i.exec(hostHeader);
  if (bracketed?.[1]) return bracketed[1].toLowerCase();
  const name = hostHeader.replace(/:\d{1,5}$/, '').toLowerCase();
  return HOST.test(name) ? name : null;
}

export function placeOf(hostHeader: string | undefined, { baseHost, brandLabel }: HostSettings): Place {
  const name = hostName(hostHeader);
  if (name === null) return { kind: 'unknown' };
  if (name === baseHost || IPV4.test(name) || !/[.]/.test(name)) return { kind: 'main' };
  if (!name.endsWith(`.${baseHost}`)) return { kind: 'unknown' };
  const label = name.slice(0, -baseHost.length - 1);
  if (label === 'www' || label === brandLabel) return { kind: 'main' };
  return label.includes('.') ? { kind: 'unknown' } : { kind: 'tenant', subdomain: label };
}

/** Where a tenant's people find it: its own host beside the main one, with the same scheme and port. */
export const tenantOrigin = (publicOrigin: URL, subdomain: string): string =>
  `${publicOrigin.protocol}//${subdomain}.${publicOrigin.host}`;
