// What is left of a free trial: the tenant's real days, in the specification's form ("7 Days Left", "14/7").
import { dateTime } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import classes from './tools.module.css';
import { useWorkspace } from './use-workspace.ts';

export function TrialBadge() {
  const trial = useWorkspace()?.trial;
  if (!trial) return null;
  const { days_left, days_total, ends_at } = trial;
  return (
    <span className={classes.trial} title={t('shell.freeTrialEnds', { endsAt: dateTime(ends_at) })}>
      <span className={classes.days}>{t('shell.daysLeft', { count: days_left })}</span>
      <span className={classes.share}>
        {days_total}/{days_left}
      </span>
    </span>
  );
}
