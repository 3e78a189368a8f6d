// Which offer, publisher and link a request names; the id is minted from them.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import { positiveInt } from '../transport/query.ts';
import type { World } from '../world.ts';

export function resolve(click: Click, { mintId }: World): VerdictName | null {
  const { tenant, query } = click;
  click.link = click.code === '' ? null : (tenant.links.get(click.code) ?? null);
  click.offerNumber = click.link?.offer ?? query.number('camp_id');
  click.publisherNumber = click.link?.publisher ?? query.number('publisher_id');
  click.offer = tenant.offers.get(click.offerNumber) ?? null;
  click.publisher = tenant.publishers.get(click.publisherNumber) ?? null;
  click.source = click.param('source');
  const landing = positiveInt(query.get('url_id')) || click.link?.landing || 0;
  click.landing = click.offer?.landings.get(landing) ? landing : 0;
  click.id = mintId({
    kind: click.kind,
    timeMs: click.now,
    tenant: tenant.source.number,
    offer: click.offerNumber,
    publisher: click.publisherNumber,
  });
  return refusal(click);
}

function refusal({ tenant, code, link, offer, publisher, now }: Click): VerdictName | null {
  const { servesUntil } = tenant.source;
  if (servesUntil !== null && now >= servesUntil) return 'workspace_closed';
  if (code !== '' && !link) return 'link_unknown';
  if (!offer) return 'offer_unknown';
  if (!publisher) return 'publisher_unknown';
  if (publisher.status !== 'approved') return 'publisher_inactive';
  if (offer.source.status === 'paused') return 'offer_paused';
  if (offer.source.status === 'pending') return 'offer_pending';
  return tenant.stopped.size > 0 && tenant.stopped.has(offer.source.advertiser) ? 'advertiser_credit' : null;
}
