// Run as a process of its own: the server that a measured tracker talks to. In the loader's process its work would be
// taken for the tracker's. It prints its address once it listens.
import { FixtureServer } from '../../packages/tracker/testing/fixture-server.ts';
import { LeaseLedger } from '../../packages/tracker/testing/lease-ledger.ts';
import { benchWorld } from './world.ts';

const [links = 0] = process.argv.slice(2).map(Number);
const hugeLimits: Record<string, number> = new Proxy({}, { get: () => 1e9 });

const server = new FixtureServer();
server.keepsRows = false;
server.ledger = new LeaseLedger({ limits: hugeLimits, trackers: 1, ttlMs: 600_000 });
server.publishFull(benchWorld(links));
console.log(String(await server.listen()));
