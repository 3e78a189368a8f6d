// The bank's answer, pain.002: what became of a file, of its group, or of single transfers. Only what is settled for good counts as
// paid; what is accepted, pending or unknown changes nothing.
import { childrenOf, find, readXml, textAt, type XmlElement, XmlFault } from './xml.ts';

export type AnswerStatus = 'paid' | 'failed' | 'waiting';
export interface BankAnswer {
  /** null: of every transfer of its group, or of the file */
  endToEndId: string | null;
  paymentInfoId: string | null;
  status: AnswerStatus;
  /** as the bank wrote it */
  word: string;
  code: string | null;
  text: string | null;
}
export interface BankReport {
  messageId: string;
  answers: BankAnswer[];
}

export const MAX_ANSWER_BYTES = 10_000_000;
const SETTLED = new Set(['ACSC', 'ACCC']);
const statusOf = (word: string): AnswerStatus => (SETTLED.has(word) ? 'paid' : word === 'RJCT' ? 'failed' : 'waiting');

function answerOf(of: XmlElement, word: string, ids: Pick<BankAnswer, 'endToEndId' | 'paymentInfoId'>): BankAnswer {
  const reason = find(of, 'StsRsnInf');
  const code = textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry');
  const status = statusOf(word);
  const given = code && /^[A-Za-z0-9]{1,35}$/.test(code) ? code.toUpperCase() : null;
  return {
    ...ids,
    status,
    word,
    code: status === 'failed' ? (given ?? 'MS03') : given,
    text: textAt(reason, 'AddtlInf')?.slice(0, 105) ?? null,
  };
}

/** throws an XmlFault whose sentence a person can act on */
export function readBankAnswer(source: string): BankReport {
  const document = readXml(source);
  const report = find(document, 'CstmrPmtStsRpt');
  if (document.name !== 'Document' || !/:pain\.002\.001\.\d\d$/.test(document.namespace) || !report) {
    throw new XmlFault('This is not an answer of a bank (pain.002).');
  }
  const group = find(report, 'OrgnlGrpInfAndSts');
  const messageId = textAt(group, 'OrgnlMsgId');
  if (!group || !messageId) throw new XmlFault('The answer does not say which file it is about (OrgnlMsgId).');
  const answers: BankAnswer[] = [];
  for (const info of childrenOf(report, 'OrgnlPmtInfAndSts')) {
    const paymentInfoId = textAt(info, 'OrgnlPmtInfId');
    const single = childrenOf(info, 'TxInfAndSts');
    for (const [index, one] of single.entries()) {
      const endToEndId = textAt(one, 'OrgnlEndToEndId');
      const word = textAt(one, 'TxSts');
      if (!endToEndId || !word) {
        throw new XmlFault(`Transfer ${index + 1} of the answer has no ${endToEndId ? 'TxSts' : 'OrgnlEndToEndId'}.`);
      }
      answers.push(answerOf(one, word, { endToEndId, paymentInfoId }));
    }
    const word = textAt(info, 'PmtInfSts');
    // a group that is refused has no other transfers; of one that is settled the single ones may say otherwise
    if (word && (single.length === 0 || statusOf(word) !== 'waiting')) {
      answers.push(answerOf(info, word, { endToEndId: null, paymentInfoId }));
    }
  }
  const word = textAt(group, 'GrpSts');
  if (word && (answers.length === 0 || statusOf(word) !== 'waiting')) {
    answers.push(answerOf(group, word, { endToEndId: null, paymentInfoId: null }));
  }
  if (answers.length === 0) throw new XmlFault('The answer says nothing of any transfer.');
  return { messageId, answers };
}
