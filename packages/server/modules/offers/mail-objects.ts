// The people and offers that a mail's template is tried out on: real ones of the workspace, of those that the reader sees.
import { formatMoney } from '@tributary/contract/money';
import type { Tx } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import type { MailTemplateDeps, SampleValues } from '../mail/index.ts';
import { newestOfferId, searchOffers } from './offer-choices.repo.ts';
import { findOffer } from './offers.repo.ts';
import { addresseeOf, choosePeople, namesOf, publishersAmong } from './people.repo.ts';

const CHOICES = 20;

async function person(tx: Tx, asked: string | undefined) {
  const [newest] = asked === undefined ? await choosePeople(tx, { type: 'publisher', q: undefined, limit: 1 }) : [];
  const id = asked ?? newest?.id;
  // of publishers alone, as the choices are: an advertiser's name may be hidden
  if (!id || !isId(id) || !(await publishersAmong(tx, [id])).has(id)) return null;
  const found = await addresseeOf(tx, id);
  const named = (await namesOf(tx, [id])).get(id);
  // neither an e-mail address nor a company: a role may not be meant to see them
  return found && named
    ? { firstName: found.firstName, facts: { name: named.name, publisher: named.name, publisherNumber: named.number } }
    : null;
}

async function offer(tx: Tx, asked: string | undefined): Promise<SampleValues | null> {
  const id = asked ?? (await newestOfferId(tx));
  const found = id && isId(id) ? await findOffer(tx, id) : null;
  if (!found) return null;
  return {
    offer: found.title,
    number: found.number,
    amount: formatMoney(BigInt(found.payout_micros)),
    currency: found.currency,
    model: found.offer_type,
    countries: found.countries.join(', '),
  };
}

export const mailObjects: Pick<MailTemplateDeps, 'objects' | 'person' | 'offer'> = {
  objects: async (tx, kind, q) => {
    if (kind === 'offer') return searchOffers(tx, q, CHOICES);
    const people = await choosePeople(tx, { type: 'publisher', q, limit: CHOICES });
    return people.map(({ id, name, number }) => ({ id, name: `${name} (${number})` }));
  },
  person,
  offer,
};
