// The one way to ask name servers, for names that people typed in: proof of a domain, its CNAME, its mail records. "There is
// none" and "nobody answered" are told apart, for only the first is a fact about the name. Every question is bounded in time
// and in size, and only names of the public tree are asked for.
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';

export type DnsAnswer<Value> =
  | { state: 'found'; values: Value[] }
  /** the name, or this kind of record, does not exist: the name servers say so */
  | { state: 'none' }
  /** no answer, or none that can be used: says nothing about the name */
  | { state: 'unknown'; reason: string };

export interface MailExchanger {
  host: string;
  priority: number;
}

export interface Dns {
  /** each record as one text, its pieces joined */
  txt(name: string): Promise<DnsAnswer<string>>;
  cname(name: string): Promise<DnsAnswer<string>>;
  /** A and AAAA: aliases followed */
  addresses(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<MailExchanger>>;
  /** whether a zone begins there: no CNAME may stand at that name */
  isZoneTop(name: string): Promise<boolean>;
}

export interface DnsOptions {
  /** `address` or `address:port`; empty: those of the machine */
  servers?: readonly string[];
  /** of one try; a question has two */
  timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;
const TRIES = 2;
/** a zone's own rules end long before: what lies behind is of no use to us */
const MAX_RECORDS = 50;
const MAX_TEXT = 4_096;
/** the name servers' word for "there is none" */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/** lower case, punycode, no dot at the end; null where it is no name of the public tree */
export function publicName(text: string): string | null {
  const name = domainToASCII(text.trim().replace(/\.$/, '')).toLowerCase();
  if (name.length === 0 || name.length > 253 || /^[\d.]+$/.test(name)) return null;
  const labels = name.split('.');
  // a service's own names begin with an underscore (_dmarc, _tributary)
  if (labels.length < 2 || !labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))) return null;
  return /(^|\.)(localhost|local|internal|localdomain|home\.arpa|onion|\d+)$/.test(name) ? null : name;
}

const bare = (host: string): string => host.toLowerCase().replace(/\.$/, '');

export function createDns({ servers = [], timeoutMs = TIMEOUT_MS }: DnsOptions = {}): Dns {
  async function ask<Raw, Value>(
    given: string,
    question: (resolver: Resolver, name: string) => Promise<Raw[]>,
    read: (raw: Raw) => Value,
  ): Promise<DnsAnswer<Value>> {
    const name = publicName(given);
    if (name === null) return { state: 'unknown', reason: 'not a public name' };
    // of its own for each question: one that is slow does not hold up others
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    try {
      const values = (await question(resolver, name)).slice(0, MAX_RECORDS).map(read);
      return values.length > 0 ? { state: 'found', values } : { state: 'none' };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'EUNKNOWN';
      return NONE.has(code) ? { state: 'none' } : { state: 'unknown', reason: code };
    }
  }
  return {
    txt: (name) =>
      ask(
        name,
        (resolver, asked) => resolver.resolveTxt(asked),
        (pieces) => pieces.join('').slice(0, MAX_TEXT),
      ),
    cname: (name) => ask(name, (resolver, asked) => resolver.resolveCname(asked), bare),
    mx: (name) =>
      ask(
        name,
        (resolver, asked) => resolver.resolveMx(asked),
        ({ exchange, priority }) => ({ host: bare(exchange), priority }),
      ),
    isZoneTop: async (name) => {
      const question = async (resolver: Resolver, asked: string) => [await resolver.resolveSoa(asked)];
      return (await ask(name, question, ({ nsname }) => nsname)).state === 'found';
    },
    addresses: async (name) => {
      const asText = (address: string) => address;
      const [four, six] = await Promise.all([
        ask(name, (resolver, asked) => resolver.resolve4(asked), asText),
        ask(name, (resolver, asked) => resolver.resolve6(asked), asText),
      ]);
      const values = [four, six].flatMap((answer) => (answer.state === 'found' ? answer.values : []));
      if (values.length > 0) return { state: 'found', values };
      return [four, six].find(({ state }) => state === 'unknown') ?? { state: 'none' };
    },
  };
}
