// The tracker's settings, read from the environment once. Every fault is told at once, in words an operator can act
// upon; the process then ends with EX_CONFIG (78), so that a supervisor does not restart it for ever.
import { resolve } from 'node:path';
import { type Network, parseNetwork } from './lookups/network.ts';
import { type ClickSpamMode, clickSpamModes } from './memory/velocity.ts';
import { type TransportKind, transportKinds } from './transport/transport.ts';

export interface Settings {
  port: number;
  /** the address to listen on; empty means every one, IPv6 and IPv4 */
  listenHost: string;
  dataDir: string;
  /** where the panel's internal calls live */
  serverUrl: URL;
  /** the host of PUBLIC_ORIGIN: tenants live one label below it */
  baseHost: string;
  publicOrigin: string;
  brandName: string;
  brandLabel: string;
  workers: number;
  /** how plain requests are answered */
  transport: TransportKind;
  /** connections of one worker at a time, and of one address that is neither this machine nor a trusted proxy */
  maxConnections: number;
  maxConnectionsPerAddress: number;
  /** peers whose X-Forwarded-For is believed */
  trustedProxies: Network[];
  drainGraceMs: number;
  /** 32 bytes in hex; null: read DATA_DIR/secret.key, which the server creates */
  secret: string | null;
  geoCountryFile: string | null;
  geoCityFile: string | null;
  geoAsnFile: string | null;
  /** for telling repeats from first clicks; per worker */
  uniqueMemoryMb: number;
  /** from how many clicks of one address on they are refused (velocity.ts) */
  clickSpam: ClickSpamMode;
  metricsToken: string | null;
}

export type Env = Readonly<Record<string, string | undefined>>;

export class ConfigurationError extends Error {
  readonly reasons: string[];

  constructor(reasons: string[]) {
    super(reasons.join('; '));
    this.reasons = reasons;
  }
}

export const EXIT_CONFIGURATION = 78;

const text = (env: Env, name: string, fallback: string): string => env[name]?.trim() || fallback;

function integer(env: Env, name: string, fallback: number, min: number, max: number, faults: string[]): number {
  const given = env[name]?.trim();
  if (!given) return fallback;
  const value = Number(given);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  faults.push(`${name} must be a whole number from ${min} to ${max}, not "${given}"`);
  return fallback;
}

function httpUrl(env: Env, name: string, fallback: string, faults: string[]): URL {
  const given = text(env, name, fallback);
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url && (url.protocol === 'http:' || url.protocol === 'https:') && !url.username) return url;
  faults.push(`${name} must be an http or https address, not "${given}"`);
  return new URL(fallback);
}

function networks(env: Env, name: string, faults: string[]): Network[] {
  const parsed: Network[] = [];
  for (const entry of text(env, name, '').split(',')) {
    const cidr = entry.trim();
    if (!cidr) continue;
    const network = parseNetwork(cidr);
    if (network) parsed.push(network);
    else faults.push(`${name} lists "${cidr}", which is neither an IP address nor a CIDR block`);
  }
  return parsed;
}

function transportKind(env: Env, faults: string[]): TransportKind {
  const given = text(env, 'TRACKER_TRANSPORT', 'net');
  const kind = transportKinds.find((known) => known === given);
  if (!kind) faults.push(`TRACKER_TRANSPORT must be ${transportKinds.join(' or ')}, not "${given}"`);
  return kind ?? 'net';
}

function clickSpamMode(env: Env, faults: string[]): ClickSpamMode {
  const given = text(env, 'CLICK_SPAM', 'light');
  const mode = clickSpamModes.find((known) => known === given);
  if (!mode) faults.push(`CLICK_SPAM must be ${clickSpamModes.join(', ')}, not "${given}"`);
  return mode ?? 'light';
}

const optional = (env: Env, name: string): string | null => env[name]?.trim() || null;

export function parseEnv(env: Env): Settings {
  const faults: string[] = [];
  const origin = httpUrl(env, 'PUBLIC_ORIGIN', 'http://localhost:3000', faults);
  const brandName = text(env, 'BRAND_NAME', 'Tributary');
  const brandLabel = text(env, 'BRAND_LABEL', brandName.toLowerCase().replaceAll(/[^a-z0-9-]/g, '') || 'tributary');
  if (!/^[a-z0-9-]{1,63}$/.test(brandLabel)) faults.push(`BRAND_LABEL must be a host label, not "${brandLabel}"`);
  const secret = optional(env, 'TRIBUTARY_SECRET');
  if (secret !== null && !/^[0-9a-f]{64}$/i.test(secret)) faults.push('TRIBUTARY_SECRET must be 64 hexadecimal digits');
  const settings: Settings = {
    port: integer(env, 'TRACKER_PORT', 3001, 0, 65535, faults),
    listenHost: text(env, 'TRACKER_HOST', ''),
    dataDir: resolve(text(env, 'DATA_DIR', './data')),
    serverUrl: httpUrl(env, 'SERVER_URL', 'http://127.0.0.1:3000', faults),
    baseHost: origin.hostname,
    publicOrigin: origin.origin,
    brandName,
    brandLabel,
    workers: integer(env, 'TRACKER_WORKERS', 1, 1, 128, faults),
    transport: transportKind(env, faults),
    maxConnections: integer(env, 'TRACKER_MAX_CONNECTIONS', 16_384, 16, 1_000_000, faults),
    maxConnectionsPerAddress: integer(env, 'TRACKER_CONNECTIONS_PER_ADDRESS', 256, 1, 1_000_000, faults),
    trustedProxies: networks(env, 'TRUSTED_PROXIES', faults),
    drainGraceMs: integer(env, 'DRAIN_GRACE_MS', 0, 0, 60_000, faults),
    secret,
    geoCountryFile: optional(env, 'GEO_COUNTRY_DB'),
    geoCityFile: optional(env, 'GEO_CITY_DB'),
    geoAsnFile: optional(env, 'GEO_ASN_DB'),
    clickSpam: clickSpamMode(env, faults),
    uniqueMemoryMb: integer(env, 'UNIQUE_MEMORY_MB', 64, 1, 16_384, faults),
    metricsToken: optional(env, 'METRICS_TOKEN'),
  };
  if (faults.length > 0) throw new ConfigurationError(faults);
  return settings;
}
