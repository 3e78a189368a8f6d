// Steps, facts and causes in words.
import type { FactName, StepFact } from '@tributary/contract/tracker/replayed';
import { isVerdict, verdicts } from '@tributary/contract/tracker/verdicts';
import { nameOfCountry } from '../../kit/inputs/country-selection.ts';
import { dateTime, duration, words } from '../../ui/format.ts';
import { t } from '../../words/explain.ts';
import { said } from '../../words/said.ts';

export const verdictText = (verdict: string): string => (isVerdict(verdict) ? said(verdicts[verdict].label) : verdict);

const moments: readonly FactName[] = ['time', 'starts_at', 'ends_at', 'workspace_until'];
const codes: readonly FactName[] = [
  'offer_status',
  'publisher_status',
  'credit',
  'visibility',
  'duplicates',
  'device',
  'brand',
  'os',
  'browser',
];

function valueText(name: FactName, value: string): string {
  if (value === 'yes' || value === 'no') return t(value);
  if (name === 'mark') return value === 'none' ? t('none') : verdictText(value);
  if (moments.includes(name)) return dateTime(Math.floor(Date.parse(value) / 1_000));
  if (name === 'unique_for') return duration(Number(value));
  if (name === 'country') {
    return value
      .split(', ')
      .map((code) => (/^[A-Za-z]{2}$/.test(code) ? nameOfCountry(code.toLowerCase()) : code))
      .join(', ');
  }
  return codes.includes(name) ? words(value) : value;
}

/** "Country: one of Canada, United States" */
export const factText = ({ name, op, value }: StepFact): string =>
  `${t(`fact.${name}`)}: ${t(`op.${op}`, { value: op === 'count' ? value : valueText(name, value) })}`;
