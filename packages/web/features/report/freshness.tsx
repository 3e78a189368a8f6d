// How fresh the figures are, and whether they move by themselves. Said under every report and dashboard.
import { dateTime, relativeDate } from '../../ui/format.ts';
import { t } from '../../words/kit.ts';
import { Rich } from '../../words/rich.tsx';
import classes from './report.module.css';

interface FreshnessProps {
  /** null where nothing was counted; absent while that is not known */
  at: number | null | undefined;
  tz: string | undefined;
  /** absent where the figures do not move by themselves */
  live?: boolean;
}

export function Freshness({ at, tz, live }: FreshnessProps) {
  return (
    <span className={classes.fresh}>
      {live !== undefined && (
        <span className={classes.live} data-on={live || undefined}>
          {live ? t('report.live') : t('report.connecting')}
        </span>
      )}
      {at ? (
        <span>
          <Rich
            text={t('report.countedUpTo')}
            elements={{ time: <time title={dateTime(at, tz)}>{relativeDate(at, undefined, tz)}</time> }}
          />
        </span>
      ) : (
        at === null && <span>{t('report.nothingCountedYet')}</span>
      )}
      {tz && <span>{t('report.timesIn', { tz })}</span>}
    </span>
  );
}
