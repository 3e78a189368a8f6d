// A change in one line, and where its object is shown.
import { type ChangedField, type ChangeRow, imageFields } from '@tributary/contract/logs/change-log';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { optionLabel } from '../offers/form/field-label.ts';
import { offerPath } from '../offers/offer-path.ts';
import { type About, isList, listChanges, valueWords } from '../offers/page/change-words.ts';
import { listOfAction } from '../offers/page/history-tab.tsx';
import { fieldText, kindText } from './words.ts';

export const aboutChange = ({ named, currency }: Pick<ChangeRow, 'named' | 'currency'>): About => ({
  currency,
  named,
  choice: optionLabel,
});

/** an entry of one list alone says which by its action */
export const fieldOf = (action: string, field: string): string =>
  field === 'list' ? (listOfAction[action] ?? field) : field;

/** what became of a picture, whose name says nothing to anybody; null where the field is none */
export function imageChange({ field, before, after }: ChangedField): string | null {
  if (!imageFields.includes(field)) return null;
  return after ? (before ? t('logs.imageChanged') : t('logs.imageAdded')) : t('logs.imageRemoved');
}
/** lists of one side alone: who was assigned, and who no longer is */
export const isOneSided = (field: string): boolean => field === 'assigned' || field === 'unassigned';

const LINES = 3;
function fieldLine(action: string, changed: ChangedField, about: About): string {
  const { field, before, after } = changed;
  const name = fieldOf(action, field);
  const image = imageChange(changed);
  if (image) return `${fieldText(name)}: ${image}`;
  if (isOneSided(field)) return `${fieldText(name)}: ${valueWords(name, after ?? before, about)}`;
  if (!isList(name)) {
    const now = valueWords(name, after, about);
    return `${fieldText(name)}: ${before === null ? now : `${valueWords(name, before, about)} → ${now}`}`;
  }
  const { gone, come } = listChanges(name, before, after, about);
  return `${fieldText(name)}: ${t('logs.linesChanged', { come: come.length, gone: gone.length })}`;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);
export function changeText(row: ChangeRow): string {
  const told = row.fields.filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)));
  const lines = told.slice(0, LINES).map((field) => fieldLine(row.action, field, aboutChange(row)));
  const more = told.length - LINES;
  return [...lines, ...(more > 0 ? [t('logs.andMore', { count: more })] : [])].join(' · ');
}

export const whoText = ({ actor, actor_kind, in_the_name_of: named }: ChangeRow): string => {
  const who = actor?.name ?? (actor_kind === 'system' ? t('logs.theSystem') : t('logs.somebodyNotSignedIn'));
  return named ? t('logs.inTheNameOf', { who, name: named.name }) : who;
};

/** people and offers are known by their names; of anything else its kind stands before */
const named: readonly string[] = ['user', 'offer'];
export function objectText({ object_kind: kind, object_name: name, object_gone: gone }: ChangeRow): string {
  if (name === null) return gone ? t('logs.deletedOne', { kind: kindText(kind) }) : kindText(kind);
  const text = named.includes(kind) ? name : `${kindText(kind)}: ${kind === 'settings' ? said(name) : name}`;
  return gone ? t('logs.deletedNamed', { name: text }) : text;
}

export function objectPath({ object_kind: kind, object_id: id, account_kind: account }: ChangeRow): string | undefined {
  if (id === null) return undefined;
  if (kind === 'offer') return offerPath(id);
  if (kind === 'conversion') return `/am/reports/conversions?record=${id}`;
  if (kind === 'settings') return '/am/settings';
  if (kind === 'user' && account === 'publisher') return `/am/affiliates?record=${id}`;
  return kind === 'user' && account === 'advertiser' ? `/am/advertisers?record=${id}` : undefined;
}
