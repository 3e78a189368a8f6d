// Reading a statement's file: what is not as it must be is refused, and nothing is guessed.
import { fromBase64 } from './bytes.mjs';

export const FORMAT = 'tributary-statement-1';

/** of whom a statement is, and which accounts are kept with them: a receivable grows by debits, every other by credits */
export const accountsOf = /** @type {const} */ ({
  publisher: ['publisher_payable', 'in_transit', 'tax_withheld'],
  advertiser: ['advertiser_receivable', 'prepaid'],
});

/**
 * What an entry of the ledger says, in the order of its canonical text.
 * @typedef {{ tenantId: string, sequence: bigint, at: string, phase: string, ownerId: string, debit: string, credit: string,
 *   amount: bigint, currency: string, leg: string, reason: string }} Said
 * @typedef {{ sequence: bigint, text: string, previous: Uint8Array, proof: Uint8Array[] }} Entry
 * @typedef {{ pending: bigint, posted: bigint }} Sum
 * @typedef {{ account: string, currency: string, opening: Sum, closing: Sum }} Balance
 * @typedef {{ account: string, currency: string, entries: number } & Sum} Untold
 * @typedef {{ origin: string, workspace: string, account: { id: string, side: 'publisher' | 'advertiser', name: string | null },
 *   from: string | null, to: string | null, madeAt: string, keys: unknown, checkpoint: unknown, entries: Entry[],
 *   untold: Untold[], balances: Balance[], consistency: { size: bigint, proof: Uint8Array[] }[] }} Statement
 */

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const WHOLE = /^(0|-?[1-9]\d{0,30})$/;

class Unreadable extends Error {}
/** @type {(what: string) => never} */
const refuse = (what) => {
  throw new Unreadable(what);
};
/** @type {(value: unknown, what: string) => Record<string, unknown>} */
const record = (value, what) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? /** @type {Record<string, unknown>} */ (value)
    : refuse(what);
/** @type {(value: unknown, what: string) => string} */
const text = (value, what) => (typeof value === 'string' ? value : refuse(what));
/** @type {(value: unknown, what: string) => string | null} */
const moment = (value, what) =>
  value === null || (typeof value === 'string' && MOMENT.test(value)) ? value : refuse(what);
/** @type {(value: unknown, what: string) => bigint} */
const whole = (value, what) => (typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : refuse(what));
/** @type {<T>(value: unknown, what: string, read: (one: unknown, what: string) => T) => T[]} */
const listOf = (value, what, read) =>
  Array.isArray(value) ? value.map((one, at) => read(one, `${what} ${at + 1}`)) : refuse(what);
/** @type {(value: unknown, what: string) => Uint8Array} */
const hash = (value, what) => fromBase64(value, 32) ?? refuse(what);
/** @type {(value: unknown, what: string) => Sum} */
const sum = (value, what) => {
  const { pending, posted } = record(value, what);
  return { pending: whole(pending, what), posted: whole(posted, what) };
};

/**
 * @param {unknown} file
 * @returns {{ statement: Statement, signature: unknown, signed: unknown } | { unreadable: string }}
 */
export function readStatement(file) {
  try {
    const { format, statement: signed, signature } = record(file, 'file');
    if (format !== FORMAT) refuse('format');
    const whole = record(signed, 'statement');
    const account = record(whole.account, 'account');
    const side = account.side === 'publisher' || account.side === 'advertiser' ? account.side : refuse('side');
    return {
      signed,
      signature,
      statement: {
        origin: text(whole.origin, 'origin'),
        workspace: text(whole.workspace, 'workspace'),
        account: {
          id: text(account.id, 'account'),
          side,
          name: account.name === null ? null : text(account.name, 'name'),
        },
        from: moment(whole.from, 'from'),
        to: moment(whole.to, 'to'),
        madeAt: moment(whole.made_at, 'made_at') ?? refuse('made_at'),
        keys: whole.keys,
        checkpoint: whole.checkpoint,
        entries: listOf(whole.entries, 'entry', entry),
        untold: listOf(whole.untold, 'untold', untold),
        balances: listOf(whole.balances, 'balance', balance),
        consistency: listOf(whole.consistency, 'consistency', consistency),
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message };
    throw error;
  }
}

/** @type {(value: unknown, what: string) => Entry} */
const entry = (value, what) => {
  const one = record(value, what);
  return {
    sequence: whole(one.sequence, what),
    text: text(one.text, what),
    previous: hash(one.previous, what),
    proof: listOf(one.proof, what, hash),
  };
};
/** @type {(value: unknown, what: string) => Untold} */
const untold = (value, what) => {
  const one = record(value, what);
  const entries = typeof one.entries === 'number' && Number.isInteger(one.entries) ? one.entries : refuse(what);
  return { account: text(one.account, what), currency: text(one.currency, what), entries, ...sum(one, what) };
};
/** @type {(value: unknown, what: string) => Balance} */
const balance = (value, what) => {
  const one = record(value, what);
  return {
    account: text(one.account, what),
    currency: text(one.currency, what),
    opening: sum(one.opening, what),
    closing: sum(one.closing, what),
  };
};
/** @type {(value: unknown, what: string) => { size: bigint, proof: Uint8Array[] }} */
const consistency = (value, what) => {
  const one = record(value, what);
  return { size: whole(one.size, what), proof: listOf(one.proof, what, hash) };
};

/** a format of the chain names its revision from the second on */
const LENGTHS = /** @type {Record<string, number>} */ ({ 'tributary-ledger-1': 16, 'tributary-ledger-2': 17 });

/**
 * What the canonical text of an entry says; null where it is none of a format that is known here.
 * @param {string} canonical
 * @returns {Said | null}
 */
export function readEntry(canonical) {
  const parts = parsed(canonical);
  // written any other way it would hash to something else, and mean the same
  if (!Array.isArray(parts) || JSON.stringify(parts) !== canonical || LENGTHS[String(parts[0])] !== parts.length)
    return null;
  const [, tenantId, sequence, , at, phase, , leg, ...rest] = parts;
  const [ownerId, debit, credit, amount, currency, reason] = rest.slice(-8);
  const said = [tenantId, sequence, at, phase, leg, ownerId, debit, credit, amount, currency, reason];
  if (!said.every((one) => typeof one === 'string') || !WHOLE.test(sequence) || !WHOLE.test(amount)) return null;
  return {
    tenantId,
    sequence: BigInt(sequence),
    at,
    phase,
    leg,
    ownerId,
    debit,
    credit,
    amount: BigInt(amount),
    currency,
    reason,
  };
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
