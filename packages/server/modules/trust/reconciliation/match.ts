// Comparing: every line is held against what has the same key, some thousands in a transaction, and what no file has is added. Taken up
// again after a kill it goes on behind the last line that was judged; nothing of ours is changed by it.
import { decodeClickId } from '@tributary/contract/tracker/click-id';
import type { MacKey } from '@tributary/contract/tracker/siphash';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { addDays, dayOf, startOf } from '../../../platform/zone.ts';
import { findPartner } from '../../accounts/index.ts';
import { claimedAmong } from '../../billing/index.ts';
import { ratesInTurn } from '../../rates/index.ts';
import { termsOfTenant } from '../../tenancy/index.ts';
import { type Comparison, type Judged, judgeLine, type Ours, type Theirs } from './judge-line.ts';
import {
  addOnlyOurs,
  addPublisherMissing,
  callsNaming,
  hintsFor,
  markBilled,
  offersOf,
  oursByKey,
  oursOfPublisher,
  type Span,
} from './ours.repo.ts';
import { addDone, lockReconciliation, type StoredReconciliation, setReconciliation } from './reconciliations.repo.ts';
import { type FoundRow, lastPosition, partLines, saveFindings, type UnjudgedRow, unjudged } from './rows.repo.ts';

export interface MatchDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  /** of click ids */
  key: MacKey;
}

const LINES_AT_ONCE = 2_000;
export const SEVERAL_LINES = 'Several lines mean this conversion: none of them counts.';

interface Scene {
  tenantId: string;
  number: number;
  key: MacKey;
  stored: StoredReconciliation;
  span: Span;
  comparison: Comparison;
  /** the advertiser's, by their numbers */
  offers: ReadonlyMap<number, string>;
  advertiser: number;
}

async function sceneOf(tx: Tx, { key }: MatchDeps, tenantId: string, stored: StoredReconciliation): Promise<Scene> {
  const { number } = await termsOfTenant(tx, tenantId);
  const { advertiser_id: advertiserId, offer_id: offerId, zone } = stored;
  const from = startOf(stored.period_from, zone);
  const until = startOf(addDays(stored.period_to, 1), zone);
  const comparison: Comparison = {
    offerId,
    from,
    until,
    // the check constraint keeps it within its list
    amountIs: stored.amount_is as Comparison['amountIs'],
    tolerance: BigInt(stored.tolerance_micros),
    rates: await ratesInTurn(tx),
  };
  const advertiser = (await findPartner(tx, 'advertiser', { id: advertiserId }))?.number ?? 0;
  const offers = await offersOf(tx, advertiserId);
  return {
    tenantId,
    number,
    key,
    stored,
    span: { advertiserId, offerId, from, until },
    comparison,
    offers,
    advertiser,
  };
}

export async function matchRows(deps: MatchDeps, tenantId: string, id: string): Promise<void> {
  const inside = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => deps.database.withTenant(tenantId, systemActor, run);
  for (;;) {
    const isMore = await inside(async (tx) => {
      const stored = await lockReconciliation(tx, id);
      if (stored?.state !== 'matching' || stored.halted) return false;
      const scene = await sceneOf(tx, deps, tenantId, stored);
      const rows = await unjudged(tx, id, LINES_AT_ONCE);
      if (rows.length === 0) {
        await finish(tx, deps, scene);
        return false;
      }
      const ofAdvertiser = rows.filter(({ source }) => source === 'advertiser');
      const ofPublisher = rows.filter(({ source }) => source === 'publisher');
      await saveFindings(tx, id, [
        ...(await judgeAdvertisers(tx, scene, ofAdvertiser)),
        ...(await judgePublishers(tx, scene, ofPublisher)),
      ]);
      await addDone(tx, id, rows.length);
      return true;
    });
    if (!isMore) return;
  }
}

async function finish(tx: Tx, { clock }: MatchDeps, { tenantId, stored, span, comparison }: Scene): Promise<void> {
  const { id, deadline, zone, publisher_id: publisherId } = stored;
  await partLines(tx, id, SEVERAL_LINES);
  // an advertiser's own deadline decides nothing: what his file leaves out is asked about
  const mayReject = stored.origin === 'manager' && deadline !== null && dayOf(clock.now(), zone) > deadline;
  const of = { tenantId, id, amountIs: comparison.amountIs };
  const added = await addOnlyOurs(tx, { ...of, first: await lastPosition(tx, id) }, span, mayReject);
  for (let at = 0; at < added.length; at += LINES_AT_ONCE) {
    await markBilled(tx, id, [...(await claimedAmong(tx, added.slice(at, at + LINES_AT_ONCE)))]);
  }
  if (publisherId !== null && stored.publisher_file !== null) {
    await addPublisherMissing(tx, { tenantId, id, first: await lastPosition(tx, id), publisherId }, span);
  }
  await setReconciliation(tx, id, { state: 'open', error: null });
}

const filled = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null)),
];
const theirsOf = (row: UnjudgedRow): Theirs => ({
  txnKey: row.txn_key,
  clickId: row.click_id,
  // the table's checks keep these within their lists
  status: row.status as Theirs['status'],
  code: row.code as Theirs['code'],
  micros: row.amount_micros === null ? null : BigInt(row.amount_micros),
  currency: row.currency,
  at: row.at,
  fault: row.fault as Theirs['fault'],
});

/** a click of this workspace, of one of this advertiser's offers; another tenant's is as unknown as rubbish */
function clickOf({ key, number, offers }: Scene, clickId: string): { offerId: string; publisher: number } | null {
  const fields = decodeClickId(clickId, key);
  if (fields?.kind !== 'click' || fields.tenant !== number) return null;
  const offerId = offers.get(fields.offer);
  return offerId === undefined ? null : { offerId, publisher: fields.publisher };
}

async function judgeAdvertisers(tx: Tx, scene: Scene, rows: readonly UnjudgedRow[]): Promise<FoundRow[]> {
  if (rows.length === 0) return [];
  const { span, comparison } = scene;
  const keys = { txnKeys: filled(rows.map((row) => row.txn_key)), clickIds: filled(rows.map((row) => row.click_id)) };
  const known = indexed(await oursByKey(tx, span.advertiserId, keys));
  const judged = rows.map((row) => {
    const click = row.click_id === null ? 'none' : clickOf(scene, row.click_id) ? 'ours' : 'unknown';
    return { row, verdict: judgeLine(theirsOf(row), known(row), click, comparison) };
  });
  const missing = judged.filter(({ verdict }) => verdict.finding === 'only_theirs').map(({ row }) => row);
  const hints = await hintsFor(tx, span, comparison.amountIs, missing.flatMap(hintOf));
  const calls = await callsNaming(tx, scene.advertiser, {
    txnIds: filled(missing.map((row) => row.txn_id)),
    clickIds: filled(missing.map((row) => row.click_id)),
  });
  const billed = await claimedAmong(tx, filled(judged.map(({ verdict }) => verdict.ours?.id ?? null)));
  return judged.map(({ row, verdict }) => {
    const isMissing = verdict.finding === 'only_theirs';
    const click = isMissing && row.click_id !== null ? clickOf(scene, row.click_id) : null;
    return {
      ...foundOf(row, verdict, billed),
      offerId: verdict.ours?.offerId ?? click?.offerId ?? null,
      suggestedId: hints.get(row.position) ?? null,
      receiptId: isMissing
        ? (calls.byTxn.get(row.txn_id ?? '') ?? calls.byClick.get(row.click_id ?? '') ?? null)
        : null,
    };
  });
}

const hintOf = ({ position, amount_micros: micros, currency, at }: UnjudgedRow) =>
  micros === null || currency === null || at === null ? [] : [{ position, micros: BigInt(micros), currency, at }];

function indexed(ours: readonly Ours[]): (row: UnjudgedRow) => Ours[] {
  const byTxn = grouped(ours, ({ txnKey }) => txnKey);
  const byClick = grouped(ours, ({ clickId }) => clickId);
  return ({ txn_key: txn, click_id: click }) => [
    ...new Set([
      ...(txn === null ? [] : (byTxn.get(txn) ?? [])),
      ...(click === null ? [] : (byClick.get(click) ?? [])),
    ]),
  ];
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = key === null ? null : groups.get(key);
    if (group) group.push(row);
    else if (key !== null) groups.set(key, [row]);
  }
  return groups;
}

const foundOf = ({ position }: UnjudgedRow, verdict: Judged, billed: ReadonlySet<string>): FoundRow => ({
  position,
  finding: verdict.finding,
  conversionId: verdict.ours?.id ?? null,
  suggestedId: null,
  receiptId: null,
  offerId: verdict.ours?.offerId ?? null,
  publisherId: verdict.ours?.publisherId ?? null,
  oursStatus: verdict.ours?.status ?? null,
  oursAt: verdict.ours?.at ?? null,
  oursMicros: verdict.oursMicros,
  oursCurrency: verdict.oursCurrency,
  turned: verdict.turned,
  rate: verdict.rate,
  billed: verdict.ours !== null && billed.has(verdict.ours.id),
  proposal: verdict.proposal,
  note: verdict.note,
});

async function judgePublishers(tx: Tx, scene: Scene, rows: readonly UnjudgedRow[]): Promise<FoundRow[]> {
  const { span, stored, comparison } = scene;
  const publisherId = stored.publisher_id;
  if (rows.length === 0 || publisherId === null) return [];
  const keys = { clickIds: filled(rows.map((row) => row.click_id)), p1s: filled(rows.map((row) => row.p1)) };
  const ours = await oursOfPublisher(tx, span, publisherId, keys);
  const byClick = grouped(ours, ({ clickId }) => clickId);
  const byP1 = grouped(ours, ({ p1 }) => p1);
  return rows.map((row) => {
    const found = (row.click_id !== null && byClick.get(row.click_id)) || (row.p1 !== null && byP1.get(row.p1)) || [];
    const [first = null, another] = found;
    const isOutside = row.at !== null && (row.at < comparison.from || row.at >= comparison.until);
    const isUnknown = row.click_id !== null && row.p1 === null && clickOf(scene, row.click_id) === null;
    const finding =
      row.fault === 'unreadable'
        ? 'unreadable'
        : another
          ? 'several'
          : first
            ? 'publisher_agrees'
            : isOutside
              ? 'outside_period'
              : isUnknown
                ? 'unknown_id'
                : 'publisher_only';
    const nothing = { oursMicros: null, oursCurrency: null, turned: null, rate: null, proposal: 'none' as const };
    const verdict: Judged = { finding, ours: another ? null : first, ...nothing, note: null };
    return { ...foundOf(row, verdict, new Set()), publisherId };
  });
}
