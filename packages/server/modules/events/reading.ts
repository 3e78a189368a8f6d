// Which store this process reads events from. It is chosen once, where the process is put together, and is the same for all
// that is asked of it: handing it through every signature between a route and a statement would say no more (decisions/0036).
import { postgresReader } from './store/postgres/reader.ts';
import { postgresUpkeep } from './store/postgres/upkeep.ts';
import type { EventReader } from './store/reader.ts';
import type { EventUpkeep } from './store/upkeep.ts';

let chosen: { reader: EventReader; upkeep: EventUpkeep } = { reader: postgresReader, upkeep: postgresUpkeep };

export const events = (): EventReader => chosen.reader;
export const upkeep = (): EventUpkeep => chosen.upkeep;
export function readEventsFrom(store: typeof chosen): void {
  chosen = store;
}
