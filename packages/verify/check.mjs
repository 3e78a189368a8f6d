// What a statement claims, checked step by step with nothing but the file: by the page and by the command alike. A step that fails
// says why; "unknown" is said where the file alone cannot tell, and is no failure.
import { isSame, joined, sha256, utf8 } from './bytes.mjs';
import { isIncluded, leafHash } from './merkle.mjs';
import { isSigned, isStatementOf, readCheckpoint, readKeys, readNote } from './note.mjs';
import { checkOlder } from './older.mjs';
import { accountsOf, readEntry, readStatement } from './statement.mjs';
import { bad, good, unknown } from './steps.mjs';

/**
 * @typedef {import('./statement.mjs').Statement} Statement
 * @typedef {import('./statement.mjs').Said} Said
 * @typedef {import('./note.mjs').Checkpoint} Checkpoint
 * @typedef {import('./note.mjs').Key} Key
 * @typedef {import('./steps.mjs').Step} Step
 * @typedef {{ statement: Statement, checkpoint: Checkpoint, said: { said: Said, hash: Uint8Array, text: string }[] }} Checked
 * @typedef {{ isGood: boolean, steps: Step[], checked: Checked | null }} Verdict
 */

/**
 * @param {unknown} file a statement, as JSON was read from it
 * @param {{ older?: unknown, keys?: unknown }} [beside] an older one of the same account; the workspace's keys, as it publishes them
 * @returns {Promise<Verdict>}
 */
export async function checkStatement(file, { older, keys } = {}) {
  const alone = await checkAlone(file, keys);
  const before = older === undefined ? null : await checkOlder(alone.checked, await checkAlone(older, keys));
  const steps = [...alone.steps, ...(before ? [before] : [])];
  return { ...alone, steps, isGood: steps.every(({ result }) => result !== 'bad') };
}

/**
 * @param {unknown} file
 * @param {unknown} published
 * @returns {Promise<Verdict>}
 */
async function checkAlone(file, published) {
  const read = readStatement(file);
  if ('unreadable' in read) {
    return { isGood: false, steps: [bad('file', 'unreadable', { what: read.unreadable })], checked: null };
  }
  const { statement, signature, signed } = read;
  const own = (await readKeys(statement.origin, statement.keys)) ?? [];
  const notes = { statement: readNote(signature), checkpoint: readNote(statement.checkpoint) };
  const checkpoint = notes.checkpoint && readCheckpoint(notes.checkpoint);
  const steps = [
    good('file', 'readable', { count: String(statement.entries.length) }),
    await checkSignature(notes.statement, own, async (note) => isStatementOf(note, statement.origin, signed)),
    checkpoint?.origin === statement.origin
      ? await checkCheckpoint(checkpoint, notes.checkpoint, own)
      : bad('checkpoint', 'checkpoint_unreadable'),
    await checkKeys(statement, [notes.statement?.keyId, notes.checkpoint?.keyId], own, published),
  ];
  if (!checkpoint) return { isGood: false, steps, checked: null };
  const { said, step } = await checkEntries(statement, checkpoint);
  steps.push(step, await checkInclusion(statement, checkpoint, said), checkSums(statement, said));
  return { isGood: steps.every(({ result }) => result !== 'bad'), steps, checked: { statement, checkpoint, said } };
}

/**
 * @param {import('./note.mjs').Note | null} note
 * @param {readonly Key[]} keys
 * @param {(note: import('./note.mjs').Note) => Promise<boolean>} isOfThis
 */
async function checkSignature(note, keys, isOfThis) {
  const key = keys.find(({ id }) => id === note?.keyId);
  if (!note || !key) return bad('signature', 'no_signature');
  if (!(await isOfThis(note))) return bad('signature', 'changed_after_signing');
  return (await isSigned(note, key.bytes))
    ? good('signature', 'signed', { key: key.id })
    : bad('signature', 'signature_wrong');
}

/**
 * @param {Checkpoint} checkpoint
 * @param {import('./note.mjs').Note | null} note
 * @param {readonly Key[]} keys
 */
async function checkCheckpoint({ size, time }, note, keys) {
  const key = keys.find(({ id }) => id === note?.keyId);
  if (!note || !key || !(await isSigned(note, key.bytes))) return bad('checkpoint', 'checkpoint_wrong');
  return good('checkpoint', 'checkpoint_signed', { size: String(size), time });
}

/**
 * That the keys are the workspace's own, the file cannot tell: whoever forges one puts his key in. Those that it publishes do.
 * @param {Statement} statement
 * @param {readonly (string | undefined)[]} used
 * @param {readonly Key[]} own
 * @param {unknown} published
 */
async function checkKeys({ origin, madeAt }, used, own, published) {
  const ids = [...new Set(used)].filter((id) => id !== undefined);
  if (published === undefined) return unknown('key', 'keys_not_given', { keys: ids.join(', ') });
  const file = /** @type {{ origin?: unknown, keys?: unknown } | null} */ (published);
  const known = file?.origin === origin ? await readKeys(origin, file.keys) : null;
  if (!known) return bad('key', 'keys_of_another', { origin });
  for (const id of ids) {
    const [mine, theirs] = [own, known].map((keys) => keys.find((key) => key.id === id));
    if (!mine || !theirs || !isSame(mine.bytes, theirs.bytes)) return bad('key', 'key_not_published', { key: id });
  }
  const signer = known.find(({ id }) => id === used[0]);
  if (signer?.until && madeAt > signer.until) return bad('key', 'key_retired', { key: signer.id, until: signer.until });
  return good('key', 'keys_published', { keys: ids.join(', ') });
}

/**
 * @param {Statement} statement
 * @param {Checkpoint} checkpoint
 */
async function checkEntries({ origin, account, from, to, entries }, { size, head }) {
  /** @type {Checked['said']} */
  const read = [];
  /** @type {(code: import('./steps.mjs').Code, sequence: bigint) => { said: Checked['said'], step: Step }} */
  const fails = (code, sequence) => ({ said: read, step: bad('entries', code, { entry: String(sequence) }) });
  let before = 0n;
  for (const { sequence, text, previous } of entries) {
    const said = readEntry(text);
    if (!said || said.sequence !== sequence) return fails('entry_unreadable', sequence);
    if (sequence <= before) return fails('entry_out_of_order', sequence);
    if (sequence > size) return fails('entry_after_checkpoint', sequence);
    if (origin !== `tributary-ledger/${said.tenantId}` || said.ownerId !== account.id) {
      return fails('entry_of_another', sequence);
    }
    if ((from !== null && said.at < from) || (to !== null && said.at >= to)) return fails('entry_outside', sequence);
    const last = read.at(-1);
    if (last && sequence === before + 1n && !isSame(previous, last.hash)) return fails('entry_not_linked', sequence);
    const hash = await sha256(joined(previous, utf8(text)));
    if (sequence === size && !isSame(hash, head)) return fails('entry_not_head', sequence);
    read.push({ said, hash, text });
    before = sequence;
  }
  return { said: read, step: good('entries', 'entries_hashed', { count: String(read.length) }) };
}

/**
 * @param {Statement} statement
 * @param {Checkpoint} checkpoint
 * @param {Checked['said']} read
 */
async function checkInclusion({ entries }, { size, root }, read) {
  if (read.length < entries.length) return bad('inclusion', 'not_reached');
  for (const [at, { sequence, proof }] of entries.entries()) {
    const leaf = await leafHash(read[at]?.hash ?? new Uint8Array());
    if (!(await isIncluded({ index: sequence - 1n, size, leaf, proof, root }))) {
      return bad('inclusion', 'not_in_ledger', { entry: String(sequence) });
    }
  }
  return good('inclusion', 'all_in_ledger', { count: String(entries.length), size: String(size) });
}

/** what each phase does to the two sums of an account */
const effects = /** @type {Record<string, { pending: bigint, posted: bigint }>} */ ({
  pending: { pending: 1n, posted: 0n },
  post: { pending: -1n, posted: 1n },
  void: { pending: -1n, posted: 0n },
  direct: { pending: 0n, posted: 1n },
});

/**
 * @param {Statement} statement
 * @param {Checked['said']} read
 */
function checkSums({ account, from, balances, entries, untold }, read) {
  if (read.length < entries.length) return bad('sums', 'not_reached');
  /** @type {readonly string[]} */
  const kinds = accountsOf[account.side];
  /** @type {Map<string, { pending: bigint, posted: bigint }>} */
  const sums = new Map();
  /** @type {(kind: string, currency: string, pending: bigint, posted: bigint) => void} */
  const add = (kind, currency, pending, posted) => {
    const sum = sums.get(`${kind} ${currency}`) ?? { pending: 0n, posted: 0n };
    sums.set(`${kind} ${currency}`, { pending: sum.pending + pending, posted: sum.posted + posted });
  };
  for (const { said } of read) {
    const effect = effects[said.phase];
    if (!effect) return bad('sums', 'phase_unknown', { entry: String(said.sequence) });
    for (const [name, sign] of /** @type {const} */ ([
      [said.debit, 1n],
      [said.credit, -1n],
    ])) {
      const [kind = '', owner, currency] = name.split(':');
      if (owner !== account.id || currency !== said.currency) {
        return bad('sums', 'account_of_another', { entry: String(said.sequence) });
      }
      const way = kind === 'advertiser_receivable' ? sign : -sign;
      if (kinds.includes(kind))
        add(kind, currency, way * effect.pending * said.amount, way * effect.posted * said.amount);
    }
  }
  for (const { account: kind, currency, pending, posted } of untold) add(kind, currency, pending, posted);
  for (const { account: kind, currency, opening, closing } of balances) {
    const sum = sums.get(`${kind} ${currency}`) ?? { pending: 0n, posted: 0n };
    sums.delete(`${kind} ${currency}`);
    const place = { account: kind, currency };
    if (from === null && (opening.pending !== 0n || opening.posted !== 0n))
      return bad('sums', 'opening_not_zero', place);
    if (opening.pending + sum.pending !== closing.pending || opening.posted + sum.posted !== closing.posted) {
      return bad('sums', 'sums_differ', place);
    }
  }
  const [left] = [...sums].filter(([, { pending, posted }]) => pending !== 0n || posted !== 0n);
  if (left) return bad('sums', 'balance_missing', { account: left[0] });
  const hidden = untold.reduce((many, one) => many + one.entries, 0);
  return hidden > 0
    ? good('sums', 'sums_agree_untold', { count: String(balances.length), untold: String(hidden) })
    : good('sums', 'sums_agree', { count: String(balances.length) });
}
