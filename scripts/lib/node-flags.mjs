// How Node is started for the programs that we ship.
export const serverFlags = ['--enable-source-maps'];

// What a click leaves behind dies young: in a large nursery it dies before it is ever copied, and pauses are fewer.
export const trackerFlags = [...serverFlags, '--max-semi-space-size=32'];
