// More clicks, or impressions, than people can make (velocity.ts). Counted once, however often a click must wait to be decided.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import type { World } from '../world.ts';

export function velocity(click: Click, world: World): VerdictName | null {
  if (click.isCounted || !click.address || !click.isBillable) return null;
  click.isCounted = true;
  const { kind, tenant, offerNumber, publisherNumber, address, now } = click;
  const isFlood = world.velocity.isFlood(tenant.source.number, offerNumber, publisherNumber, address, now, kind);
  return isFlood ? 'click_spam' : null;
}
