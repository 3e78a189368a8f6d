// A tracking link as somebody pasted it: whose it is, which offer and publisher it names, what it carries.
import { macroByName } from '@tributary/contract/tracker/macros';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { findPartner, type Partner } from '../../accounts/index.ts';
import { type ConversionTerms, linkByCode, termsAt } from '../../offers/index.ts';
import type { OwnTracker, TestedTenant } from './own-tracker.ts';

export interface ReadLink {
  url: URL;
  /** of a short link */
  code: string | null;
  offer: ConversionTerms | null;
  publisher: Partner | null;
  /** by name, presets of a short link among them; the first of two */
  values: Record<string, string>;
  /** names that mean nothing to the tracker */
  unknown: string[];
}

const NOT_OURS =
  'This is no tracking link of this workspace. Please paste one from the offer’s page or from a publisher’s Tracking Links.';
const NAMES = new Set(['camp_id', 'publisher_id', 'url_id', 'url']);
const CODE = /^\/c\/([\w-]{1,64})$/;
const numberIn = (text: string | undefined): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 0);

/** the paths by which a tracker takes clicks */
export const isClickPath = (path: string): boolean => path === '/click' || CODE.test(path);

export async function readLink(
  tx: Tx,
  tracker: OwnTracker,
  tenant: TestedTenant,
  text: string,
  at: Date,
): Promise<ReadLink> {
  const url = new URL(text);
  if (!tracker.isOwn(tenant, url) || !isClickPath(url.pathname)) throw new Fault('invalid_input', NOT_OURS);
  const code = CODE.exec(url.pathname)?.[1] ?? null;
  const given: Record<string, string> = {};
  for (const [name, value] of url.searchParams) given[name] ??= value;
  const link = code === null ? null : await linkByCode(tx, code);
  const offer = link ? { id: link.offerId } : { number: numberIn(given.camp_id) };
  const publisher = link ? { id: link.publisherId } : { number: numberIn(given.publisher_id) };
  return {
    url,
    code,
    offer: code !== null && !link ? null : await termsAt(tx, offer, { at }),
    publisher: code !== null && !link ? null : await findPartner(tx, 'publisher', publisher),
    values: { ...link?.params, ...given },
    unknown: Object.keys(given).filter((name) => !NAMES.has(name) && !macroByName.has(name)),
  };
}
