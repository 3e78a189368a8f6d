// A test is asked for: quick ones are done at once, the others become a job, which calls whoever has to be called.
import type { InputOf } from '@tributary/contract/route';
import type { TestRunDetails, testerRoutes } from '@tributary/contract/trust/testers';
import { type SignedInCall, systemFor } from '../../../http/call.ts';
import { systemActor, type Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { JobRun } from '../../../platform/jobs/topics.ts';
import { recordAudit } from '../../audit/index.ts';
import { trackedTenant } from '../../tenancy/index.ts';
import { Asked, type AskedLink, type AskedPostback, nothingFound, userAgentOf } from './asked.ts';
import { type FollowDeps, followLink } from './follow-link.ts';
import { isClickPath, type ReadLink, readLink } from './read-link.ts';
import { addRun, countRunning, type Ended, endRun, findRun, giveUpRun } from './runs.repo.ts';
import { toDetails } from './show-run.ts';
import { testDue } from './topics.ts';
import { type TryDeps, tryDeep, tryQuick } from './try-postback.ts';

export interface TesterDeps extends TryDeps {
  follow: Omit<FollowDeps, 'own'>;
}

/** of a workspace, at the same time */
const MOST_RUNNING = 10;

const requireRoom = async (tx: Tx): Promise<void> => {
  if ((await countRunning(tx)) >= MOST_RUNNING) {
    throw new Fault('conflict', 'Ten tests are running. Please wait until one of them has ended.');
  }
};

const profileOf = ({
  country,
  device,
  user_agent,
}: {
  country: string;
  device: Asked['device'];
  user_agent?: string;
}) => ({
  country,
  device,
  user_agent: user_agent || null,
});

export const askedPostback = ({ body }: InputOf<typeof testerRoutes.testPostbacks>): AskedPostback => ({
  kind: 'postback',
  link: body.link,
  depth: body.depth,
  goal: body.goal ?? '',
  sale_amount: body.sale_amount ?? '',
  ...profileOf(body),
});
export const askedLink = ({ body }: InputOf<typeof testerRoutes.testLink>): AskedLink => ({
  kind: 'link',
  url: body.url,
  max_hops: body.max_hops,
  ...profileOf(body),
});

export async function startTest(call: SignedInCall, deps: TesterDeps, asked: Asked): Promise<TestRunDetails> {
  const { tenant, principal, clock } = call;
  const at = clock.now();
  const id = newId(at.getTime());
  const isQuick = asked.kind === 'postback' && asked.depth === 'quick';
  const target = asked.kind === 'postback' ? asked.link : asked.url;
  const { tracked, link } = await call.transaction(async (tx) => {
    if (!isQuick) await requireRoom(tx);
    const tracked = await trackedTenant(tx, tenant.id);
    const url = new URL(target);
    // a link of our own that is followed names its offer and publisher, too
    const isOwn = deps.tracker.isOwn(tracked, url) && isClickPath(url.pathname);
    const link = asked.kind === 'postback' || isOwn ? await readLink(tx, deps.tracker, tracked, target, at) : null;
    if (asked.kind === 'postback' && link) requireKnown(link);
    await addRun(tx, {
      tenantId: tenant.id,
      id,
      at,
      kind: asked.kind === 'link' ? 'link' : asked.depth,
      by: principal.userId,
      target,
      offerId: link?.offer?.id ?? null,
      publisherId: link?.publisher?.id ?? null,
      asked,
      userAgent: userAgentOf(asked),
      findings: nothingFound(),
    });
    const kind = asked.kind === 'link' ? 'link' : asked.depth;
    await recordAudit(tx, call, {
      action: 'test.started',
      objectKind: 'test-run',
      objectId: id,
      after: { kind, target },
    });
    if (!isQuick) await emit(tx, tenant.id, testDue, { run_id: id, host: url.host });
    return { tracked, link };
  });
  if (isQuick && link) {
    const began = performance.now();
    const trial = { tenantId: tenant.id, tenant: tracked, eyes: systemFor(principal), run: id, asked, link, at };
    const { result, findings } = await tryQuick(deps, trial);
    await call.transaction((tx) => endRun(tx, id, { result, findings, tookMs: Math.round(performance.now() - began) }));
  }
  return call.transaction((tx) => showRun(tx, id));
}

/** where a link names what is not there, or not the reader's, a test could say nothing more */
function requireKnown({ offer, publisher, code }: ReadLink): void {
  if (!offer) {
    throw new Fault(
      'not_found',
      code === null
        ? 'The link names no offer of this workspace: please check its camp_id.'
        : 'There is no short link of this code: please copy it anew.',
    );
  }
  if (!publisher)
    throw new Fault('not_found', 'The link names no publisher of this workspace: please check its publisher_id.');
}

export async function showRun(tx: Tx, id: string): Promise<TestRunDetails> {
  const row = await findRun(tx, id);
  if (!row) throw new Fault('not_found');
  return toDetails(row);
}

/** the job: whatever happens, the run ends */
export async function runTest(
  deps: TesterDeps,
  { payload, tenantId, transaction }: JobRun<{ run_id: string; host: string }>,
) {
  const began = performance.now();
  const found = await transaction(async (tx) => ({
    run: await findRun(tx, payload.run_id),
    tracked: await trackedTenant(tx, tenantId),
  }));
  if (found.run?.state !== 'running') return;
  const { id, at } = found.run;
  const asked = Asked.parse(found.run.asked);
  const { result, findings } = await (asked.kind === 'link' ? follow() : deep(asked));
  const ended: Ended = { result, findings, tookMs: Math.round(performance.now() - began) };
  await transaction((tx) => endRun(tx, id, ended));

  async function follow() {
    const one = asked as AskedLink;
    return followFor(deps, { tracked: found.tracked, run: id }, one);
  }
  async function deep(one: AskedPostback) {
    const link = await transaction((tx) => readLink(tx, deps.tracker, found.tracked, one.link, at));
    return tryDeep(deps, { tenantId, tenant: found.tracked, eyes: systemActor, run: id, asked: one, link, at });
  }
}

export const diedTest = ({ payload, transaction }: JobRun<{ run_id: string }>): Promise<void> =>
  transaction((tx) => giveUpRun(tx, payload.run_id));

interface Follower {
  tracked: Awaited<ReturnType<typeof trackedTenant>>;
  run: string;
}

/** a chain of one workspace: hops at its own hosts are tried with a token */
export async function followChain(deps: TesterDeps, { tracked, run }: Follower, asked: AskedLink) {
  const country = asked.country;
  return followLink(
    {
      ...deps.follow,
      own: async (url, { userAgent }) => {
        if (!deps.tracker.isOwn(tracked, url)) return null;
        // what else a tracker takes would be taken in earnest
        if (!isClickPath(url.pathname)) return 'refused';
        const tested = await deps.tracker.click(tracked, url, { run, country: country ?? ANYWHERE, userAgent });
        return tested ? { status: tested.status, location: tested.location } : 'silent';
      },
    },
    asked.url,
    { country, userAgent: userAgentOf(asked) },
    asked.max_hops,
  );
}
const ANYWHERE = 'US';

async function followFor(deps: TesterDeps, follower: Follower, asked: AskedLink): Promise<Omit<Ended, 'tookMs'>> {
  const followed = await followChain(deps, follower, asked);
  return { result: followed.result, findings: findingsOf(followed) };
}

export function findingsOf({
  hops,
  result,
  app,
  countryBy,
}: Awaited<ReturnType<typeof followLink>>): Ended['findings'] {
  const findings = nothingFound();
  const isOk = result === 'ok';
  findings.steps.push({ step: 'follow', result: isOk ? 'ok' : 'failed', why: isOk ? null : result });
  return { ...findings, hops, app, country_by: countryBy };
}
