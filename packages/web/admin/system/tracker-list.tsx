// Each tracker: whether it lives, what it has not yet sent, and whether it knows the newest changes.
import { Facts } from '../../kit/log-page/details.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { count, relativeDate, shortDate } from '../../ui/format.ts';
import { IconServer } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';
import classes from './system.module.css';
import { ageText, type Tracker, trackerState } from './words.ts';

export function TrackerList({ trackers, newest }: { trackers: readonly Tracker[]; newest: number }) {
  return (
    <section className={classes.panel} aria-label={t('system.trackers')}>
      <h2>{t('system.trackers')}</h2>
      <p>{t('system.theyAnswerClicksByThemselves')}</p>
      {trackers.length === 0 ? (
        <EmptyState
          icon={<IconServer size={22} aria-hidden />}
          title={t('system.noTrackerYet')}
          text={t('system.aTrackerAppearsHereAs')}
        />
      ) : (
        <ul className={classes.trackers}>
          {trackers.map((tracker) => (
            <TrackerCard key={tracker.id} tracker={tracker} newest={newest} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TrackerCard({ tracker, newest }: { tracker: Tracker; newest: number }) {
  const { text, tone } = trackerState(tracker);
  const behind = newest - tracker.snapshot_version;
  return (
    <li className={classes.tracker}>
      <div className={classes.trackerHead}>
        <span>{t('system.tracker', { number: tracker.id })}</span>
        <StatusBadge status={text} tone={tone} />
      </div>
      {tracker.alarms.map((alarm) => (
        <p key={alarm} className={classes.alarm}>
          {alarm}
        </p>
      ))}
      <Facts
        facts={[
          [t('system.oldestOfThem'), ageText(tracker.oldest_unsent_seconds, t('system.nothingWaits'))],
          [
            t('common.version'),
            `${count(tracker.snapshot_version)} ${behind > 0 ? t('system.behind', { behind: count(behind) }) : t('system.newest')}`,
          ],
          [t('system.lastWord'), relativeDate(tracker.reported_at)],
          [t('system.answeredWithoutARecord'), count(tracker.unlogged)],
          [
            t('system.tableOfCountries'),
            tracker.countries_at !== null && t('system.of', { countriesAt: shortDate(tracker.countries_at) }),
          ],
        ]}
      />
    </li>
  );
}
