// ledger:verify over closes: each says what its hash covers, hangs on the chain as it stood, and its balances are those of the
// entries up to it that are of before the month's end; versions go 1…n, and what is closed is shut.
import type { Tx } from '../../../platform/db/database.ts';
import { hashAt } from '../../ledger/index.ts';
import { closeHash, Kept } from './close.ts';
import { isMonthClosed } from './closed-months.repo.ts';
import { accountSumsUpTo, allCloses, type StoredClose, type SumRow } from './closes.repo.ts';
import { firstDay } from './months.ts';

const textOf = (rows: readonly SumRow[]): string =>
  rows
    .filter(({ pending, posted }) => pending !== '0' || posted !== '0')
    .map(({ name, currency, pending, posted }) => `${name} ${currency} ${pending} ${posted}`)
    .sort()
    .join('\n');

export async function checkCloses(tx: Tx, tenantId: string): Promise<string[]> {
  const findings: string[] = [];
  const closes = await allCloses(tx);
  for (const [at, close] of closes.entries()) {
    const name = `the close of ${close.month}, version ${close.version}`;
    const before = closes[at - 1];
    const expected = before?.month === close.month ? before.version + 1 : 1;
    if (close.version !== expected) findings.push(`${name}: the version before it is missing`);
    if (!closeHash(tenantId, close).equals(close.hash)) findings.push(`${name} is not what its hash covers`);
    if (
      close.head_sequence !== '0' &&
      (await hashAt(tx, BigInt(close.head_sequence))) !== close.head_hash.toString('hex')
    )
      findings.push(`${name} names an entry that the chain does not have`);
    const { accounts, end } = Kept.balances.parse(close.balances);
    const month =
      end === undefined ? null : { month: close.month, spans: [{ start: new Date(0), end: new Date(end) }] };
    if (textOf(accounts) !== textOf(await accountSumsUpTo(tx, close.head_sequence, month)))
      findings.push(`${name}: its balances are not those of the entries up to it`);
    findings.push(...(await checkShut(tx, close, closes[at + 1], name)));
  }
  return findings;
}

async function checkShut(tx: Tx, close: StoredClose, next: StoredClose | undefined, name: string): Promise<string[]> {
  if (next?.month === close.month)
    return close.state === 'reopened' ? [] : [`${name} was closed anew without being opened`];
  return (await isMonthClosed(tx, firstDay(close.month))) === (close.state === 'closed')
    ? []
    : [`${name} is ${close.state}, and its month is not`];
}
