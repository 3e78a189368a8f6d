// Click caps without a shared counter: the server leases budget in small grants, and a click passes only if it can be paid
// from one. So the sum over all trackers never exceeds the cap; the price is that a click may wait a moment for a grant.
import {
  internalPaths,
  type LeaseGrant,
  type LeaseReply,
  type LeaseRequest,
} from '@tributary/contract/tracker/tracker-wire';
import { type Log, reasonOf } from '../log.ts';
import type { CallServer } from '../shipping/server-calls.ts';

const CALL_LIMIT_MS = 2_000;
const AFTER_FAILURE_MS = 250;
const FIRST_WANT = 8;
const MOST_WANTED = 4_096;
const TURN_MS = 500;
const REPORT_EVERY_MS = 1_000;
/** how many of thousands of caps are looked at or reported in one turn, during which clicks wait */
const IN_A_TURN = 150;
/** what is over comes back within five seconds, however many caps there are */
const TURNS_TO_LOOK = 10;
/** a grant should last about this long */
const LOT_LASTS_MS = 3_000;

interface Grant {
  id: string;
  granted: number;
  spent: number;
  /** monotonic time after which it is not spent any more */
  deadline: number;
  /** unix time likewise */
  windowEndsAt: number;
}

interface Budget {
  cap: string;
  grants: Grant[];
  /** asked for and not yet answered */
  asking: boolean;
  /** monotonic; until then the server has nothing left */
  emptyUntil: number;
  /** monotonic; until then nobody answered */
  failedUntil: number;
  want: number;
  lastGrantAt: number;
  waiting: (() => void)[];
}

export type BudgetState = 'available' | 'wait' | 'reached' | 'unknown';

export interface LeasesOptions {
  trackerId: string;
  boot: string;
  call: CallServer;
  log: Log;
  /** monotonic milliseconds */
  now?: () => number;
  unixNow?: () => number;
}

export class Leases {
  readonly #options: LeasesOptions;
  readonly #now: () => number;
  readonly #unixNow: () => number;
  readonly #budgets = new Map<string, Budget>();
  readonly #asks = new Set<Budget>();
  /** over for us, but the server has not heard of it yet */
  #returned: Grant[] = [];
  #calling: Promise<void> | undefined;
  #scheduled = false;
  /** a click waits for one of the asks; the others wait for the next turn, for company */
  #isUrgent = false;
  /** spent from since the server was last told how much */
  readonly #unreported = new Set<Grant>();
  #reportedAt = Number.NEGATIVE_INFINITY;
  /** where the last turn's look at the budgets ended */
  #look: Iterator<Budget> | undefined;
  /** monotonic; nobody answered, and reports can wait */
  #quietUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#unixNow = options.unixNow ?? Date.now;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#retireSome();
      const isQuiet = this.#now() < this.#quietUntil;
      const hasNews = this.#returned.length > 0 || this.#isReportDue();
      if (this.#asks.size > 0 || (hasNews && !isQuiet)) this.#schedule();
    }, TURN_MS).unref();
  }

  /** tells the server what is left, so that others may have it */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#asks.clear(); // nothing more is wanted
    for (const budget of this.#budgets.values()) budget.failedUntil = Number.POSITIVE_INFINITY;
    await this.#calling; // it may bring more
    for (const budget of this.#budgets.values()) this.#returned.push(...budget.grants.splice(0));
    if (this.#returned.length > 0) await this.#callServer();
  }

  state(cap: string): BudgetState {
    const budget = this.#budget(cap);
    const now = this.#now();
    const grant = this.#liveGrant(budget, now);
    if (grant) {
      let left = 0;
      for (const { granted, spent } of budget.grants) left += granted - spent;
      if (left * 2 <= budget.want && now >= budget.emptyUntil && now >= budget.failedUntil) this.#ask(budget, true);
      return 'available';
    }
    if (now < budget.emptyUntil) return 'reached';
    if (now < budget.failedUntil) return 'unknown';
    this.#ask(budget, false);
    return 'wait';
  }

  /** one click from this budget; the state must have been "available" in the same turn. Tells the grant's id */
  spend(cap: string): string {
    const grant = this.#liveGrant(this.#budget(cap), this.#now());
    if (!grant) throw new Error('a click was spent without a grant');
    grant.spent++;
    this.#unreported.add(grant);
    return grant.id;
  }

  /** calls back when asking again makes sense */
  wait(cap: string, resume: () => void): void {
    this.#budget(cap).waiting.push(resume);
  }

  #budget(cap: string): Budget {
    let budget = this.#budgets.get(cap);
    if (!budget) {
      budget = {
        cap,
        grants: [],
        asking: false,
        emptyUntil: 0,
        failedUntil: 0,
        want: FIRST_WANT,
        lastGrantAt: 0,
        waiting: [],
      };
      this.#budgets.set(cap, budget);
    }
    return budget;
  }

  #liveGrant(budget: Budget, now: number): Grant | undefined {
    const [first] = budget.grants;
    if (first && isLive(first, now, this.#unixNow())) return first;
    if (first) this.#retire(budget);
    return budget.grants[0];
  }

  #retire(budget: Budget): void {
    const now = this.#now();
    const unixNow = this.#unixNow();
    const over = budget.grants.filter((grant) => !isLive(grant, now, unixNow));
    if (over.length === 0) return;
    budget.grants = budget.grants.filter((grant) => isLive(grant, now, unixNow));
    for (const grant of over) this.#unreported.delete(grant); // its return says it
    this.#returned.push(...over);
  }

  #retireSome(): void {
    this.#look ??= this.#budgets.values();
    const most = Math.max(IN_A_TURN, Math.ceil(this.#budgets.size / TURNS_TO_LOOK));
    for (let looked = 0; looked < most; looked++) {
      const { value: budget, done } = this.#look.next();
      if (done) {
        this.#look = undefined;
        return;
      }
      this.#retire(budget);
    }
  }

  /** once a second, and by turns where there is more than one turn can tell */
  #isReportDue(): boolean {
    const { size } = this.#unreported;
    return size >= IN_A_TURN || (size > 0 && this.#now() - this.#reportedAt >= REPORT_EVERY_MS);
  }

  #takeUnreported(): Grant[] {
    if (!this.#isReportDue()) return [];
    this.#reportedAt = this.#now();
    const grants: Grant[] = [];
    for (const grant of this.#unreported) {
      if (grants.length === IN_A_TURN) break;
      this.#unreported.delete(grant);
      grants.push(grant);
    }
    return grants;
  }

  #ask(budget: Budget, canWait: boolean): void {
    if (!budget.asking) {
      budget.asking = true;
      this.#asks.add(budget);
    }
    if (canWait || !this.#asks.has(budget)) return;
    this.#isUrgent = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#calling || this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#calling = this.#callServer().finally(() => {
        this.#calling = undefined;
        if (this.#isUrgent) this.#schedule();
      });
    });
  }

  async #callServer(): Promise<void> {
    const asked = [...this.#asks];
    this.#asks.clear();
    this.#isUrgent = false;
    const returned = this.#returned;
    this.#returned = [];
    const spent = this.#takeUnreported();
    const sentAt = this.#now();
    try {
      const { grants } = await this.#post(asked, spent, returned);
      const grantOf = new Map(grants.map((grant) => [grant.cap, grant]));
      for (const budget of asked) this.#take(budget, grantOf.get(budget.cap), sentAt);
    } catch (fault) {
      this.#options.log.warn('no answer to a request for leases', { reason: reasonOf(fault), caps: asked.length });
      this.#returned.push(...returned);
      for (const grant of spent) this.#unreported.add(grant);
      this.#quietUntil = this.#now() + REPORT_EVERY_MS;
      for (const budget of asked) budget.failedUntil = this.#now() + AFTER_FAILURE_MS;
    }
    for (const budget of asked) {
      budget.asking = false;
      for (const resume of budget.waiting.splice(0)) {
        try {
          resume();
        } catch (fault) {
          this.#options.log.error('a click failed after its wait', { reason: reasonOf(fault) });
        }
      }
    }
  }

  async #post(asked: Budget[], spent: Grant[], returned: Grant[]): Promise<LeaseReply> {
    const { trackerId, boot, call } = this.#options;
    const request: LeaseRequest = {
      tracker: trackerId,
      boot,
      asks: asked.map(({ cap, want }) => ({ cap, want })),
      lots: [
        ...spent.map((grant) => ({ lot: grant.id, spent: grant.spent, returned: false })),
        ...returned.map((grant) => ({ lot: grant.id, spent: grant.spent, returned: true })),
      ],
    };
    const answer = await call({
      method: 'POST',
      path: internalPaths.leases,
      body: JSON.stringify(request),
      timeoutMs: CALL_LIMIT_MS,
    });
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`);
    return readReply(JSON.parse(answer.body.toString()));
  }

  #take(budget: Budget, grant: LeaseGrant | undefined, sentAt: number): void {
    const now = this.#now();
    if (!grant || grant.granted <= 0) {
      budget.emptyUntil = now + (grant?.retryMs ?? AFTER_FAILURE_MS);
      budget.want = FIRST_WANT;
      return;
    }
    const lasted = now - budget.lastGrantAt;
    if (lasted < LOT_LASTS_MS) budget.want = Math.min(budget.want * 2, MOST_WANTED);
    else if (lasted > 3 * LOT_LASTS_MS) budget.want = Math.max(Math.floor(budget.want / 2), FIRST_WANT);
    budget.lastGrantAt = now;
    budget.grants.push({
      id: grant.lot,
      granted: grant.granted,
      spent: 0,
      deadline: sentAt + grant.ttlMs,
      windowEndsAt: grant.windowEndsAt,
    });
  }
}

const isLive = (grant: Grant, now: number, unixNow: number): boolean =>
  grant.spent < grant.granted && now < grant.deadline && unixNow < grant.windowEndsAt;

const isGrant = (value: unknown): value is LeaseGrant =>
  typeof value === 'object' &&
  value !== null &&
  'cap' in value &&
  'lot' in value &&
  typeof value.lot === 'string' &&
  /^[0-9a-z-]{0,36}$/.test(value.lot) &&
  'granted' in value &&
  Number.isInteger(value.granted);

function readReply(value: unknown): LeaseReply {
  if (typeof value !== 'object' || value === null || !('grants' in value) || !Array.isArray(value.grants)) {
    throw new Error('the server answered no grants');
  }
  return { grants: value.grants.filter(isGrant) };
}
