// Which store this process reads events from. It is chosen once, where the process is put together, and is the same for all
// that is asked of it: handing it through every signature between a route and a statement would say no more (decisions/0036).
import { postgresReader } from './store/postgres/reader.ts';
import type { EventReader } from './store/reader.ts';

let chosen = postgresReader;

export const events = (): EventReader => chosen;
export function readEventsFrom(reader: EventReader): void {
  chosen = reader;
}
