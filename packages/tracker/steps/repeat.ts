// First click or repeat: the same visitor (address and user agent) on the same offer of the same publisher.
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from '../click.ts';
import type { Key } from '../memory/slots.ts';
import { visitorKey } from '../memory/visitors.ts';
import type { World } from '../world.ts';

const NO_ADDRESS = [0, 0, 0, 0] as const;

const keyOf = ({ tenant, offerNumber, publisherNumber, address, device }: Click): Key =>
  visitorKey(tenant.source.number, offerNumber, publisherNumber, address?.words ?? NO_ADDRESS, device.hash);

/** the visitor is known from here on, also where a later step refuses the click: a second try is not a second visitor */
export function repeat(click: Click, { visitors }: World): VerdictName | null {
  if (!click.offer || !click.isBillable) return null;
  const { uniqueForMs, duplicates } = click.offer.source;
  click.isUnique = visitors.claim(keyOf(click), click.now, uniqueForMs);
  return click.isUnique || duplicates === 'count' ? null : 'duplicate';
}
