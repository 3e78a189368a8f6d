// Click caps. Only looks whether every cap has budget; the click is spent at the end, once no later step refuses it.
import type { SnapshotCap } from '@tributary/contract/tracker/snapshot';
import type { Click } from '../click.ts';
import type { StepResult, World } from '../world.ts';

const applies = ({ publisher }: SnapshotCap, click: Click): boolean =>
  publisher === null || publisher === click.publisherNumber;

export function caps(click: Click, { leases }: World): StepResult {
  if (!click.offer || !click.isBillable) return null;
  for (const cap of click.offer.source.caps) {
    if (!applies(cap, click)) continue;
    const state = leases.state(cap.id);
    if (state === 'reached') {
      // a refused click is spent from no grant: there its row names the cap that refused it, for the capping log
      click.grants = cap.id;
      return 'cap_reached';
    }
    if (state === 'unknown') return 'cap_unknown';
    if (state === 'wait') return { waitFor: cap.id };
  }
  return null;
}

export function spendCaps(click: Click, { leases }: World): void {
  for (const cap of click.offer?.source.caps ?? []) {
    if (applies(cap, click)) click.grants += `${click.grants === '' ? '' : ','}${leases.spend(cap.id)}`;
  }
}
