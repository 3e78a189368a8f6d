// From a request to its entrance: which tenant by host, which entrance by path.
import { hostName, placeOf } from '@tributary/contract/hosts';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import { TEST_PATH } from '@tributary/contract/tracker/test-token';
import { type Arrival, acceptClick } from './accept/click.ts';
import { acceptImpression } from './accept/impression.ts';
import { acceptPixel } from './accept/pixel.ts';
import { acceptPostback } from './accept/postback.ts';
import { acceptTest } from './accept/test.ts';
import type { Answer, HotPath } from './hot-path.ts';
import { type Log, reasonOf } from './log.ts';
import type { Timing } from './observed/metrics.ts';
import { answerOperator, type OperatorPages } from './observed/operator-pages.ts';
import type { TestKeys } from './secret.ts';
import type { Tenant } from './snapshot/snapshot.ts';
import { splitTarget } from './transport/query.ts';
import { badHost, emptyPage, gif, methodNotAllowed, robots } from './transport/replies.ts';
import type { Handler, Reply, TrackerRequest } from './transport/transport.ts';

export interface HandlerParts {
  path: HotPath;
  clickIdKey: MacKey;
  testKeys: TestKeys;
  hosts: { baseHost: string; brandLabel: string };
  operator: OperatorPages;
  /** for hosts that belong to nobody */
  plainPage: Reply;
  answerTime: Timing;
  log: Log;
}

const CODE = /^[\w-]{1,64}$/;

export function createHandler(parts: HandlerParts): Handler {
  const { path, plainPage, answerTime, log } = parts;
  return (request, answer) => {
    const began = performance.now();
    const timed = (reply: Reply): void => {
      answer(reply);
      answerTime.observe((performance.now() - began) / 1000);
    };
    const host = hostOf(request.header('host'), path.store.current.hosts);
    if (host === null) {
      answer(badHost);
      return;
    }
    const tenant = path.store.current.hosts.get(host) ?? null;
    try {
      if (tenant) enter(parts, tenant, host, request, timed);
      else answerStranger(parts, request, answer);
    } catch (fault) {
      log.error('a request could not be handled', {
        reason: reasonOf(fault),
        stack: fault instanceof Error ? fault.stack : '',
      });
      answer({ ...(tenant?.page ?? plainPage), status: 500 });
    }
  };
}

const PORT = /^:(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;

/** the host without its port, as the snapshot's keys have it; only an unusual spelling takes the slow way; null: malformed */
function hostOf(header: string | undefined, known: ReadonlyMap<string, Tenant>): string | null {
  if (header === undefined) return '';
  const colon = header.indexOf(':');
  const plain = colon < 0 ? header : header.slice(0, colon);
  return known.has(plain) && (colon < 0 || PORT.test(header.slice(colon))) ? plain : hostName(header);
}

function answerStranger({ hosts, operator, plainPage }: HandlerParts, request: TrackerRequest, answer: Answer): void {
  const target = placeOf(request.header('host'), hosts).kind === 'main' ? splitTarget(request.target) : null;
  if (!target || !answerOperator(target.path, request, operator, answer)) answer(plainPage);
}

function enter(parts: HandlerParts, tenant: Tenant, host: string, request: TrackerRequest, answer: Answer): void {
  const target = splitTarget(request.target);
  const entrance = target && entranceOf(target.path);
  if (!target || !entrance) answer(tenant.page);
  else if (!entrance.methods.includes(request.method)) answer(methodNotAllowed(entrance.methods.join(', ')));
  else entrance.accept(parts, { tenant, host, query: target.query, request }, answer);
}

interface Entrance {
  methods: readonly string[];
  accept(parts: HandlerParts, arrival: Arrival, answer: Answer): void;
}

const entrances = new Map<string, Entrance>([
  [
    '/click',
    { methods: ['GET', 'HEAD'], accept: ({ path }, arrival, answer) => acceptClick(path, arrival, '', answer) },
  ],
  [
    '/imp',
    { methods: ['GET', 'HEAD'], accept: ({ path }, arrival, answer) => acceptImpression(path, arrival, answer) },
  ],
  [
    '/postback',
    {
      methods: ['GET', 'POST'],
      accept: ({ path, clickIdKey }, arrival, answer) => acceptPostback(path, arrival, clickIdKey, answer),
    },
  ],
  // a HEAD request is a probe, not a conversion
  [
    '/pixel.gif',
    {
      methods: ['GET'],
      accept: ({ path, clickIdKey }, arrival, answer) => acceptPixel(path, arrival, clickIdKey, gif, answer),
    },
  ],
  [
    '/pixel.html',
    {
      methods: ['GET'],
      accept: ({ path, clickIdKey }, arrival, answer) => acceptPixel(path, arrival, clickIdKey, emptyPage, answer),
    },
  ],
  ['/robots.txt', { methods: ['GET', 'HEAD'], accept: (_parts, _arrival, answer) => answer(robots) }],
]);

/** asked last: nothing on the way of a click knows of tests */
const tests: Entrance = {
  methods: ['GET'],
  accept: ({ path, testKeys }, arrival, answer) => acceptTest(path, arrival, testKeys, answer),
};

/** short links have their code in the path */
function entranceOf(path: string): Entrance | null {
  const known = entrances.get(path);
  if (known) return known;
  const code = path.startsWith('/c/') ? path.slice(3) : '';
  if (!CODE.test(code)) return path.startsWith(`${TEST_PATH}/`) ? tests : null;
  return {
    methods: ['GET', 'HEAD'],
    accept: (parts, arrival, answer) => acceptClick(parts.path, arrival, code, answer),
  };
}
