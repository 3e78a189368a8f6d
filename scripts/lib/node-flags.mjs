// How Node is started for the programs that we ship.
export const serverFlags = ['--enable-source-maps'];

// A worker has one core: helpers that collect garbage beside it would only take turns with it, and a click that comes in
// their turn waits for milliseconds. What a click leaves behind dies young, in a nursery that is large enough for it to die
// before it is copied, and small enough to be swept in about a millisecond (docs/sizing.md).
export const trackerFlags = [...serverFlags, '--max-semi-space-size=16', '--single-threaded-gc', '--v8-pool-size=1'];
