// People who click, and the independent count of what came of it.
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Panel } from '../../scripts/lib/panel-client.ts';
import type { Stack } from './stack.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36';
const ADVERTISER = 3;
const PUBLISHER = 2;
const ANSWER_LIMIT_MS = 20_000;

export interface TestOffer {
  id: string;
  number: number;
}

/** an offer that anybody may promote, live on every tracker */
export async function createOffer(
  stack: Pick<Stack, 'trackerPorts'>,
  panel: Panel,
  more: object = {},
): Promise<TestOffer> {
  const form = {
    offer_name: 'Counted',
    advertiser_id: ADVERTISER,
    default_campaign_url: 'https://shop.example/?cid={click_id}',
    revenue: '1',
    payout: '0.5',
    ...more,
  };
  const { id, camp_id } = await panel.call('/api/offers', { method: 'POST', body: form });
  const offer = { id: String(id), number: Number(camp_id) };
  for (const port of stack.trackerPorts) await until(async () => (await click(port, offer.number)).id !== null, 20_000);
  return offer;
}

export async function until(isSo: () => Promise<boolean>, limitMs: number): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > limitMs) throw new Error(`not within ${limitMs} ms`);
    await sleep(20);
  }
  return performance.now() - began;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let visitors = 0;

export interface ClickAnswer {
  /** 0: no answer at all */
  status: number;
  /** of a click that was sent on to the offer */
  id: string | null;
}

const nextAddress = (): string => {
  const visitor = ++visitors;
  return `73.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
};

export interface Visitor {
  address?: string;
  agent?: string;
  /** over a connection of its own */
  onItsOwn?: boolean;
}

/** each click is another visitor's, unless it is said whose */
export function click(port: number, offer: number, host = 'demo.localhost', from: Visitor = {}): Promise<ClickAnswer> {
  const { address = nextAddress(), agent: userAgent = CHROME, onItsOwn = false } = from;
  const headers = { Host: host, 'User-Agent': userAgent, 'X-Forwarded-For': address };
  const path = `/click?camp_id=${offer}&publisher_id=${PUBLISHER}`;
  return new Promise((resolve) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, agent: onItsOwn ? false : agent, headers, timeout: ANSWER_LIMIT_MS },
      (answer) => {
        answer.resume();
        answer.once('close', () => {
          const to = answer.headers.location;
          const id = answer.statusCode === 302 && to ? new URL(to).searchParams.get('cid') : null;
          resolve({ status: answer.statusCode ?? 0, id });
        });
      },
    );
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve({ status: 0, id: null }));
    request.end();
  });
}

/** clickers that go on until stopped, as fast as they are answered or at an appointed rate */
export class Crowd {
  readonly answered: string[] = [];
  failed = 0;
  readonly #running: Promise<void>[] = [];
  #isOver = false;

  constructor(ports: readonly number[], offer: number, clickers: number, perSecond = Number.POSITIVE_INFINITY) {
    for (let at = 0; at < clickers; at++) {
      const port = ports[at % ports.length] ?? 0;
      this.#running.push(this.#clickOn(port, offer, (clickers * 1_000) / perSecond));
    }
  }

  async #clickOn(port: number, offer: number, everyMs: number): Promise<void> {
    let due = performance.now() + Math.random() * everyMs;
    while (!this.#isOver) {
      if (everyMs > 0) await sleep(Math.max(0, due - performance.now()));
      due += everyMs;
      const { id } = await click(port, offer);
      if (id) this.answered.push(id);
      else {
        this.failed++;
        await sleep(5);
      }
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }
}

export interface Recount {
  /** answered with a redirect, but not in `events` */
  missing: number;
  /** ids that have more than one row */
  doubled: number;
  events: number;
  /** rollup rows that differ from a recount of the raw rows, both ways */
  wrongQuarters: number;
  wrongDays: number;
}

const differing = (rollup: string, recount: string): string =>
  `select ((select count(*) from (${rollup} except ${recount}) a) + (select count(*) from (${recount} except ${rollup}) b))::int`;
const keys = 'tenant_id, coalesce(offer, 0), coalesce(publisher, 0), verdict';
const sums = 'sum(clicks)::int, sum(unique_clicks)::int, sum(impressions)::int';
const counts = `(count(*) filter (where kind = 'click'))::int, (count(*) filter (where kind = 'click' and is_unique))::int,
  (count(*) filter (where kind = 'impression'))::int`;
const quarters = differing(
  `select bucket, tenant_id, offer, publisher, verdict, ${sums} from rollup_quarter group by 1, 2, 3, 4, 5`,
  `select date_bin('15 minutes', at, 'epoch'), ${keys}, ${counts} from events group by 1, 2, 3, 4, 5`,
);
const days = differing(
  `select day, tenant_id, offer, publisher, verdict, ${sums} from rollup_day group by 1, 2, 3, 4, 5`,
  `select (at at time zone (select time_zone from tenants t where t.id = tenant_id))::date, ${keys}, ${counts} from events
   group by 1, 2, 3, 4, 5`,
);

export async function recount(stack: Pick<Stack, 'sql'>, answered: readonly string[]): Promise<Recount> {
  const [found] = await stack.sql<Recount>(
    `select (select count(*) from unnest($1::text[]) id where not exists (select from events e where e.event_id = id))::int as missing,
       (select count(*) from (select event_id from events group by 1 having count(*) > 1) d)::int as doubled,
       (select count(*) from events)::int as events, (${quarters}) as "wrongQuarters", (${days}) as "wrongDays"`,
    [answered],
  );
  if (!found) throw new Error('no recount');
  return found;
}

/** waits until every answered click is in, then counts; how long that took */
export async function settle(
  stack: Pick<Stack, 'sql'>,
  answered: readonly string[],
  limitMs: number,
): Promise<Recount & { ms: number }> {
  const began = performance.now();
  for (;;) {
    const found = await recount(stack, answered);
    const ms = performance.now() - began;
    if (found.missing === 0 || ms > limitMs) return { ...found, ms };
    await sleep(250);
  }
}
