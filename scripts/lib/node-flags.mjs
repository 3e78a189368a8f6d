// How Node is started for the programs that we ship.
export const serverFlags = ['--enable-source-maps'];

// A worker has one core: helpers that collect garbage beside it would only take turns with it, and a click that comes in
// their turn waits for milliseconds. What a click leaves behind dies young, in a nursery that is large enough for it to die
// before it is copied, small enough to be swept in about a millisecond, and not made smaller in a quiet hour: the next rush
// would fill the old generation with what should have died. Nor is a quiet hour used to tidy up: that throws away code that
// was optimized for the objects of open connections. What runs for every click is optimized within seconds of load; what
// runs a few times a second is not worth a compiler's turn. Measured: docs/decisions/0017-uplink.md.
export const trackerFlags = [
  ...serverFlags,
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--no-memory-reducer',
  '--single-threaded-gc',
  '--v8-pool-size=1',
  '--interrupt-budget=2000000',
];
