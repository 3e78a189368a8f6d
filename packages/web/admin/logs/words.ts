// What the logs call what happened: the contract's words (logs/trail-actions.ts, logs/access-events.ts), in the reader's language.
import {
  type AccessEvent,
  accessDetailWords,
  accessEventLabels,
  accessResultWords,
  type ChangeSource,
  changeSourceLabels,
} from '@tributary/contract/logs/access-events';
import type { AccessRow } from '@tributary/contract/logs/access-log';
import type { ChangeRow } from '@tributary/contract/logs/change-log';
import { actionWords, changeActions, fieldWords, kindWords, trailFields } from '@tributary/contract/logs/trail-actions';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { fieldLabel, labelledFields } from '../offers/form/field-label.ts';

const inWords = <Code extends string>(words: Readonly<Record<Code, string>>) =>
  Object.fromEntries(Object.entries<string>(words).map(([code, text]) => [code, said(text)])) as Record<Code, string>;

export const sourceWords: Readonly<Record<ChangeSource, string>> = inWords(changeSourceLabels);
export const eventWords: Readonly<Record<AccessEvent, string>> = inWords(accessEventLabels);

export const actionText = ({ action, undoes }: Pick<ChangeRow, 'action' | 'undoes'>): string => {
  const text = said(actionWords(action));
  return undoes === null ? text : t('logs.undoOf', { action: text });
};
export const kindText = (kind: string): string => said(kindWords(kind));
/** a field of an offer is called as its form calls it */
export const fieldText = (field: string): string =>
  Object.hasOwn(trailFields, field) ? said(fieldWords(field)) : fieldLabel(field);

const fields: readonly string[] = [...new Set([...Object.keys(trailFields), ...labelledFields])];
/** the codes whose words hold what the reader searches for: the server knows the codes, this screen the reader's language */
export function meantBy(search: string): Readonly<Record<string, string>> {
  const text = search.trim().toLowerCase();
  if (text.length < 2) return {};
  const holds = (words: string) => words.toLowerCase().includes(text);
  const actions = Object.entries(changeActions).flatMap(([code, words]) => (holds(said(words)) ? [code] : []));
  const means = [...actions, ...fields.filter((field) => holds(fieldText(field)))].join();
  return means ? { means } : {};
}

export const resultText = (row: AccessRow): string => said(accessResultWords(row));
export const resultTones = { ok: 'good', refused: 'bad' } as const;
export const detailText = (row: AccessRow): string | null => accessDetailWords(row).map(said).join(', ') || null;
