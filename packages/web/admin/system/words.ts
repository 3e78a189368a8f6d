// The pipeline's state in plain words: one sentence on top, then each part.
import type { ResultOf } from '@tributary/contract/route';
import type { systemRoutes } from '@tributary/contract/system';
import { isVerdict, verdicts } from '@tributary/contract/tracker/verdicts';
import { count, duration, words } from '../../ui/format.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import { t } from '../../words/admin.ts';

export type System = ResultOf<typeof systemRoutes.system>;
export type Tracker = System['trackers'][number];

/** a click is counted within two seconds of its redirect; beyond this something is in the way */
const SLOW_SECONDS = 30;
const STUCK_SECONDS = 300;

export interface State {
  text: string;
  tone: Tone;
}

export const trackerState = ({ alive, failing, oldest_unsent_seconds, alarms }: Tracker): State => {
  if (failing) return { text: t('system.cannotWrite'), tone: 'bad' };
  if (!alive) return { text: t('system.silent'), tone: 'bad' };
  if (alarms.length > 0) return { text: t('system.needsALook'), tone: 'warn' };
  return isOver(oldest_unsent_seconds, SLOW_SECONDS)
    ? { text: t('system.behind2'), tone: 'warn' }
    : { text: t('system.live'), tone: 'good' };
};

const isOver = (seconds: number | null, limit: number): boolean => seconds !== null && seconds > limit;

/** the worst thing first; one sentence that says what to do about it */
export function overall(system: System): State & { advice: string } {
  const { trackers, live_on, intake, jobs } = system;
  const silent = trackers.filter(({ alive }) => !alive).length;
  if (trackers.some(({ failing }) => failing)) {
    return {
      text: t('system.aTrackerCannotWriteIts'),
      tone: 'bad',
      advice: t('system.itsDiskIsFullOr'),
    };
  }
  if (trackers.length === 0) {
    return { text: t('system.noTrackerHasReported'), tone: 'bad', advice: t('system.clicksAreNotBeingAnswered') };
  }
  if (silent > 0) {
    const text = t('system.ofTrackersAreSilent', { count: silent, length: count(trackers.length) });
    return {
      text,
      tone: 'bad',
      advice: t('system.startItAgainOrRemove'),
    };
  }
  if (isOver(intake.lag_seconds, STUCK_SECONDS)) {
    return {
      text: t('system.recordsWaitToBeCounted'),
      tone: 'bad',
      advice: t('system.redirectsGoOnCheckThat'),
    };
  }
  const [alarm] = trackers.flatMap(({ alarms }) => alarms);
  if (alarm) return { text: t('system.aTrackerNeedsALook'), tone: 'warn', advice: alarm };
  if (jobs.dead > 0) {
    const text = t('system.jobsHaveFailedForGood', { count: jobs.dead });
    return { text, tone: 'warn', advice: t('system.theServersLogSaysWhy') };
  }
  if (isOver(intake.lag_seconds, SLOW_SECONDS) || live_on < trackers.length) {
    return {
      text: t('system.catchingUp'),
      tone: 'warn',
      advice: t('system.changesOrRecordsAreOn'),
    };
  }
  return { text: t('system.everythingIsRunning'), tone: 'good', advice: t('system.clicksAreAnsweredCountedAnd') };
}

export const ageText = (seconds: number | null, nothing: string): string =>
  seconds === null ? nothing : seconds < 1 ? t('system.underASecond') : duration(seconds);

export interface Counted {
  name: string;
  label: string;
  counted: number;
  kind: 'billable' | 'unbilled' | 'refused';
}

/** over all trackers, most frequent first */
export function verdictCounts(trackers: readonly Tracker[]): Counted[] {
  const sums = new Map<string, number>();
  for (const tracker of trackers) {
    for (const [name, counted] of Object.entries(tracker.verdicts)) sums.set(name, (sums.get(name) ?? 0) + counted);
  }
  return [...sums]
    .map(([name, counted]) => ({ name, counted, ...labelOf(name) }))
    .filter(({ counted }) => counted > 0)
    .sort((a, b) => b.counted - a.counted);
}

/** a tracker of a later version may know verdicts that this page does not */
function labelOf(name: string): Pick<Counted, 'label' | 'kind'> {
  if (!isVerdict(name)) return { label: words(name), kind: 'refused' };
  const { label, billable, invalid } = verdicts[name];
  return { label, kind: billable ? 'billable' : invalid ? 'refused' : 'unbilled' };
}
