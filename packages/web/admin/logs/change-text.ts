// A change in one line, and where its object is shown.
import type { ChangedField, ChangeRow } from '@tributary/contract/logs/change-log';
import { t } from '../../words/admin.ts';
import { fieldLabel, optionLabel } from '../offers/form/field-label.ts';
import { offerPath } from '../offers/offer-path.ts';
import { type About, isList, listChanges, valueWords } from '../offers/page/change-words.ts';
import { listOfAction } from '../offers/page/history-tab.tsx';
import { kindText } from './words.ts';

export const aboutChange = (named: Readonly<Record<string, string>> = {}, currency = ''): About => ({
  currency,
  named,
  choice: optionLabel,
});

/** an entry of one list alone says which by its action */
export const fieldOf = (action: string, field: string): string =>
  field === 'list' ? (listOfAction[action] ?? field) : field;

const LINES = 3;
function fieldLine(action: string, { field, before, after }: ChangedField, about: About): string {
  const name = fieldOf(action, field);
  if (!isList(name)) {
    const now = valueWords(name, after, about);
    return `${fieldLabel(name)}: ${before === null ? now : `${valueWords(name, before, about)} → ${now}`}`;
  }
  const { gone, come } = listChanges(name, before, after, about);
  return `${fieldLabel(name)}: ${t('logs.linesChanged', { come: come.length, gone: gone.length })}`;
}

export function changeText({ action, fields }: ChangeRow): string {
  const lines = fields.slice(0, LINES).map((field) => fieldLine(action, field, aboutChange()));
  const more = fields.length - LINES;
  return [...lines, ...(more > 0 ? [t('logs.andMore', { count: more })] : [])].join(' · ');
}

export const whoText = ({ actor, actor_kind, in_the_name_of: named }: ChangeRow): string => {
  const who = actor?.name ?? (actor_kind === 'system' ? t('logs.theSystem') : t('logs.somebodyNotSignedIn'));
  return named ? t('logs.inTheNameOf', { who, name: named.name }) : who;
};

export const objectText = ({ object_kind: kind, object_name: name, object_id: id }: ChangeRow): string =>
  name ?? (kind === 'settings' && id ? `${kindText(kind)}: ${fieldLabel(id)}` : kindText(kind));

export function objectPath({ object_kind: kind, object_id: id, account_kind: account }: ChangeRow): string | undefined {
  if (id === null) return undefined;
  if (kind === 'offer') return offerPath(id);
  if (kind === 'conversion') return `/am/reports/conversions?record=${id}`;
  if (kind === 'settings') return '/am/settings';
  if (kind === 'user' && account === 'publisher') return `/am/affiliates?record=${id}`;
  return kind === 'user' && account === 'advertiser' ? `/am/advertisers?record=${id}` : undefined;
}
