// The check: walks a tenant's chain from its first transfer, recomputes every hash, re-adds every account, and says what
// does not agree. Nothing to say is the only good answer.
import type { Tx } from '../../platform/db/database.ts';
import { chainAfter, hashAt, type LedgerState, stateOf } from './chain.repo.ts';
import { type ChainRow, checkLink, checkMeaning } from './check-entry.ts';
import type { Phase } from './plan.ts';
import { effectOf } from './repo.ts';
import { GENESIS } from './transfer.ts';

export type LedgerFinding = string;
/** what somebody kept of an earlier answer of ours: the hash that stood at that place of the chain */
export interface Statement {
  sequence: bigint;
  hash: string;
}

const PAGE = 5_000;
/** a head that is gone must not hide its chain */
const EVERYTHING = 2n ** 62n;

interface Sums {
  debits_pending: bigint;
  credits_pending: bigint;
  debits_posted: bigint;
  credits_posted: bigint;
}
const nothing = (): Sums => ({ debits_pending: 0n, credits_pending: 0n, debits_posted: 0n, credits_posted: 0n });
const columns = ['debits_pending', 'credits_pending', 'debits_posted', 'credits_posted'] as const;

export interface Verified {
  transfers: number;
  /** how many entries each format of the chain has */
  formats: ReadonlyMap<number, number>;
  findings: LedgerFinding[];
}

/** in a transaction bound to the tenant, as the system */
export async function verifyLedger(tx: Tx, tenantId: string, statements: readonly Statement[] = []): Promise<Verified> {
  const findings: LedgerFinding[] = [];
  const sums = new Map<string, Sums>();
  const open = new Map<string, ChainRow>();
  const { head, accounts } = await stateOf(tx);
  let hash: Buffer = GENESIS;
  let sequence = 0n;
  let format = 0;
  const formats = new Map<number, number>();
  for (;;) {
    const rows = await chainAfter(tx, sequence, head?.sequence ?? EVERYTHING, PAGE);
    for (const row of rows) {
      findings.push(...checkLink(tenantId, row, { sequence, hash, format }), ...checkMeaning(tenantId, row, open));
      addUp(sums, row);
      sequence = BigInt(row.sequence);
      hash = row.hash;
      format = row.format;
      formats.set(format, (formats.get(format) ?? 0) + 1);
    }
    if (rows.length < PAGE) break;
  }
  if ((head?.sequence ?? 0n) !== sequence || !(head?.hash ?? GENESIS).equals(hash)) {
    findings.push(`the chain ends at ${sequence}, but its head says ${head?.sequence ?? 'nothing'}`);
  }
  findings.push(...checkAccounts(accounts, sums), ...checkZero(sums, accounts));
  for (const statement of statements) {
    if ((await hashAt(tx, statement.sequence)) !== statement.hash) {
      findings.push(`the entry ${statement.sequence} is not the one the statement names`);
    }
  }
  return { transfers: Number(sequence), formats, findings };
}

function addUp(sums: Map<string, Sums>, row: ChainRow): void {
  const effect = effectOf[row.phase as Phase];
  const amount = BigInt(row.amount_micros);
  for (const [account, side] of [
    [row.debit_account_id, 'debits'],
    [row.credit_account_id, 'credits'],
  ] as const) {
    const sum = sums.get(account) ?? nothing();
    sum[`${side}_pending`] += effect.pending * amount;
    sum[`${side}_posted`] += effect.posted * amount;
    sums.set(account, sum);
  }
}

function checkAccounts(accounts: LedgerState['accounts'], sums: ReadonlyMap<string, Sums>): LedgerFinding[] {
  const findings: LedgerFinding[] = [];
  for (const account of accounts) {
    const sum = sums.get(account.id) ?? nothing();
    for (const column of columns) {
      if (account[column] !== sum[column]) {
        findings.push(
          `${account.kind} ${account.id}: ${column} is ${account[column]}, its entries add up to ${sum[column]}`,
        );
      }
    }
  }
  return findings;
}

/** every currency's debits equal its credits, pending and posted alike */
function checkZero(
  sums: ReadonlyMap<string, Sums>,
  accounts: readonly { id: string; currency: string }[],
): LedgerFinding[] {
  const totals = new Map<string, { pending: bigint; posted: bigint }>();
  for (const { id, currency } of accounts) {
    const sum = sums.get(id) ?? nothing();
    const total = totals.get(currency) ?? { pending: 0n, posted: 0n };
    total.pending += sum.debits_pending - sum.credits_pending;
    total.posted += sum.debits_posted - sum.credits_posted;
    totals.set(currency, total);
  }
  return [...totals].flatMap(([currency, { pending, posted }]) =>
    pending === 0n && posted === 0n
      ? []
      : [`${currency} does not add up to zero: pending ${pending}, posted ${posted}`],
  );
}
