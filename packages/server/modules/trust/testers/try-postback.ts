// Postback Test. Quick: the live steps over the link as it was pasted, and the publisher's call as it would be; nothing is sent
// anywhere. Deep: a click and a conversion through a tracker with a signed token, both waited for among the tests, and the
// publisher's postback called.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMoney } from '@tributary/contract/money';
import type { Replayed } from '@tributary/contract/tracker/replayed';
import { ClickDecision } from '@tributary/contract/trust/explain';
import type { TestResult, TestStep } from '@tributary/contract/trust/tester-words';
import { TestFindings as Findings, type TestFindings } from '@tributary/contract/trust/testers';
import { type Actor, type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { amountsOf, priceOf } from '../../conversions/index.ts';
import { type TestEvent, testEventsOf } from '../../events/index.ts';
import { goalOf } from '../../offers/index.ts';
import { callOut, type SendDeps, type TrialCall, trialCalls } from '../../postbacks/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { configurationAt } from '../../tracking/index.ts';
import type { ReplayProgram } from '../explain/replay-program.ts';
import { type AskedPostback, nothingFound, userAgentOf } from './asked.ts';
import type { OwnTracker, TestedTenant } from './own-tracker.ts';
import type { ReadLink } from './read-link.ts';

export interface TryDeps {
  /** the worker's: what trackers knew, and what tests left, is nobody else's to read */
  pipeline: Database;
  replay: ReplayProgram;
  tracker: OwnTracker;
  sending: SendDeps;
  /** how long the rows of a test may take from the tracker's disk */
  arrivalMs?: number;
}

export interface Trial {
  tenantId: string;
  tenant: TestedTenant;
  eyes: Actor;
  run: string;
  asked: AskedPostback;
  link: ReadLink;
  at: Date;
}

/** a publisher with more of them is told by the first ones */
const MOST_CALLS = 5;
const ARRIVAL_MS = 10_000;
const NO_CLICK = 'TEST-CLICK-ID';

class Report {
  readonly findings: TestFindings = nothingFound();
  result: TestResult = 'ok';

  step(step: TestStep, why: TestResult | null = null): void {
    this.findings.steps.push({ step, result: why === null ? 'ok' : 'failed', why });
    if (why !== null && this.result === 'ok') this.result = why;
  }

  skip(...steps: TestStep[]): void {
    for (const step of steps) this.findings.steps.push({ step, result: 'skipped', why: null });
  }
}

const decisionOf = (tested: Replayed & { status?: number }): ClickDecision =>
  ClickDecision.parse({
    id: tested.id,
    verdict: tested.verdict,
    status: tested.status ?? null,
    sent_to: tested.sentTo,
    location: tested.location,
    steps: tested.steps,
  });

export async function tryQuick(deps: TryDeps, trial: Trial) {
  const report = new Report();
  const { link } = trial;
  report.findings.unknown = link.unknown;
  report.findings.values = Object.entries(link.values).map(([name, value]) => ({ name, value }));
  report.findings.country_by = 'own_hop';
  report.step('read');
  const replayed = await askSteps(deps, trial);
  if (!replayed) report.step('click', 'tracker_silent');
  else {
    report.findings.click = decisionOf(replayed);
    report.step('click', replayed.verdict === 'accepted' ? null : 'click_refused');
  }
  report.skip('conversion');
  const calls = await deps.pipeline.withTenant(trial.tenantId, trial.eyes, (tx) =>
    callsOf(tx, trial, { clickId: NO_CLICK, row: { ...deviceIn(replayed), ...link.values } }),
  );
  report.findings.calls = calls.map((call) => shownCall(call));
  if (calls.length === 0) report.step('postback', 'no_postback');
  else report.skip('postback');
  return report;
}

/** what the tracker's step has read from the user agent */
function deviceIn(replayed: Replayed | null): Record<string, string> {
  const saw = replayed?.steps.find(({ step }) => step === 'device')?.saw ?? [];
  const [device, os, browser] = (['device', 'os', 'browser'] as const).map(
    (name) => saw.find((fact) => fact.name === name)?.value ?? '',
  );
  const [, name = '', version = ''] = /^(.*?)(?: ([\d._]+))?$/.exec(os ?? '') ?? [];
  return { device_type: device ?? '', os: name, os_version: version, browser: browser ?? '' };
}

/** the steps of the present configuration over the link, by the program that explains clicks */
async function askSteps({ pipeline, replay }: TryDeps, trial: Trial): Promise<Replayed | null> {
  const { tenantId, tenant, eyes, asked, link, at } = trial;
  const links = link.code === null ? [] : [link.code];
  const now = await pipeline.withTenant(tenantId, eyes, (tx) => configurationAt(tx, tenantId, { newest: true, links }));
  if (!now) return null;
  const { camp_id, publisher_id, url_id, source, sub_source, ...params } = link.values;
  const row = {
    kind: 'click',
    event_id: NO_CLICK,
    at: at.toISOString(),
    offer: link.code === null ? (camp_id ?? null) : null,
    publisher: link.code === null ? (publisher_id ?? null) : null,
    landing: url_id ?? null,
    link_code: link.code,
    verdict: 'accepted',
    tracking_host: link.url.hostname,
    ip: '192.0.2.1',
    country: asked.country,
    user_agent: userAgentOf(asked),
    language: 'en',
    source: source ?? null,
    sub_source: sub_source ?? null,
    params,
  };
  const key = [tenant.number, now.version, ...links].join('/');
  const answer = await replay.ask({ tenant: tenant.number, row, key, document: async () => now.document });
  return 'replayed' in answer ? answer.replayed : null;
}

export async function tryDeep(deps: TryDeps, trial: Trial) {
  const report = new Report();
  const { tenantId, tenant, run, asked, link } = trial;
  report.findings.unknown = link.unknown;
  report.findings.country_by = 'own_hop';
  report.step('read');
  const profile = { run, country: asked.country ?? '', userAgent: userAgentOf(asked) };
  const click = await deps.tracker.click(tenant, link.url, profile);
  if (!click) {
    report.step('click', 'tracker_silent');
    report.skip('conversion', 'arrival', 'postback');
    return report;
  }
  report.findings.click = decisionOf(click);
  const isTaken = click.verdict === 'accepted';
  report.step('click', isTaken ? null : 'click_refused');
  const rows = [click.row];
  if (!isTaken) report.skip('conversion');
  else {
    const row = await tryConversion(deps, trial, click.id, report);
    if (row) rows.push(row);
  }
  const arrived = await arrivals(deps, tenantId, run, rows);
  report.step('arrival', rows.every((id) => arrived.some((one) => one.id === id)) ? null : 'not_arrived');
  const clickRow = arrived.find(({ id }) => id === click.row)?.row ?? null;
  report.findings.values = clickRow ? valuesOf(clickRow) : [];
  if (report.findings.conversion?.outcome !== 'recorded') report.skip('postback');
  else await tryCalls(deps, trial, report, { clickId: click.id, row: clickRow ? flat(clickRow) : link.values });
  return report;
}

async function tryConversion(deps: TryDeps, trial: Trial, clickId: string, report: Report): Promise<string | null> {
  const { tenant, run, asked, link } = trial;
  const query = new URLSearchParams({
    click_id: clickId,
    txn_id: `TEST-${run}`,
    ...(asked.goal === '' ? {} : { goal: asked.goal }),
    ...(asked.sale_amount === '' ? {} : { sale_amount: asked.sale_amount }),
  });
  const tested = await deps.tracker.postback(tenant, link.url, { run, query: String(query) });
  if (!tested) {
    report.step('conversion', 'tracker_silent');
    return null;
  }
  report.findings.conversion = Findings.shape.conversion.parse({
    outcome: tested.outcome,
    message: tested.message,
    goal: asked.goal || null,
  });
  report.step('conversion', tested.outcome === 'recorded' ? null : 'conversion_refused');
  return tested.row;
}

/** as the intake stored them; shorter where some have not come in time */
async function arrivals(deps: TryDeps, tenantId: string, run: string, wanted: readonly string[]): Promise<TestEvent[]> {
  const until = Date.now() + (deps.arrivalMs ?? ARRIVAL_MS);
  for (;;) {
    const rows = await deps.pipeline.withTenant(tenantId, systemActor, (tx) => testEventsOf(tx, run));
    if (wanted.every((id) => rows.some((row) => row.id === id)) || Date.now() > until) return rows;
    await sleep(250);
  }
}

const COLUMNS = ['source', 'sub_source', 'country', 'device_type', 'os', 'browser', 'language'];
function valuesOf(row: TestEvent['row']) {
  const params: Record<string, string> = JSON.parse(row.params ?? '{}');
  const columns = COLUMNS.flatMap((name) => (row[name] ? [[name, row[name]] as const] : []));
  return [...Object.entries(params), ...columns].map(([name, value]) => ({ name, value }));
}
const flat = (row: TestEvent['row']): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  ...JSON.parse(row.params ?? '{}'),
});

async function tryCalls(deps: TryDeps, trial: Trial, report: Report, click: TriedClick): Promise<void> {
  const calls = await deps.pipeline.withTenant(trial.tenantId, trial.eyes, (tx) => callsOf(tx, trial, click));
  if (calls.length === 0) return report.step('postback', 'no_postback');
  for (const call of calls) {
    const { status, body, error, latencyMs } = await callOut(deps.sending, call.request);
    report.findings.calls.push({ ...shownCall(call), sent: true, status, body, error, took_ms: latencyMs });
  }
  const failed = report.findings.calls.some(({ error }) => error !== null);
  report.step('postback', failed ? 'postback_failed' : null);
}

const shownCall = ({ shown, request: { method } }: TrialCall): TestFindings['calls'][number] => ({
  url: shown,
  method,
  sent: false,
  status: null,
  body: null,
  error: null,
  took_ms: null,
});

interface TriedClick {
  clickId: string;
  /** columns and parameters, by name */
  row: Readonly<Record<string, string>>;
}

const FROM_POSTBACK = /^(sub\d+|order_id|product_sku)$/;

async function callsOf(tx: Tx, trial: Trial, { clickId, row }: TriedClick): Promise<TrialCall[]> {
  const { tenantId, link, asked, at } = trial;
  const { offer: terms, publisher } = link;
  if (!terms || !publisher) return [];
  const goal = await goalOf(tx, terms, { token: asked.goal });
  if (!goal) return [];
  const { zones } = await termsOfTenant(tx, tenantId);
  const id = newId(at.getTime());
  const sale = asked.sale_amount === '' ? null : parseMoney(asked.sale_amount);
  const priced = await priceOf(tx, zones, terms, {
    id,
    offerId: terms.id,
    publisherId: publisher.id,
    goal,
    at,
    country: asked.country,
    source: row.source ?? null,
    sale,
  });
  const conversion = {
    id,
    at,
    clickAt: at,
    clickId,
    payout: amountsOf(priced).payout,
    currency: terms.currency,
    columns: { country: asked.country, user_agent: userAgentOf(asked), ...row },
    clickParams: { ...row },
    params: Object.fromEntries(Object.entries(link.values).filter(([name]) => FROM_POSTBACK.test(name))),
  };
  const calls = await trialCalls(tx, { tenantId, terms, goal, publisher, conversion });
  return calls.slice(0, MOST_CALLS);
}
