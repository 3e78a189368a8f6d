// What became of clicks and impressions since the trackers started, by verdict.
import { EmptyState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';
import { IconActivity } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import classes from './system.module.css';
import { type Tracker, verdictCounts } from './words.ts';

const kinds = { billable: t('common.counted'), unbilled: t('system.notBilled'), refused: t('common.refused') } as const;

export function VerdictList({ trackers }: { trackers: readonly Tracker[] }) {
  const counts = verdictCounts(trackers);
  const most = counts[0]?.counted ?? 1;
  return (
    <section className={classes.panel} aria-label={t('system.verdicts')}>
      <h2>{t('system.whatBecameOfYourTraffic')}</h2>
      <p>{t('system.clicksAndImpressionsOfThis')}</p>
      {counts.length === 0 ? (
        <EmptyState
          icon={<IconActivity size={22} aria-hidden />}
          title={t('system.noTrafficSinceTheTrackers')}
          text={t('system.everyClickAndImpressionIs')}
        />
      ) : (
        <ul className={classes.verdicts}>
          {counts.map(({ name, label, counted, kind }) => (
            <li key={name} className={classes.verdict}>
              <span>{label}</span>
              <span className={classes.kind}>{kinds[kind]}</span>
              <span className={classes.bar} data-kind={kind} aria-hidden>
                <span style={{ width: `${(counted / most) * 100}%` }} />
              </span>
              <span className={classes.counted}>{count(counted)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
