// A signed statement: somebody's entries of a period as they were hashed, each with its proof, the balances at both ends, and the
// checkpoint that all of it hangs on. The same for whoever asks: an account manager gets the file that the partner gets.
import { createHash } from 'node:crypto';
import type { Side } from '@tributary/contract/billing/money';
import { withoutRevenue } from '@tributary/contract/hiding';
import { MOST_ENTRIES } from '@tributary/contract/trust/proof';
import type { Tx } from '../../../platform/db/database.ts';
import { Fault } from '../../../platform/fault.ts';
import { newId } from '../../../platform/ids.ts';
import type { InstallationSecret } from '../../../platform/secret.ts';
import { isTold } from '../../billing/index.ts';
import {
  type ChainRow,
  canonicalText,
  chainOf,
  contentOf,
  effectOf,
  type OwnersPeriod,
  type Phase,
  sumsOf,
} from '../../ledger/index.ts';
import { keyInUse } from './checkpoint.ts';
import { consistencyProof, inclusionProof, type NodeAt } from './merkle.ts';
import { addStatement, keysOf, lastCheckpoint, nodesFor, statementSizes } from './proof.repo.ts';
import { jwkOf, originOf, signNote, statementText } from './sign.ts';

export const STATEMENT_FORMAT = 'tributary-statement-1';
/** of how many earlier statements a newer one proves that it goes on from them */
const MOST_OLDER = 100;

const kindsOf: Record<Side, readonly string[]> = {
  publisher: ['publisher_payable', 'in_transit', 'tax_withheld'],
  advertiser: ['advertiser_receivable', 'prepaid'],
};

export interface StatementOf {
  tenant: { id: string; displayName: string };
  side: Side;
  owner: { id: string; name: string };
  from: Date | null;
  to: Date | null;
}
interface Sum {
  pending: bigint;
  posted: bigint;
}
interface AccountSum extends Sum {
  account: string;
  currency: string;
}

/** in a transaction bound to the tenant, as the system: a partner does not see the other side of its own entries */
export async function makeStatement(
  tx: Tx,
  secret: InstallationSecret,
  { tenant, side, owner, from, to }: StatementOf,
  at: Date,
): Promise<Buffer> {
  const checkpoint = await lastCheckpoint(tx);
  if (!checkpoint) {
    throw new Fault(
      'conflict',
      'Nothing was signed yet: the first checkpoint is written within an hour of the first booking.',
    );
  }
  const size = BigInt(checkpoint.size);
  const period: OwnersPeriod = { ownerId: owner.id, from, to, until: size };
  const rows = await chainOf(tx, period, side === 'publisher' ? isTold('t') : null, MOST_ENTRIES + 1);
  if (rows.length > MOST_ENTRIES) {
    throw new Fault(
      'invalid_input',
      'A signed statement holds at most 10,000 entries. Please choose a shorter period.',
      {
        path: ['from'],
      },
    );
  }
  // what a full cap once said of revenue stands in the reason, which is sealed with the rest
  const told = rows.filter(
    (row) => row.is_told && (side === 'advertiser' || withoutRevenue(row.reason) === row.reason),
  );
  const untold = rows.filter((row) => !told.includes(row));
  const older = await statementSizes(tx, owner.id, size, MOST_OLDER);
  const opening = from ? ofOwner(side, await sumsOf(tx, { ...period, from: null, to: from })) : [];
  const prove = (node: NodeAt) => ({
    entries: told.map((row) => inclusionProof(BigInt(row.sequence) - 1n, size, node)),
    consistency: older.map((one) => consistencyProof(one, size, node)),
  });
  const proofs = prove(await nodesFor(tx, prove));
  const key = await keyInUse(tx, secret, tenant.id, at);
  const used = (await keysOf(tx)).filter(
    ({ version }) => version === key.version || version === checkpoint.key_version,
  );
  const statement = {
    origin: originOf(tenant.id),
    workspace: tenant.displayName,
    account: { id: owner.id, side, name: owner.name },
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    made_at: at.toISOString(),
    keys: used.map((one) => jwkOf(tenant.id, one)),
    checkpoint: checkpoint.note,
    balances: balancesOf(opening, addUp(side, rows)),
    entries: told.map((row, place) => ({
      sequence: row.sequence,
      text: canonicalText(contentOf(tenant.id, row)),
      previous: row.previous_hash.toString('base64'),
      proof: inText(proofs.entries[place]),
    })),
    untold: addUp(side, untold).map(({ account, currency, pending, posted }) => ({
      account,
      currency,
      entries: untold.filter((row) => row.currency === currency && namesOf(row).includes(account)).length,
      pending: String(pending),
      posted: String(posted),
    })),
    consistency: older.map((one, place) => ({ size: String(one), proof: inText(proofs.consistency[place]) })),
  };
  const signature = signNote(tenant.id, statementText(tenant.id, statement), key);
  const file = Buffer.from(`${JSON.stringify({ format: STATEMENT_FORMAT, statement, signature })}\n`);
  await addStatement(tx, {
    tenant_id: tenant.id,
    id: newId(at.getTime()),
    owner_id: owner.id,
    size: checkpoint.size,
    entries: rows.length,
    sha256: createHash('sha256').update(file).digest(),
    made_at: at,
  });
  return file;
}

const inText = (proof: readonly Buffer[] = []): string[] => proof.map((hash) => hash.toString('base64'));
const namesOf = ({ debit_kind, credit_kind }: ChainRow): string[] => [debit_kind, credit_kind];

/** a receivable grows by debits, every other account by credits */
const wayOf = (account: string): bigint => (account === 'advertiser_receivable' ? 1n : -1n);
const ofOwner = (side: Side, sums: Awaited<ReturnType<typeof sumsOf>>): AccountSum[] =>
  sums
    .filter(({ kind }) => kindsOf[side].includes(kind))
    .map(({ kind, currency, pending, posted }) => ({
      account: kind,
      currency,
      pending: wayOf(kind) * pending,
      posted: wayOf(kind) * posted,
    }));

function addUp(side: Side, rows: readonly ChainRow[]): AccountSum[] {
  const sums = new Map<string, AccountSum>();
  for (const row of rows) {
    // the check constraint keeps it within its list
    const effect = effectOf[row.phase as Phase];
    for (const [account, sign] of [
      [row.debit_kind, 1n],
      [row.credit_kind, -1n],
    ] as const) {
      if (!kindsOf[side].includes(account)) continue;
      const place = `${account} ${row.currency}`;
      const sum = sums.get(place) ?? { account, currency: row.currency, pending: 0n, posted: 0n };
      const moved = wayOf(account) * sign * BigInt(row.amount_micros);
      sums.set(place, {
        ...sum,
        pending: sum.pending + effect.pending * moved,
        posted: sum.posted + effect.posted * moved,
      });
    }
  }
  return [...sums.values()];
}

const inMicros = ({ pending, posted }: Sum) => ({ pending: String(pending), posted: String(posted) });
const nothing: Sum = { pending: 0n, posted: 0n };

function balancesOf(opening: readonly AccountSum[], within: readonly AccountSum[]) {
  const names = new Map(
    [...opening, ...within].map(({ account, currency }) => [`${account} ${currency}`, { account, currency }]),
  );
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { account, currency }]) => {
      const [before = nothing, moved = nothing] = [opening, within].map((sums) =>
        sums.find((one) => one.account === account && one.currency === currency),
      );
      const after = { pending: before.pending + moved.pending, posted: before.posted + moved.posted };
      return { account, currency, opening: inMicros(before), closing: inMicros(after) };
    });
}
