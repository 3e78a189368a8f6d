// What the steps may ask: tables, memories and keys, but never the network or a database.
import type { ClickIdFields } from '@tributary/contract/tracker/click-id';
import type { StepName } from '@tributary/contract/tracker/replayed';
import type { VerdictName } from '@tributary/contract/tracker/verdicts';
import type { Click } from './click.ts';
import type { Leases } from './leases/leases.ts';
import type { Devices } from './lookups/device.ts';
import type { Geo } from './lookups/geo.ts';
import type { Velocity } from './memory/velocity.ts';
import type { Visitors } from './memory/visitors.ts';
import type { ClientIp } from './steps/client-ip.ts';

export interface World {
  clientIp: Pick<ClientIp, 'of'>;
  geo: Pick<Geo, 'country' | 'place'>;
  devices: Pick<Devices, 'of'>;
  visitors: Pick<Visitors, 'claim'>;
  velocity: Pick<Velocity, 'isFlood'>;
  leases: Pick<Leases, 'state' | 'spend'>;
  mintId(fields: Omit<ClickIdFields, 'random'>): string;
}

/** that of a tracker which answers requests; a replay has another one (replay.ts) */
export interface LiveWorld extends World {
  clientIp: ClientIp;
  geo: Geo;
  visitors: Visitors;
  velocity: Velocity;
  leases: Leases;
}

/** a verdict refuses the click, null lets it go on, and a wait parks it until a lease has come */
export type StepResult = VerdictName | { waitFor: string } | null;

export interface Step {
  name: StepName;
  /** gathering steps always run, so that a refused click is recorded as fully as a good one */
  kind: 'gather' | 'decide';
  run(click: Click, world: World): StepResult;
}
