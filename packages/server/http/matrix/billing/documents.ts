// For tests only: examples for billing's documents and entries, and the things they name.
import type { IdKind } from '@tributary/contract';
import type { Example } from '../examples.ts';
import type { Place } from './place.ts';

const byOwner =
  (kind: 'publisher' | 'advertiser'): Example =>
  async ({ scene, subdomain }) => ({ query: { owner: (await scene.addPerson(subdomain, kind)).id, limit: '5' } });

export const documentExamples = {
  publisherEntries: byOwner('publisher'),
  advertiserEntries: byOwner('advertiser'),
  ownPublisherEntries: () => ({ query: { standing: 'unclaimed' } }),
  ownAdvertiserEntries: () => ({ query: { account: 'prepaid' } }),
} satisfies Record<string, Example>;

/** undefined where the name is not one of ours */
export async function makeDocumentTarget(_name: IdKind, _place: Place): Promise<string | undefined> {
  return undefined;
}
