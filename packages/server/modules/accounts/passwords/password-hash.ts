// argon2id with OWASP's minimum parameters and a pepper. Hashing is bounded: as many at once as there are cores, a
// short queue, then "busy". A flood of sign-ins must not take the machine from the redirects.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Fault } from '../../../platform/fault.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** false for an account without a password too, after the same work as for one that has one */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** how many wait, for the metrics */
  waiting(): number;
}

const MAX_WAITING = 50;

export async function createPasswordHasher(secret: InstallationSecret): Promise<PasswordHasher> {
  // argon2id is the library's default algorithm (its enum cannot be imported under verbatimModuleSyntax)
  const options = {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    secret: secret.derive('password-pepper'),
  };
  const gate = createGate(availableParallelism(), MAX_WAITING);
  // unknown addresses are checked against this, so that they take as long as known ones
  const decoy = await hash('no account has this password', options);
  return {
    hash: (password) => gate.run(() => hash(password, options)),
    verify: async (storedHash, password) => {
      const right = await gate.run(() => verify(storedHash ?? decoy, password, options));
      return storedHash !== null && right;
    },
    waiting: () => gate.waiting(),
  };
}

function createGate(slots: number, maxWaiting: number) {
  let free = slots;
  const queue: (() => void)[] = [];
  return {
    waiting: () => queue.length,
    run: async <R>(work: () => Promise<R>): Promise<R> => {
      if (free > 0) free--;
      else {
        if (queue.length >= maxWaiting) throw new Fault('busy', undefined, { retryAfterSeconds: 2 });
        await new Promise<void>((resolve) => queue.push(resolve));
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next) next();
        else free++;
      }
    },
  };
}
