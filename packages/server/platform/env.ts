// The process's settings, parsed once. A setting that is wrong stops the start with a sentence that says which and why.
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** exit code of a start that cannot succeed until someone changes a setting (sysexits' EX_CONFIG) */
export const EXIT_CONFIG = 78;

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const Environment = z.object({
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
      'must be a postgres:// URL of the owner of the database',
    ),
  DATA_DIR: z.string().min(1).default('data'),
  PORT: port.default(3000),
  HOST: z.string().default('0.0.0.0'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (text) => new URL(text).pathname === '/',
      'must be an origin such as https://tributary.example, without a path',
    )
    .optional(),
  TRACKER_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  BRAND_NAME: z.string().min(1).max(40).default('Tributary'),
  BRAND_LABEL: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  TRIBUTARY_SECRET: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  GEO_COUNTRY_DB: z.string().min(1).optional(),
  OUTBOUND_ALLOW: list.default([]),
  DNS_SERVERS: list
    .refine(
      (servers) => servers.every((server) => /^(\d+\.\d+\.\d+\.\d+(:\d+)?|\[[\da-f:]+\](:\d+)?)$/i.test(server)),
      'must be addresses such as 10.0.0.2 or [2001:db8::53]:5353, separated by commas',
    )
    .default([]),
  LINK_TEST_PROXIES: list
    .refine(
      (entries) => entries.every((entry) => /^[A-Z]{2}=https?:\/\//.test(entry) && URL.canParse(entry.slice(3))),
      'must be entries such as DE=http://user:password@proxy.example:8080, separated by commas',
    )
    .default([]),
  TRUSTED_PROXIES: list
    .refine(
      (places) => places.every((place) => ipaddr.isValid(place) || ipaddr.isValidCIDR(place)),
      'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    )
    .default([]),
  MAX_CONNECTIONS: z.coerce.number().int().min(16).default(8_192),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(256),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  DRAIN_GRACE_MS: z.coerce.number().int().min(0).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: flag.default(false),
  DEMO_HISTORY_DAYS: z.coerce.number().int().min(0).max(365).default(21),
  METRICS_TOKEN: z.string().min(16).optional(),
  OPERATOR_EMAIL: z.email().optional(),
  OPERATOR_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
});

export interface Settings {
  databaseUrl: string;
  dataDir: string;
  port: number;
  host: string;
  role: 'all' | 'api' | 'worker';
  publicOrigin: URL;
  trackerOrigin: URL;
  /** what "production" means here: people reach us by https */
  production: boolean;
  brandName: string;
  brandLabel: string;
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** a table of countries in place of the bundled one */
  countryFile: string | undefined;
  outboundAllow: readonly string[];
  /** name servers to ask; empty: the machine's own */
  dnsServers: readonly string[];
  /** by country: proxies through which links are tested as from there */
  linkTestProxies: ReadonlyMap<string, URL>;
  trustedProxies: readonly string[];
  /** of the panel's port: in all, and of one address */
  connections: { inAll: number; perAddress: number };
  rateLimitScale: number;
  drainGraceMs: number;
  logLevel: string;
  demo: boolean;
  /** how far back the demo tenants' traffic goes */
  demoHistoryDays: number;
  metricsToken: string | undefined;
  operator: { email: string; password: string } | undefined;
  /** what works, but not as its owner will want it: said in the log and on the operator's and the System screen */
  warnings: readonly string[];
}

export class SettingsError extends Error {}

export function readSettings(env: Record<string, string | undefined>): Settings {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    const reasons = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`The settings are not usable:\n${reasons.join('\n')}`);
  }
  const e = parsed.data;
  const publicOrigin = new URL(e.PUBLIC_ORIGIN ?? `http://localhost:${e.PORT}`);
  const production = publicOrigin.protocol === 'https:';
  if (production && e.OUTBOUND_ALLOW.length > 0) {
    throw new SettingsError(
      'OUTBOUND_ALLOW opens private addresses and is for local use: unset it when PUBLIC_ORIGIN is https.',
    );
  }
  if (production && e.DEMO) {
    throw new SettingsError(
      'DEMO=1 makes accounts whose password everybody knows: unset it when PUBLIC_ORIGIN is https.',
    );
  }
  if ((e.OPERATOR_EMAIL === undefined) !== (e.OPERATOR_PASSWORD === undefined)) {
    throw new SettingsError('OPERATOR_EMAIL and OPERATOR_PASSWORD go together: set both or neither.');
  }
  return {
    databaseUrl: e.DATABASE_URL,
    dataDir: e.DATA_DIR,
    port: e.PORT,
    host: e.HOST,
    role: e.ROLE,
    publicOrigin,
    trackerOrigin: new URL(e.TRACKER_ORIGIN ?? `${publicOrigin.protocol}//${publicOrigin.hostname}:3001`),
    production,
    brandName: e.BRAND_NAME,
    brandLabel: e.BRAND_LABEL ?? (e.BRAND_NAME.toLowerCase().replaceAll(/[^a-z0-9-]/g, '') || 'tributary'),
    secret: e.TRIBUTARY_SECRET,
    smtpUrl: e.SMTP_URL,
    mailFrom: e.MAIL_FROM ?? `${e.BRAND_NAME} <no-reply@${publicOrigin.hostname}>`,
    countryFile: e.GEO_COUNTRY_DB,
    outboundAllow: e.OUTBOUND_ALLOW,
    dnsServers: e.DNS_SERVERS,
    linkTestProxies: new Map(e.LINK_TEST_PROXIES.map((entry) => [entry.slice(0, 2), new URL(entry.slice(3))])),
    trustedProxies: e.TRUSTED_PROXIES,
    connections: { inAll: e.MAX_CONNECTIONS, perAddress: e.CONNECTIONS_PER_ADDRESS },
    rateLimitScale: e.RATE_LIMIT_SCALE,
    drainGraceMs: e.DRAIN_GRACE_MS ?? (production ? 5_000 : 0),
    logLevel: e.LOG_LEVEL,
    demo: e.DEMO,
    demoHistoryDays: e.DEMO_HISTORY_DAYS,
    metricsToken: e.METRICS_TOKEN,
    operator:
      e.OPERATOR_EMAIL && e.OPERATOR_PASSWORD ? { email: e.OPERATOR_EMAIL, password: e.OPERATOR_PASSWORD } : undefined,
    warnings: production && e.SMTP_URL === undefined ? [NO_MAIL] : [],
  };
}

export const NO_MAIL =
  'SMTP_URL is not set: mails are kept in the data folder and reach nobody. Approvals, invitations and password links do not arrive until it is set.';
