// For the snapshot builder: offers and links of one tenant, complete, in the tracker's own words.
import type { SnapshotLink, SnapshotOffer } from '@tributary/contract/tracker/snapshot';
import type { Tx } from '../../../platform/db/database.ts';
import { accountRows } from '../../accounts/index.ts';
import { permissionsOf } from '../campaigns/permissions.repo.ts';
import { paramsOf } from '../links/links.repo.ts';
import { namesOf } from '../people.repo.ts';
import { capsOf } from '../saving/caps.repo.ts';
import { goalsOf, grouped, landingPagesOf } from '../saving/goals-and-pages.repo.ts';
import { formerAdvertisersOf, termsVersionsOf, tokensEverOf } from '../terms/terms.repo.ts';
import { snapshotOffer } from './snapshot-offer.ts';

/** every offer of the transaction's tenant, or those wanted; one that is missing from the answer does not exist */
export async function readOffersForSnapshot(
  tx: Tx,
  tenant: number,
  wanted: { ids: readonly string[] } | { numbers: readonly number[] } | null,
): Promise<SnapshotOffer[]> {
  const offers = await tx
    .selectFrom('offers')
    .selectAll()
    .where((eb) => {
      if (wanted === null) return eb.lit(true);
      const [column, values] = 'ids' in wanted ? (['id', wanted.ids] as const) : (['number', wanted.numbers] as const);
      return values.length === 0 ? eb.lit(false) : eb(column, 'in', [...values]);
    })
    .orderBy('number')
    .execute();
  const offerIds = offers.map(({ id }) => id);
  const [goals, pages, caps, permissions, former, tokens, versions] = [
    await goalsOf(tx, offerIds),
    await landingPagesOf(tx, offerIds),
    await capsOf(tx, offerIds),
    await permissionsOf(tx, offerIds),
    await formerAdvertisersOf(tx, offerIds),
    await tokensEverOf(tx, offerIds),
    await termsVersionsOf(tx, offerIds),
  ];
  const people = await namesOf(tx, [
    ...offers.map(({ advertiser_id }) => advertiser_id),
    ...permissions.map(({ publisherId }) => publisherId),
    ...[...caps.values()].flat().flatMap(({ publisherId }) => publisherId ?? []),
  ]);
  const publisherNumbers = new Map([...people.values()].map(({ id, number }) => [id, number]));
  const byOffer = grouped(permissions.map((row) => ({ offerId: row.offerId, row })));
  return offers.map((offer) =>
    snapshotOffer({
      tenantNumber: tenant,
      advertiserNumber: publisherNumbers.get(offer.advertiser_id) ?? 0,
      formerAdvertisers: (former.get(offer.id) ?? [])
        .filter(({ id }) => id !== offer.advertiser_id)
        .map(({ number }) => number),
      formerGoals: (tokens.get(offer.id) ?? []).filter(
        (token) => !(goals.get(offer.id) ?? []).some((goal) => goal.token === token),
      ),
      termsVersion: versions.get(offer.id),
      offer,
      goals: goals.get(offer.id) ?? [],
      pages: pages.get(offer.id) ?? [],
      caps: caps.get(offer.id) ?? [],
      permissions: byOffer.get(offer.id) ?? [],
      publisherNumbers,
    }),
  );
}

export async function readLinksForSnapshot(
  tx: Tx,
  tenant: number,
  codes: readonly string[] | null,
): Promise<SnapshotLink[]> {
  if (codes?.length === 0) return [];
  let query = tx
    .selectFrom('links as l')
    .innerJoin('offers as o', (join) => join.onRef('o.tenant_id', '=', 'l.tenant_id').onRef('o.id', '=', 'l.offer_id'))
    .innerJoin(accountRows.as('u'), (join) =>
      join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.publisher_id'),
    )
    .select(['l.code', 'o.number as offer', 'u.user_sequence_id as publisher'])
    .select(['l.landing_page as landing', 'l.deep_link', 'l.params']);
  if (codes) query = query.where('l.code', 'in', [...codes]);
  const rows = await query.orderBy('l.code').execute();
  return rows.map(({ deep_link, params, ...link }) => ({
    tenant,
    ...link,
    params: { ...paramsOf({ params }), ...(deep_link === null ? {} : { url: deep_link }) },
  }));
}
