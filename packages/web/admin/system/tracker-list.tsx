// Each tracker: whether it lives, what it has not yet sent, and whether it knows the newest changes.
import { Facts } from '../../kit/log-page/details.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { byteSize, count, relativeDate, shortDate } from '../../ui/format.ts';
import { IconServer } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './system.module.css';
import { ageText, type Tracker, trackerState } from './words.ts';

export function TrackerList({ trackers, newest }: { trackers: readonly Tracker[]; newest: number }) {
  return (
    <section className={classes.panel} aria-label="Trackers">
      <h2>Trackers</h2>
      <p>
        They answer clicks by themselves and send their records on. While the database is away the records wait here.
      </p>
      {trackers.length === 0 ? (
        <EmptyState
          icon={<IconServer size={22} aria-hidden />}
          title="No tracker yet"
          text="A tracker appears here as soon as it has reported for the first time."
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
        <span>{tracker.label}</span>
        <StatusBadge status={text} tone={tone} />
      </div>
      {tracker.alarms.map((alarm) => (
        <p key={alarm} className={classes.alarm}>
          {alarm}
        </p>
      ))}
      <Facts
        facts={[
          ['Waiting to be sent', byteSize(tracker.unsent_bytes)],
          ['Oldest of them', ageText(tracker.oldest_unsent_seconds, 'Nothing waits')],
          ['Version', `${count(tracker.snapshot_version)} ${behind > 0 ? `(${count(behind)} behind)` : '(newest)'}`],
          ['Last word', relativeDate(tracker.reported_at)],
          ['Set aside', byteSize(tracker.quarantined_bytes)],
          ['Answered without a record', count(tracker.unlogged)],
          ['Table of countries', tracker.countries_at !== null && `of ${shortDate(tracker.countries_at)}`],
        ]}
      />
    </li>
  );
}
