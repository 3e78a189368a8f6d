// Who a workspace's mails come from. A domain proves itself by its DKIM record, which only its owner can publish: from then on mails
// leave under it, signed with its key. Before, and when the record is gone, they come from the platform's address with the
// workspace's name, and answers go to the workspace. Bounces go to the platform throughout, so its own SPF speaks for the envelope.
import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { MailRecord } from '@tributary/contract/mail-sender';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OutgoingMail } from '../../platform/mail/transport.ts';
import type { Dns, DnsAnswer } from '../../platform/outbound/dns.ts';
import type { Vault } from '../../platform/vault.ts';
import { readSettings } from '../settings/index.ts';
import { oneLine, plainName } from './plain-name.ts';
import { addDomain, findDomain, type MailDomain, noteChecks } from './sender.repo.ts';

export interface SenderDeps {
  dns: Dns;
  vault: Vault;
  clock: Clock;
  /** the platform's own: `Name <address>` */
  from: string;
}

const makeKeys = promisify(generateKeyPair);
const FIELD = 'dkim-private-key';
const placeOf = (tenantId: string, domain: string) => ({ tenantId, connectionId: domain, field: FIELD });

const addressIn = (from: string): string => /<([^<>]+)>/.exec(from)?.[1] ?? from.trim();
const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
/** a name in quotes: nothing in it is read as an address */
const named = (name: string, address: string): string =>
  `"${plainName(name)
    .replaceAll(/["\\<>@,;:]/g, ' ')
    .trim()}" <${address}>`;

async function senderDomain(tx: Tx, tenantId: string): Promise<{ address: string; domain: string } | null> {
  const { value } = await readSettings(tx, tenantId, 'sender');
  return value.address ? { address: value.address, domain: hostOf(value.address) } : null;
}

/** the headers of a mail that leaves now */
export async function headersFor(
  tx: Tx,
  tenantId: string,
  name: string | null,
  { from, vault }: Pick<SenderDeps, 'from' | 'vault'>,
): Promise<Pick<OutgoingMail, 'from' | 'replyTo' | 'dkim' | 'returnTo'>> {
  const ours = addressIn(from);
  if (name === null) return { from };
  const own = await senderDomain(tx, tenantId);
  if (!own) return { from: named(name, ours) };
  const domain = await findDomain(tx, own.domain);
  const key = domain?.verifiedAt ? vault.open(placeOf(tenantId, own.domain), domain.privateKey) : null;
  if (!domain || !key) return { from: named(name, ours), replyTo: own.address };
  const dkim = { domainName: own.domain, keySelector: domain.selector, privateKey: key.reveal() };
  return { from: named(name, own.address), dkim, returnTo: ours };
}

const tagOf = (record: string, tag: string): string =>
  record
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${tag}=`))
    ?.slice(tag.length + 1)
    .replaceAll(/\s/g, '') ?? '';

function judged(
  kind: MailRecord['kind'],
  name: string,
  wanted: string,
  answer: DnsAnswer<string>,
  { isOne, isRight }: { isOne: (text: string) => boolean; isRight: (text: string) => boolean },
): MailRecord {
  const found = answer.state === 'found' ? answer.values.filter(isOne).map((text) => oneLine(text).slice(0, 500)) : [];
  // two of a kind are none to whoever reads them
  const state =
    answer.state === 'unknown'
      ? 'unknown'
      : found.length === 0
        ? 'missing'
        : found.length === 1 && found.every(isRight)
          ? 'ok'
          : 'wrong';
  return { kind, name, wanted, found, state };
}

/** what must stand in the domain's zone, and what stands there */
async function lookAt(domain: MailDomain, { dns, from }: SenderDeps): Promise<MailRecord[]> {
  const platform = hostOf(addressIn(from));
  const dkimName = `${domain.selector}._domainkey.${domain.domain}`;
  const parent = domain.domain.split('.').slice(-2).join('.');
  const [dkim, spf, own, above] = await Promise.all([
    dns.txt(dkimName),
    dns.txt(domain.domain),
    dns.txt(`_dmarc.${domain.domain}`),
    dns.txt(`_dmarc.${parent}`),
  ]);
  const include = `include:${platform}`;
  const isDmarc = (text: string) => /^v=DMARC1\s*(;|$)/i.test(text);
  return [
    judged('dkim', dkimName, `v=DKIM1; k=rsa; p=${domain.publicKey}`, dkim, {
      isOne: (text) => tagOf(text, 'p') !== '' || /v=DKIM1/i.test(text),
      isRight: (text) => tagOf(text, 'p') === domain.publicKey,
    }),
    judged('spf', domain.domain, `v=spf1 ${include} ~all`, spf, {
      isOne: (text) => /^v=spf1(\s|$)/i.test(text),
      isRight: (text) => text.toLowerCase().split(/\s+/).includes(include),
    }),
    // a domain below another is covered by that one's record
    judged('dmarc', `_dmarc.${domain.domain}`, 'v=DMARC1; p=none', own.state === 'none' ? above : own, {
      isOne: isDmarc,
      isRight: (text) => /^(none|quarantine|reject)$/i.test(tagOf(text, 'p')),
    }),
  ];
}

type Inside = <R>(work: (tx: Tx) => Promise<R>) => Promise<R>;

/** the name servers are asked between two transactions; true where the domain has just lost its proof */
export async function checkSender(inside: Inside, tenantId: string, deps: SenderDeps): Promise<{ lost: boolean }> {
  const own = await inside((tx) => senderDomain(tx, tenantId));
  if (!own) return { lost: false };
  if (!(await inside((tx) => findDomain(tx, own.domain)))) {
    const { publicKey, privateKey } = await makeKeys('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const made = {
      domain: own.domain,
      // of its own for each workspace: two that name one domain do not share a record
      selector: `t${createHash('sha256').update(`${tenantId} ${own.domain}`).digest('hex').slice(0, 10)}`,
      publicKey: publicKey.toString('base64'),
      privateKey: deps.vault.seal(placeOf(tenantId, own.domain), privateKey),
    };
    await inside((tx) => addDomain(tx, tenantId, made, deps.clock.now()));
  }
  const domain = await inside((tx) => findDomain(tx, own.domain));
  if (!domain) return { lost: false };
  const checks = await lookAt(domain, deps);
  const at = deps.clock.now();
  const proof = checks.find(({ kind }) => kind === 'dkim')?.state;
  // silence says nothing: what was proven stays so until somebody says otherwise
  const verifiedAt = proof === 'ok' ? (domain.verifiedAt ?? at) : proof === 'unknown' ? domain.verifiedAt : null;
  await inside((tx) => noteChecks(tx, own.domain, { checks, checkedAt: at, verifiedAt }));
  return { lost: domain.verifiedAt !== null && verifiedAt === null };
}

export async function senderState(tx: Tx, tenantId: string, name: string, deps: Pick<SenderDeps, 'from' | 'vault'>) {
  const own = await senderDomain(tx, tenantId);
  const domain = own && (await findDomain(tx, own.domain));
  const { from } = await headersFor(tx, tenantId, name, deps);
  return {
    domain: own?.domain ?? null,
    verified: domain?.verifiedAt != null,
    checked_at: domain?.checkedAt ? Math.floor(domain.checkedAt.getTime() / 1000) : null,
    from,
    records: domain?.checks ?? [],
  };
}
