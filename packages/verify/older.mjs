// Against an older statement of the same account: that the ledger it was made from is the beginning of today's, and that what it
// told is told the same today.
import { isConsistent } from './merkle.mjs';
import { bad, good } from './steps.mjs';

/**
 * @typedef {import('./check.mjs').Checked} Checked
 * @param {Checked | null} newer
 * @param {import('./check.mjs').Verdict} olderVerdict
 */
export async function checkOlder(newer, { checked: older, isGood, steps }) {
  if (!older || !isGood) {
    return bad('older', 'older_refused', { why: steps.find(({ result }) => result === 'bad')?.code ?? '' });
  }
  if (!newer) return bad('older', 'not_reached');
  const [now, then] = [newer.statement, older.statement];
  if (now.origin !== then.origin || now.account.id !== then.account.id) return bad('older', 'older_of_another');
  const sizes = { older: String(older.checkpoint.size), newer: String(newer.checkpoint.size) };
  if (older.checkpoint.size > newer.checkpoint.size) return bad('older', 'older_is_newer', sizes);
  const proof =
    older.checkpoint.size === newer.checkpoint.size
      ? []
      : now.consistency.find(({ size }) => size === older.checkpoint.size)?.proof;
  if (!proof) return bad('older', 'no_consistency', sizes);
  if (!(await isConsistent({ older: older.checkpoint, newer: newer.checkpoint, proof }))) {
    return bad('older', 'history_changed', sizes);
  }
  return compareEntries(newer, older) ?? compareBalances(newer, older) ?? good('older', 'history_kept', sizes);
}

/**
 * @param {Checked} newer
 * @param {Checked} older
 */
function compareEntries(newer, older) {
  const { from, to, untold } = newer.statement;
  const now = new Map(newer.said.map(({ said, text }) => [said.sequence, text]));
  const due = older.said.filter(({ said: { at } }) => (from === null || at >= from) && (to === null || at < to));
  const gone = due.filter(({ said: { sequence } }) => !now.has(sequence));
  // a campaign whose payout is hidden since then moves its entries among those that are only summed up
  const hidden = untold.reduce((many, { entries }) => many + entries, 0);
  if (gone.length > hidden) return bad('older', 'entry_dropped', { entry: String(gone[0]?.said.sequence) });
  const changed = due.find(({ said: { sequence }, text }) => now.has(sequence) && now.get(sequence) !== text);
  return changed ? bad('older', 'entry_changed', { entry: String(changed.said.sequence) }) : null;
}

/**
 * Where one begins as the other ends, what it ends with is what the next begins with.
 * @param {Checked} newer
 * @param {Checked} older
 */
function compareBalances({ statement: now }, { statement: then, checkpoint }) {
  if (then.to === null || then.to !== now.from || checkpoint.time < then.to) return null;
  for (const { account, currency, closing } of then.balances) {
    const next = now.balances.find((one) => one.account === account && one.currency === currency)?.opening;
    if ((next?.posted ?? 0n) !== closing.posted || (next?.pending ?? 0n) !== closing.pending) {
      return bad('older', 'balance_differs', { account, currency });
    }
  }
  return null;
}
