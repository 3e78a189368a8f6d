// One day of a workspace counted again, part by part, each in a transaction of its own: nothing is held for long, and whatever is
// taken in meanwhile stands on both sides of a comparison or on neither, as each is one statement.
import { MOST_FINDINGS, type RecountPart } from '@tributary/contract/trust/recounts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, systemActor, type Tx } from '../../../platform/db/database.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import type { Vault } from '../../../platform/vault.ts';
import { addDays, startOf } from '../../../platform/zone.ts';
import { checkBilling, countDocuments } from '../../billing/index.ts';
import {
  checkBookings,
  checkConversionDays,
  checkConversionRollups,
  checkLotsBetween,
  checkReceipts,
  recountConversions,
} from '../../conversions/index.ts';
import { countReceipts, events, quarantinedFrames } from '../../events/index.ts';
import { verifyLedger } from '../../ledger/index.ts';
import { rollupDaysOf, rowsSinceOf, termsOfTenant } from '../../tenancy/index.ts';
import { type KeptByTrackers, keptByTrackers } from '../../tracking/index.ts';
import { checkProof } from '../proof/index.ts';
import { countUsage, endWait, findRecount, letWait, type Part, saveRecount } from './recounts.repo.ts';
import { driftFound } from './topics.ts';

export interface RecountDeps {
  /** as the worker's role */
  database: Database;
  clock: Clock;
  /** files of payments are sealed */
  vault: Vault;
  /** checkpoints are signed */
  secret: InstallationSecret;
}

interface Asked {
  tenantId: string;
  day: string;
  timeZone: string;
  span: { start: Date; end: Date };
}
type Count = (tx: Tx, asked: Asked) => Promise<{ counted: number; findings: readonly string[] }>;

const usage: Count = async (tx, { tenantId, day }) => {
  const { has, should } = await countUsage(tx, tenantId, day);
  const month = day.slice(0, 7);
  const findings = has === should ? [] : [`the plan counts ${has} clicks in ${month}, there were ${should}`];
  return { counted: should, findings };
};

type Rows = Record<'clicks' | 'impressions' | 'receipts', number>;

/**
 * A tracker that was killed has told less than it kept, and history that was brought in was kept by none: fewer than are stored is
 * no fault. More is: rows that were answered for are gone.
 */
async function missingRows(tx: Tx, kept: KeptByTrackers, stored: Rows): Promise<string[]> {
  const missing = (['clicks', 'impressions', 'receipts'] as const).filter((name) => kept[name] > stored[name]);
  if (missing.length === 0 || kept.isOnItsWay) return [];
  const aside = await quarantinedFrames(tx);
  const frames = aside > 0 ? `; ${aside} frames that could not be read lie in quarantine` : '';
  return missing.map((name) => `trackers have kept ${kept[name]} ${name}, ${stored[name]} are stored${frames}`);
}

/** of the whole workspace: once a night is enough */
const ofBooks = ({ vault, secret }: RecountDeps): Partial<Record<RecountPart, Count>> => ({
  ledger: async (tx, { tenantId }) => {
    const { transfers, findings } = await verifyLedger(tx, tenantId);
    const ofTree = await checkProof(secret)(tx, tenantId);
    return { counted: transfers, findings: [...findings, ...ofTree, ...(await checkBookings(tx))] };
  },
  documents: async (tx, { tenantId }) => ({
    counted: await countDocuments(tx),
    findings: await checkBilling(vault)(tx, tenantId),
  }),
});

const partOf = (part: RecountPart, { counted, findings }: Awaited<ReturnType<Count>>): Part => ({
  part,
  counted,
  differences: findings.length,
  findings: findings.slice(0, MOST_FINDINGS),
});

export async function recountDay(
  deps: RecountDeps,
  tenantId: string,
  { day, books }: { day: string; books: boolean },
): Promise<void> {
  const { database, clock } = deps;
  const inside = <R>(run: (tx: Tx) => Promise<R>): Promise<R> => database.withTenant(tenantId, systemActor, run);
  const begun = performance.now();
  const at = clock.now();
  const { timeZone, rebuild } = await inside((tx) => rollupDaysOf(tx, tenantId));
  if (rebuild) return inside((tx) => letWait(tx, tenantId, day, 'rollups'));
  const span = { start: startOf(day, timeZone), end: startOf(addDays(day, 1), timeZone) };
  const removed = await inside((tx) => rowsSinceOf(tx, tenantId));
  if (removed && span.start < removed) return inside((tx) => endWait(tx, day));

  const asked: Asked = { tenantId, day, timeZone, span };
  // before the rows: what comes meanwhile is stored and not yet counted, never the other way
  const kept = await inside((tx) => keptByTrackers(tx, span, at));
  const publishers = await inside((tx) => events().recountPublishers(tx, tenantId, timeZone, day));
  const conversions = await inside((tx) => recountConversions(tx, day));
  const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);
  const counts: Partial<Record<RecountPart, Count>> = {
    trackers: async (tx) => ({
      counted: kept.clicks + kept.impressions + kept.receipts,
      findings: await missingRows(tx, kept, {
        clicks: sum(publishers.map(({ clicks }) => clicks)),
        impressions: sum(publishers.map(({ impressions }) => impressions)),
        receipts: await countReceipts(tx, span),
      }),
    }),
    clicks: async (tx) => ({
      counted: sum(publishers.map(({ clicks, impressions }) => clicks + impressions)),
      findings: await events().checkRollups(tx, tenantId, timeZone, day),
    }),
    conversions: async (tx) => ({
      counted: sum(conversions.map((one) => one.counted)),
      findings: [...(await checkConversionRollups(tx, day)), ...(await checkConversionDays(tx, timeZone, day))],
    }),
    receipts: async (tx) => {
      const { receipts, findings } = await checkReceipts(tx, tenantId, span);
      return { counted: receipts, findings };
    },
    lots: async (tx) => {
      const { zones } = await termsOfTenant(tx, tenantId);
      const { lots, findings } = await checkLotsBetween(tx, tenantId, zones, span);
      return { counted: lots, findings };
    },
    usage,
    ...(books ? ofBooks(deps) : {}),
  };
  const parts: Part[] = [];
  for (const [part, count] of Object.entries(counts)) {
    parts.push(partOf(part as RecountPart, await inside((tx) => count(tx, asked))));
  }
  await inside(async (tx) => {
    // begun meanwhile: what was compared was half of one and half of another
    if ((await rollupDaysOf(tx, tenantId)).rebuild) return letWait(tx, tenantId, day, 'rollups');
    const known = await findRecount(tx, day);
    const tookMs = Math.round(performance.now() - begun);
    const { differences } = await saveRecount(tx, tenantId, { day, at, tookMs, parts, publishers, conversions });
    if (differences > 0 && isNews(known?.parts, parts)) await emit(tx, tenantId, driftFound, { day, differences });
  });
}

/** the night after, the same difference alarms nobody again */
const isNews = (before: unknown, now: readonly Part[]): boolean => {
  const known = new Set(Array.isArray(before) ? before.flatMap(({ findings }) => findings as unknown[]) : []);
  return now.some(({ findings }) => findings.some((finding) => !known.has(finding)));
};
