// What turns promise: nobody's heavy calls hold up anybody else's, whoever asked first and however often.
import { afterEach, describe, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { createTurns, type TurnRules, type Turns } from './turns.ts';

const rules: TurnRules = { slots: 4, perTenant: 3, perPerson: 2, waitingPerPerson: 3, waitMs: 60_000 };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** work that is under way until it is told to end; its beginning is noted */
function scene(changed: Partial<TurnRules> = {}) {
  const refused: string[] = [];
  const turns: Turns = createTurns({ ...rules, ...changed }, () => refused.push('one'));
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const ask = (name: string, options = {}) => {
    const [tenant = '', person = ''] = name;
    const asked = turns.run(
      { tenant, person: tenant + person },
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          const end = () => resolve(name);
          running.set(name, end);
          ends.push(end);
        }),
      options,
    );
    asked.catch(() => undefined);
    return asked;
  };
  const end = async (name: string): Promise<void> => {
    running.get(name)?.();
    await begins();
  };
  return { ask, end, begun, refused, turns };
}
const begins = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const faultOf = async (asked: Promise<unknown>): Promise<Fault> => {
  const thrown: unknown = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Fault)) throw new Error('it was not refused');
  return thrown;
};

describe('a turn', () => {
  test('is had at once while there is room: two for a person, three for a tenant, four in all', async () => {
    const { ask, begun, turns } = scene();
    for (const name of ['a1-1', 'a1-2', 'a1-3', 'a2-1', 'a2-2', 'b1-1', 'b1-2', 'c1-1']) void ask(name);
    await begins();
    expect(begun).toEqual(['a1-1', 'a1-2', 'a2-1', 'b1-1']);
    expect([turns.running(), turns.waiting()]).toEqual([4, 4]);
  });

  test('goes from tenant to tenant, and inside one from person to person', async () => {
    const { ask, end, begun } = scene({ slots: 1, perTenant: 1, perPerson: 1, waitingPerPerson: 9 });
    for (const name of ['a1-1', 'a1-2', 'a1-3', 'a1-4', 'a2-1', 'b1-1', 'b1-2', 'c1-1']) void ask(name);
    for (let n = 0; n < 8; n++) await end(begun.at(-1) ?? '');
    expect(begun).toEqual(['a1-1', 'b1-1', 'c1-1', 'a2-1', 'b1-2', 'a1-2', 'a1-3', 'a1-4']);
  });

  test('is given up by work that fails, too', async () => {
    const { turns, ask, begun } = scene({ slots: 1 });
    const failed = turns.run({ tenant: 'a', person: 'a1' }, () => Promise.reject(new Error('no luck')));
    void ask('b1-1');
    await expect(failed).rejects.toThrow('no luck');
    expect(begun).toEqual(['b1-1']);
  });
});

describe('who asks too often', () => {
  test('is refused at once when as many of his own wait already; others are not', async () => {
    const { ask, refused, begun } = scene();
    for (let n = 1; n <= 5; n++) void ask(`a1-${n}`);
    const { code, message, status, retryAfterSeconds } = await faultOf(ask('a1-6'));
    expect([code, status]).toEqual(['busy', 429]);
    expect(message).toBe(
      '2 of your reports and lists are still being worked out. Please wait for them, then ask again.',
    );
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(refused).toHaveLength(1);
    void ask('a2-1');
    await begins();
    expect(begun).toContain('a2-1');
  });

  test('is refused after a while of waiting, and has no turn afterwards', async () => {
    const { ask, end, begun, turns } = scene({ slots: 1, waitMs: 5 });
    void ask('a1-1');
    const { code, message } = await faultOf(ask('b1-1'));
    expect([code, message]).toEqual([
      'busy',
      'Many reports are being worked out at this moment. Please try again in a few seconds.',
    ]);
    await end('a1-1');
    expect([begun, turns.running(), turns.waiting()]).toEqual([['a1-1'], 0, 0]);
  });

  test('and has gone keeps no place; one who is patient is not refused', async () => {
    const { ask, end, begun, turns } = scene({ slots: 1, waitMs: 5, waitingPerPerson: 0 });
    void ask('a1-1');
    const gone = new AbortController();
    void ask('a1-2', { patient: true, gone: gone.signal });
    void ask('a1-3', { patient: true });
    gone.abort();
    expect(turns.waiting()).toBe(1);
    expect((await faultOf(ask('b1-1'))).code).toBe('busy');
    await end('a1-1');
    expect(begun).toEqual(['a1-1', 'a1-3']);
  });
});
