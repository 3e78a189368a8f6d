// Answers of banks and services: read whole, checked row by row, then applied together. The same answer twice changes nothing.
import type { SignedInCall } from '../../../../http/call.ts';
import { requireWhole } from '../../../../http/permission.ts';
import type { Tx } from '../../../../platform/db/database.ts';
import { Fault } from '../../../../platform/fault.ts';
import { takeBatch } from '../batches/batches.ts';
import { messagesOf } from '../files/files.repo.ts';
import { type BankAnswer, readBankAnswer } from '../files/pain002.ts';
import { rejectText } from '../files/reject-codes.ts';
import { XmlFault } from '../files/xml.ts';
import { canBe, type Outcome, refuseTwice, type Told, tell } from './outcomes.ts';
import { lockPayments, type StoredPayment } from './payments.repo.ts';

interface Answer {
  /** where it stands in the file */
  place: string;
  outcome: Outcome | 'waiting';
  code: string | null;
  text: string | null;
}

const wrong = (sentence: string): Fault => new Fault('invalid_input', sentence, { path: ['content'] });

export async function importAnswers(tx: Tx, call: SignedInCall, id: string, content: string) {
  requireWhole(call);
  const batch = await takeBatch(tx, call, id);
  const payments = await lockPayments(tx, {
    batchId: batch.id,
    states: ['reserved', 'instructed', 'paid', 'failed', 'returned', 'cancelled'],
  });
  const answers = content.trimStart().startsWith('<')
    ? await ofBank(tx, batch.id, content, payments)
    : ofLines(content, payments);
  const told: Told[] = [];
  let unchanged = 0;
  for (const [payment, { place, outcome, code, text }] of answers) {
    if (outcome === 'waiting' || outcome === payment.state) {
      unchanged++;
    } else if (outcome === 'failed' && (payment.state === 'returned' || payment.failed_code !== null)) {
      // an older answer: more has happened since
      unchanged++;
    } else if (payment.state === 'reserved' || !canBe(payment.state, outcome)) {
      throw wrong(`${place}: ${payment.end_to_end_id} is ${payment.state}, so it cannot be ${outcome}.`);
    } else {
      const isLate = outcome === 'paid' && payment.state === 'failed';
      if (isLate) await refuseTwice(tx, payment);
      const late = isLate ? `Told as failed before: ${payment.code ?? 'NARR'}.` : null;
      const reason = outcome === 'paid' ? late : [code && rejectText(code), text].filter(Boolean).join(' ');
      told.push({ payment, outcome, code, reason });
    }
  }
  await tell(tx, call, told, call.clock.now());
  const count = (outcome: Outcome) => told.filter((one) => one.outcome === outcome).length;
  return { paid: count('paid'), failed: count('failed'), returned: count('returned'), unchanged };
}

/** what is said of single transfers counts before what is said of their group, and that before the file */
async function ofBank(tx: Tx, batchId: string, content: string, payments: readonly StoredPayment[]) {
  const { messageId, answers } = readOrRefuse(content);
  const file = (await messagesOf(tx, batchId)).find((one) => one.message_id === messageId);
  if (!file) throw wrong(`The answer is about the file ${messageId}, which is not of this batch.`);
  const own = new Map(
    payments.filter((one) => one.file_id === file.id).map((one) => [one.end_to_end_id, one] as const),
  );
  const result = new Map<StoredPayment, Answer>();
  const said = ({ status, code, text, word }: BankAnswer, place: string): Answer => ({
    place: `${place} (${word})`,
    outcome: status,
    code,
    text,
  });
  let row = 0;
  for (const answer of answers.filter(({ endToEndId }) => endToEndId !== null)) {
    row++;
    const payment = own.get(answer.endToEndId ?? '');
    if (!payment) throw wrong(`Transfer ${row}: OrgnlEndToEndId ${answer.endToEndId} is not of the file ${messageId}.`);
    if (result.has(payment)) throw wrong(`Transfer ${row}: OrgnlEndToEndId ${answer.endToEndId} stands twice.`);
    result.set(payment, said(answer, `Transfer ${row}`));
  }
  for (const answer of answers.filter(({ endToEndId }) => endToEndId === null)) {
    for (const payment of own.values()) if (!result.has(payment)) result.set(payment, said(answer, 'The file'));
  }
  return result;
}

function readOrRefuse(content: string) {
  try {
    return readBankAnswer(content);
  } catch (error) {
    if (error instanceof XmlFault) throw wrong(error.message);
    throw error;
  }
}

/** the heading of such a file in words that are known; anything else that is no payment of ours is refused */
const HEADING = ['reference', 'state', 'code'];
const isHeading = (cells: readonly string[]): boolean =>
  cells.length >= 2 && cells.length <= HEADING.length && cells.every((cell, at) => cell.toLowerCase() === HEADING[at]);

/** reference, paid | failed | returned, code: what services without a format of their own are told by */
function ofLines(content: string, payments: readonly StoredPayment[]): Map<StoredPayment, Answer> {
  const own = new Map(payments.map((one) => [one.end_to_end_id, one] as const));
  const result = new Map<StoredPayment, Answer>();
  for (const [at, line] of content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const place = `Line ${at + 1}`;
    const cells = line.split(/[,;\t]/).map((one) => one.trim().replace(/^"(.*)"$/, '$1'));
    if (at === 0 && isHeading(cells)) continue;
    const [reference = '', word = '', code = ''] = cells;
    const outcome = (['paid', 'failed', 'returned'] as const).find((one) => one === word.toLowerCase());
    const payment = own.get(reference);
    if (!payment) throw wrong(`${place}, reference: ${reference.slice(0, 40) || 'nothing'} is not of this batch.`);
    if (!outcome) throw wrong(`${place}, state: please say paid, failed or returned.`);
    if (result.has(payment)) throw wrong(`${place}, reference: ${reference} stands twice.`);
    if (!/^[A-Za-z0-9]{0,35}$/.test(code)) throw wrong(`${place}, code: please use letters and digits.`);
    const usual = outcome === 'failed' ? 'HAND' : 'GONE';
    result.set(payment, {
      place,
      outcome,
      code: outcome === 'paid' ? null : code.toUpperCase() || usual,
      text: null,
    });
  }
  if (result.size === 0) throw wrong('The file says nothing of any payment.');
  return result;
}
