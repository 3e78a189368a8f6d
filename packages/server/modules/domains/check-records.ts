// What name servers say of a domain, against what they should: the TXT record that proves it, and the CNAME that leads to us (or,
// at the top of a zone, where a CNAME may not stand, the same addresses by ALIAS).
import type { DomainChecks, RecordState } from '@tributary/contract/settings/domains';
import type { Dns, DnsAnswer } from '../../platform/outbound/dns.ts';

export interface WantedRecords {
  host: string;
  /** of the TXT record, which stands beside the domain */
  proofName: string;
  proof: string;
  target: string;
}

const FOUND = 5;
const LONGEST = 200;
const shown = (values: readonly string[]): string[] => values.slice(0, FOUND).map((value) => value.slice(0, LONGEST));

function txtOf(answer: DnsAnswer<string>, proof: string): DomainChecks['txt'] {
  if (answer.state === 'unknown') return { state: 'unanswered', found: [] };
  if (answer.state === 'none') return { state: 'missing', found: [] };
  const values = answer.values.map((value) => value.trim());
  return values.includes(proof) ? { state: 'ok', found: [proof] } : { state: 'wrong', found: shown(values) };
}

async function cnameOf(dns: Dns, { host, target }: WantedRecords): Promise<DomainChecks['cname']> {
  const cname = await dns.cname(host);
  const found = cname.state === 'found' ? cname.values : [];
  const as = (state: RecordState, values: readonly string[] = found) => ({ state, found: shown(values) });
  if (found.includes(target)) return as('ok');
  if (found.includes(host)) return as('itself');
  const [own, ours] = await Promise.all([dns.addresses(host), dns.addresses(target)]);
  const addresses = own.state === 'found' ? own.values : [];
  const leadsToUs =
    ours.state === 'found' && addresses.length > 0 && addresses.every((address) => ours.values.includes(address));
  if (leadsToUs) return as('ok', [...found, ...addresses]);
  if (cname.state === 'unknown' || own.state === 'unknown') return as('unanswered', []);
  if (found.length > 0) return as('wrong');
  if (await dns.isZoneTop(host)) return as('top', addresses);
  return addresses.length > 0 ? as('wrong', addresses) : as('missing');
}

export async function checkRecords(dns: Dns, wanted: WantedRecords): Promise<DomainChecks> {
  const [txt, cname] = await Promise.all([dns.txt(wanted.proofName), cnameOf(dns, wanted)]);
  return { txt: txtOf(txt, wanted.proof), cname };
}

export const isProven = ({ txt, cname }: DomainChecks): boolean => txt.state === 'ok' && cname.state === 'ok';
/** somebody did answer, and it is not as it should be */
export const isMissed = ({ txt, cname }: DomainChecks): boolean =>
  [txt, cname].some(({ state }) => state !== 'ok' && state !== 'unanswered');
