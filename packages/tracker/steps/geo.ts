// Country, and where configured region, city, provider and whether the network rents out machines.
import type { Click } from '../click.ts';
import type { World } from '../world.ts';

export function geo(click: Click, world: World): null {
  if (!click.address) return null;
  click.country = world.geo.country(click.address);
  click.place = world.geo.place(click.address);
  return null;
}
