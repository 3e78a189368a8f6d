import { Readable } from 'node:stream';
import type { Side } from '@tributary/contract/billing/money';
import { type Checkpoint, checkpointLog, type ProofKey, type proofRoutes } from '@tributary/contract/trust/proof';
import { type Handlers, inTransaction, type SignedInCall, systemFor } from '../../../http/call.ts';
import { requireShown, requireWhole } from '../../../http/permission.ts';
import { HOUR_MS, unixSeconds } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { isId } from '../../../platform/ids.ts';
import { emit } from '../../../platform/jobs/outbox.repo.ts';
import { atSeconds } from '../../../platform/lists/conditions.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { recordAccess } from '../../access-log/index.ts';
import { findPartner } from '../../accounts/index.ts';
import { exportList, recordAudit } from '../../audit/index.ts';
import { hasUntold } from '../../billing/index.ts';
import { countOf, headOf } from '../../ledger/index.ts';
import { monthAround, termsOfTenant } from '../../tenancy/index.ts';
import { checkpointWanted } from './jobs.ts';
import {
  addKey,
  checkpoints,
  keysOf,
  lastCheckpoint,
  retireKey,
  type StoredCheckpoint,
  type StoredKey,
} from './proof.repo.ts';
import { jwkOf, keyIdOf, originOf, signingKey } from './sign.ts';
import { makeStatement } from './statement.ts';

export interface ProofDeps {
  /** as the app's role */
  database: Database;
  secret: InstallationSecret;
}

const shown = (row: StoredCheckpoint): Checkpoint => ({
  id: row.id,
  at: unixSeconds(row.made_at),
  size: row.size,
  root: row.root.toString('base64'),
  head: row.head.toString('base64'),
  key_version: row.key_version,
  // the check constraint keeps it within its list
  cause: row.cause as Checkpoint['cause'],
  note: row.note,
});

const keyShown = (tenantId: string, key: StoredKey): ProofKey => ({
  version: key.version,
  id: keyIdOf(tenantId, key.public_key),
  x: key.public_key.toString('base64url'),
  made_at: unixSeconds(key.made_at),
  retired_at: key.retired_at && unixSeconds(key.retired_at),
});

/** what stands in the file, amounts above all, for a role that hides a part of it */
const standsIn = { publisher: [], advertiser: ['revenue', 'advertiser_name'] } as const;

interface Asked {
  from?: number | undefined;
  to?: number | undefined;
}
/** a day that begins elsewhere begins within so many hours of ours */
const ANY_ZONE_MS = 14 * HOUR_MS;

/**
 * To a publisher who runs campaigns with a hidden payout: whole months, whichever moments it asks by. The sum of what is not told, and the
 * balances at both ends, would tell of a shorter time what a single conversion pays (decision 64).
 */
async function toldPeriod(tx: Tx, call: SignedInCall, ownerId: string, from: Date | null, to: Date | null) {
  const isOwn = call.principal.role === 'publisher';
  if (!isOwn || (from === null && to === null) || !(await hasUntold(tx, ownerId))) return { from, to };
  const { zones } = await termsOfTenant(tx, call.tenant.id);
  const monthOf = (at: Date, ms: number) => monthAround(zones, new Date(at.getTime() + ms));
  return {
    from: from && (monthOf(from, ANY_ZONE_MS)[0]?.start ?? from),
    to: to && (monthOf(to, -ANY_ZONE_MS).at(-1)?.end ?? to),
  };
}

async function statementFile(deps: ProofDeps, call: SignedInCall, side: Side, id: string, { from, to }: Asked) {
  requireShown(call.principal, ...standsIn[side]);
  if (from !== undefined && to !== undefined && from >= to) {
    throw new Fault('invalid_input', 'The period must end after it begins.', { path: ['to'] });
  }
  // by the caller's own eyes: who is not in his charge is nobody
  const owner = isId(id) ? await call.transaction((tx) => findPartner(tx, side, { id }, { deletedToo: true })) : null;
  if (!owner) throw new Fault('not_found');
  const [start, end] = [from === undefined ? null : atSeconds(from), to === undefined ? null : atSeconds(to)];
  const { content, of } = await deps.database.withTenant(call.tenant.id, systemFor(call.principal), async (tx) => {
    const of = { tenant: call.tenant, side, owner, ...(await toldPeriod(tx, call, owner.id, start, end)) };
    const made = await makeStatement(tx, deps.secret, of, call.clock.now());
    const after = { format: 'json', from: from ?? null, to: to ?? null };
    await recordAudit(tx, call, { action: 'statement.exported', objectKind: 'user', objectId: owner.id, after });
    await recordAccess(tx, call, { event: 'export', detail: 'statement.exported json' });
    return { content: made, of };
  });
  const days = [of.from, of.to].map((day) => day?.toISOString().slice(0, 10)).filter((day) => day !== undefined);
  return {
    name: ['statement', owner.number, ...days].join('-').concat('.json'),
    type: 'application/json',
    bytes: content.length,
    content: Readable.from([content]),
  };
}

async function ownProof(tx: Tx, { principal }: SignedInCall) {
  const last = await lastCheckpoint(tx);
  const head = (await headOf(tx))?.sequence ?? 0n;
  const [entries, all] = [
    last ? await countOf(tx, principal.userId, BigInt(last.size)) : 0,
    await countOf(tx, principal.userId, head),
  ];
  if (!last) return { checkpoint: null, entries, later: all };
  const { at, size, root } = shown(last);
  return { checkpoint: { at, size, root }, entries, later: all - entries };
}

/** those that were in use stay: what they have signed is checked by them */
async function rotate(tx: Tx, call: SignedInCall, secret: InstallationSecret): Promise<ProofKey> {
  const at = call.clock.now();
  const [newest] = await keysOf(tx);
  if (!newest) throw new Fault('conflict', 'There is no key yet: the first one is made with the first checkpoint.');
  const version = newest.version + 1;
  const { publicKey } = signingKey(secret, call.tenant.id, version);
  await retireKey(tx, newest.version, at);
  const added = await addKey(tx, { tenant_id: call.tenant.id, version, public_key: publicKey, made_at: at });
  if (!added) throw new Fault('conflict');
  const key = { ...newest, version, public_key: publicKey, made_at: at, retired_at: null };
  await recordAudit(tx, call, {
    action: 'proof-key.rotated',
    objectKind: 'proof-key',
    objectId: null,
    before: { version: newest.version, key: keyIdOf(call.tenant.id, newest.public_key) },
    after: { version, key: keyIdOf(call.tenant.id, publicKey) },
  });
  await emit(tx, call.tenant.id, checkpointWanted, { cause: 'key' });
  return keyShown(call.tenant.id, key);
}

export const proofHandlers = (deps: ProofDeps): Handlers<typeof proofRoutes> => ({
  checkpoints: inTransaction(async ({ query }, _call, tx) => {
    const { rows, next } = await checkpoints.page(tx, query);
    return { rows: rows.map(shown), next };
  }),
  exportCheckpoints: async ({ query }, call) =>
    exportList(
      call,
      { action: 'checkpoints.exported', objectKind: 'checkpoint', filter: query },
      checkpointLog,
      checkpoints.all(call.transaction, query, undefined, (_tx, rows) => rows.map(shown)),
    ),
  writeCheckpoint: inTransaction(async (_input, call, tx) => {
    requireWhole(call);
    await recordAudit(tx, call, { action: 'checkpoint.asked', objectKind: 'checkpoint', objectId: null, after: {} });
    await emit(tx, call.tenant.id, checkpointWanted, { cause: 'asked' });
    return { queued: true as const };
  }),
  proofKeys: inTransaction(async (_input, { tenant }, tx) => {
    const rows = (await keysOf(tx)).map((key) => keyShown(tenant.id, key));
    return { rows, total: rows.length };
  }),
  rotateProofKey: inTransaction((_input, call, tx) => rotate(tx, call, deps.secret)),
  publisherSignedStatement: ({ params, query }, call) => statementFile(deps, call, 'publisher', params.id, query),
  advertiserSignedStatement: ({ params, query }, call) => statementFile(deps, call, 'advertiser', params.id, query),
  ownPublisherSignedStatement: ({ query }, call) =>
    statementFile(deps, call, 'publisher', call.principal.userId, query),
  ownAdvertiserSignedStatement: ({ query }, call) =>
    statementFile(deps, call, 'advertiser', call.principal.userId, query),
  ownPublisherProof: inTransaction((_input, call, tx) => ownProof(tx, call)),
  ownAdvertiserProof: inTransaction((_input, call, tx) => ownProof(tx, call)),
});

/** the workspace's public keys, as it publishes them */
export const publishedKeys = async (tx: Tx, tenantId: string) => ({
  origin: originOf(tenantId),
  keys: (await keysOf(tx)).map((key) => jwkOf(tenantId, key)),
});
