// Every status and amount a conversion ever had, newest first, with who changed it and why.
import type { ConversionDetails } from '@tributary/contract/conversions/conversions';
import { actionWords } from '@tributary/contract/logs/trail-actions';
import classes from '../../kit/log-page/details.module.css';
import { dateTime, money, words } from '../../ui/format.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';

type Change = ConversionDetails['history'][number];

const actionText = (action: string): string => said(actionWords(action));

/** only what differs, as people read it */
export function changeText({ before, after }: Pick<Change, 'before' | 'after'>, currency: string): string {
  const shown = (name: string, value: string | undefined = ''): string =>
    name === 'status' ? words(value) : money(value, currency);
  return (['status', 'revenue', 'payout'] as const)
    .filter((name) => before?.[name] !== undefined && after?.[name] !== undefined && before[name] !== after[name])
    .map((name) => `${words(name)}: ${shown(name, before?.[name])} → ${shown(name, after?.[name])}`)
    .join('; ');
}

export const History = ({ history, currency }: { history: readonly Change[]; currency: string }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th>{t('common.time')}</th>
        <th>{t('common.who')}</th>
        <th>{t('common.what')}</th>
      </tr>
    </thead>
    <tbody>
      {history.map((change) => (
        <tr key={`${change.at} ${change.action} ${change.reason}`}>
          <td>{dateTime(change.at)}</td>
          <td>{change.actor}</td>
          <td>
            {actionText(change.action)}
            <span className={classes.saw}>
              {[changeText(change, currency), change.reason].filter(Boolean).join(' · ')}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
