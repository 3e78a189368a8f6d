// Sends believable traffic through a running tracker, and conversions for some of the clicks that were accepted.
//   npm run demo:traffic -- --rate=20 --seconds=60
// --rate is clicks per second in the busiest hour of the week; the hour and the day of now take their share of it.
// Visitors come from many countries only where the tracker believes this machine: TRUSTED_PROXIES=127.0.0.1 npm start.
// Without it all come from one address, and beyond a hundred clicks a minute on one offer they are refused as a flood.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { random } from '../packages/server/demo/believable.ts';
import { openPanel } from './lib/panel-client.ts';
import { PlainError, script } from './lib/say.mjs';
import { type Market, readMarket } from './lib/traffic/market.ts';
import { ask, Book } from './lib/traffic/send.ts';
import { seasonAt, type Visit, Visitors } from './lib/traffic/visit.ts';

const CLICK_ID = /[0-9][\w-]{39}/;
const MOST_UNDER_WAY = 500;
const CONVERTS_AFTER_MS = 8_000;
const limits = { rate: 1_000, seconds: 3_600, converting: 1 };

interface Options {
  rate: number;
  seconds: number;
  /** share of people who convert */
  converting: number;
  panelPort: number;
  trackerPort: number;
  tenant: string;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '60' },
      converting: { type: 'string', default: '0.05' },
      panel: { type: 'string', default: process.env.PORT || '3000' },
      tracker: { type: 'string', default: process.env.TRACKER_PORT || '3001' },
      tenant: { type: 'string', default: 'demo' },
    },
  });
  const number = (name: keyof typeof limits): number => {
    const value = Number(values[name]);
    if (value > 0 && value <= limits[name]) return value;
    throw new PlainError(`--${name} must be more than 0 and at most ${limits[name]}, not "${values[name]}".`);
  };
  return {
    rate: number('rate'),
    seconds: number('seconds'),
    converting: number('converting'),
    panelPort: Number(values.panel),
    trackerPort: Number(values.tracker),
    tenant: values.tenant,
  };
}

class Traffic {
  readonly book = new Book();
  readonly #options: Options;
  readonly #host: string;
  readonly #next: () => number;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: Options, host: string, next: () => number) {
    this.#options = options;
    this.#host = host;
    this.#next = next;
  }

  async run(market: Market): Promise<void> {
    const { rate, seconds } = this.#options;
    const visitors = new Visitors(market, `${this.#host}:${this.#options.trackerPort}`, this.#next);
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
      // people come at random: the time to the next one is exponential
      await sleep((-Math.log(1 - this.#next()) * 1_000) / (rate * seasonAt(new Date())));
      if (this.#underWay.size >= MOST_UNDER_WAY) this.book.count('held back', 'clicks: the tracker is too slow');
      else this.#start(this.#visit(visitors.next()));
    }
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #start(work: Promise<void>): void {
    this.#underWay.add(work);
    void work.finally(() => this.#underWay.delete(work));
  }

  async #visit(visit: Visit): Promise<void> {
    const { trackerPort, converting } = this.#options;
    if (visit.kind === 'person' && this.#next() < 0.6) {
      const { status } = await ask(trackerPort, 'GET', visit.path.replace('/click', '/imp'), visit.headers);
      this.book.count('impressions', String(status || 'unanswered'));
    }
    const { status, location } = await ask(trackerPort, visit.method, visit.path, visit.headers);
    const id = CLICK_ID.exec(location)?.[0];
    const outcome = status === 0 ? 'unanswered' : id ? 'sent on' : status === 302 ? 'to a fallback' : 'shown a page';
    this.book.count(visit.kind, outcome);
    if (id && visit.kind === 'person' && this.#next() < converting) this.#start(this.#convert(visit, id));
  }

  async #convert({ offer }: Visit, clickId: string): Promise<void> {
    const next = this.#next;
    await sleep(next() * CONVERTS_AFTER_MS);
    const goal = offer.goals[Math.floor(next() * offer.goals.length * 3)];
    const parameters: Record<string, string> = {
      click_id: clickId,
      txn_id: `T-${clickId.slice(-12)}`,
      sale_amount: (10 + next() * 140).toFixed(2),
      ...(goal ? { goal } : {}),
    };
    // now and then somebody who does not know the secret tries, and a shop that repeats itself
    const proof = next() < 0.04 ? { token: 'guessed' } : offer.proofOf(parameters);
    for (let times = next() < 0.05 ? 2 : 1; times > 0; times--) {
      const query = new URLSearchParams({ ...parameters, ...proof });
      const headers = { Host: `${this.#host}:${this.#options.trackerPort}` };
      const { status, body } = await ask(this.#options.trackerPort, 'GET', `/postback?${query}`, headers);
      this.book.count('postbacks', `${status || 'unanswered'} ${/"outcome":"(\w+)"/.exec(body)?.[1] ?? ''}`);
    }
  }
}

script(async () => {
  const options = readOptions();
  const host = `${options.tenant}.localhost`;
  const email = `admin@${options.tenant}.test`;
  const panel = await openPanel({ port: options.panelPort, host }, email, 'tributary-demo').catch((error: Error) => {
    throw new PlainError(`The panel on port ${options.panelPort} cannot be used (npm start runs it): ${error.message}`);
  });
  const market = await readMarket(panel);
  if (market.offers.length === 0 || market.publishers.length === 0) {
    throw new PlainError(`${host} has no active offer or no approved publisher yet.`);
  }
  console.log(
    `${options.seconds} s of traffic for ${market.offers.length} offers and ${market.publishers.length} publishers, about ${(options.rate * seasonAt(new Date())).toFixed(1)} clicks a second at this hour`,
  );
  const traffic = new Traffic(options, host, random(new Date().toISOString()));
  await traffic.run(market);
  console.log(traffic.book.text());
});
