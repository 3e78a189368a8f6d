// Heavy calls take turns. What reads figures, logs or whole lists may keep a database connection for seconds; so no more
// than a few run at once, tenants take turns for them, and inside a tenant its people. The connections that are left belong
// to light calls: signing in never waits behind anybody's reports. One api process serves an installation by default; more
// of them each have these turns.
import { Fault } from '../platform/fault.ts';

export interface TurnRules {
  /** under way at once: in all, of a tenant, of a person */
  slots: number;
  perTenant: number;
  perPerson: number;
  /** who has as many waiting is refused at once */
  waitingPerPerson: number;
  waitMs: number;
}
/** of APP_CONNECTIONS (app.ts) half; neither a person nor a tenant can hold what others need */
export const heavyTurns: TurnRules = { slots: 6, perTenant: 3, perPerson: 2, waitingPerPerson: 12, waitMs: 10_000 };

export interface Who {
  tenant: string;
  person: string;
}
export interface TurnOptions {
  /** waits as long as it takes: what has begun to be sent cannot be refused any more */
  patient?: boolean;
  /** nobody waits for the answer any more */
  gone?: AbortSignal | undefined;
}
export interface Turns {
  run<R>(who: Who, work: () => Promise<R>, options?: TurnOptions): Promise<R>;
  running(): number;
  waiting(): number;
}

interface Waiter extends Who {
  begin(): void;
}

export function createTurns(rules: TurnRules, refused: () => void): Turns {
  const running: Who[] = [];
  /** in the order in which they came */
  const waiting: Waiter[] = [];
  /** when a tenant or a person last began */
  const served = new Map<string, number>();
  let turn = 0;

  const runningOf = (key: keyof Who, id: string): number => running.filter((other) => other[key] === id).length;
  const hasRoom = ({ tenant, person }: Who): boolean =>
    running.length < rules.slots &&
    runningOf('tenant', tenant) < rules.perTenant &&
    runningOf('person', person) < rules.perPerson;
  const lastOf = (id: string): number => served.get(id) ?? 0;
  const isSooner = (a: Who, b: Who): boolean =>
    a.tenant === b.tenant ? lastOf(a.person) < lastOf(b.person) : lastOf(a.tenant) < lastOf(b.tenant);

  const begin = (who: Who): void => {
    running.push(who);
    served.set(who.tenant, ++turn);
    served.set(who.person, turn);
  };
  const leave = (waiter: Waiter): void => {
    const at = waiting.indexOf(waiter);
    if (at >= 0) waiting.splice(at, 1);
  };
  const next = (): void => {
    for (;;) {
      let chosen: Waiter | undefined;
      for (const waiter of waiting) if (hasRoom(waiter) && (!chosen || isSooner(waiter, chosen))) chosen = waiter;
      if (!chosen) break;
      leave(chosen);
      chosen.begin();
    }
    if (running.length === 0) served.clear();
  };

  const refusal = ({ person }: Who): Fault => {
    refused();
    const own = runningOf('person', person);
    const sentence =
      own >= rules.perPerson
        ? `${own} of your reports and lists are still being worked out. Please wait for them, then ask again.`
        : 'Many reports are being worked out at this moment. Please try again in a few seconds.';
    return new Fault('busy', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  };

  /** until it is this one's turn; then it counts as running */
  const take = (who: Who, { patient = false, gone }: TurnOptions): Promise<void> => {
    if (hasRoom(who)) {
      begin(who);
      return Promise.resolve();
    }
    const others = waiting.filter(({ person }) => person === who.person).length;
    if (!patient && others >= rules.waitingPerPerson) return Promise.reject(refusal(who));
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        leave(waiter);
        clearTimeout(timer);
        gone?.removeEventListener('abort', lost);
        settle();
      };
      const waiter: Waiter = {
        ...who,
        begin: () => {
          begin(who);
          end(resolve);
        },
      };
      const lost = (): void => end(() => reject(new Fault('busy')));
      const timer = patient ? undefined : setTimeout(() => end(() => reject(refusal(who))), rules.waitMs);
      gone?.addEventListener('abort', lost, { once: true });
      waiting.push(waiter);
      if (gone?.aborted) lost();
    });
  };

  return {
    run: async (who, work, options = {}) => {
      const mine = { ...who };
      await take(mine, options);
      try {
        return await work();
      } finally {
        running.splice(running.indexOf(mine), 1);
        next();
      }
    },
    running: () => running.length,
    waiting: () => waiting.length,
  };
}

const RETRY_AFTER_SECONDS = 5;
