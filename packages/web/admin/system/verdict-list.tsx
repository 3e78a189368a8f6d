// What became of clicks and impressions since the trackers started, by verdict.
import { EmptyState } from '../../ui/empty-state.tsx';
import { count } from '../../ui/format.ts';
import { IconActivity } from '../../ui/icons.ts';
import classes from './system.module.css';
import { type Tracker, verdictCounts } from './words.ts';

const kinds = { billable: 'Counted', unbilled: 'Not billed', refused: 'Refused' } as const;

export function VerdictList({ trackers }: { trackers: readonly Tracker[] }) {
  const counts = verdictCounts(trackers);
  const most = counts[0]?.counted ?? 1;
  return (
    <section className={classes.panel} aria-label="Verdicts">
      <h2>What became of your traffic</h2>
      <p>Clicks and impressions of this workspace since each tracker started.</p>
      {counts.length === 0 ? (
        <EmptyState
          icon={<IconActivity size={22} aria-hidden />}
          title="No traffic since the trackers started"
          text="Every click and impression is counted here with what was decided about it."
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
