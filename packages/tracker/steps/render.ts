// The destination, macros filled in. A click whose deep link is not allowed goes nowhere the visitor chose.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import { withQuery } from '../snapshot/destination.ts';

export function render(click: Click): VerdictName | null {
  const { offer } = click;
  const destination = offer?.landings.get(click.landing) ?? offer?.destination ?? null;
  if (!offer || !destination) return 'no_destination';
  const asked = offer.deepLinkHosts.isEmpty ? '' : click.param('url');
  if (asked !== '') {
    click.deepLink = offer.deepLinkHosts.accept(asked);
    if (!click.deepLink) return 'deep_link_refused';
  }
  click.location =
    click.deepLink && !destination.takesDeepLink
      ? withQuery(click.deepLink, destination.fillQuery(click))
      : destination.fill(click);
  click.sentTo = 'destination';
  return null;
}

/** offer's fallback → tenant's fallback → the branded page */
export function fallBack(click: Click): void {
  const ofOffer = click.refusal === 'workspace_closed' ? null : (click.offer?.fallback ?? null);
  const destination = ofOffer ?? click.tenant.fallback;
  click.deepLink = null; // what was refused must not come back through a macro of the fallback
  click.sentTo = ofOffer ? 'offer_fallback' : destination ? 'tenant_fallback' : 'page';
  click.location = destination ? destination.fill(click) : '';
}
