// The pipeline's state in plain words: one sentence on top, then each part.
import type { ResultOf } from '@tributary/contract/route';
import type { systemRoutes } from '@tributary/contract/system';
import { isVerdict, verdicts } from '@tributary/contract/verdicts';
import { count, duration, words } from '../../ui/format.ts';
import type { Tone } from '../../ui/status-badge.tsx';

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
  if (failing) return { text: 'Cannot write', tone: 'bad' };
  if (!alive) return { text: 'Silent', tone: 'bad' };
  if (alarms.length > 0) return { text: 'Needs a look', tone: 'warn' };
  return isOver(oldest_unsent_seconds, SLOW_SECONDS)
    ? { text: 'Behind', tone: 'warn' }
    : { text: 'Live', tone: 'good' };
};

const isOver = (seconds: number | null, limit: number): boolean => seconds !== null && seconds > limit;

/** the worst thing first; one sentence that says what to do about it */
export function overall(system: System): State & { advice: string } {
  const { trackers, live_on, intake, jobs } = system;
  const silent = trackers.filter(({ alive }) => !alive).length;
  if (trackers.some(({ failing }) => failing)) {
    return {
      text: 'A tracker cannot write its records',
      tone: 'bad',
      advice: 'Its disk is full or failing. Free space or replace it now.',
    };
  }
  if (trackers.length === 0) {
    return { text: 'No tracker has reported', tone: 'bad', advice: 'Clicks are not being answered. Start a tracker.' };
  }
  if (silent > 0) {
    const text = `${count(silent)} of ${count(trackers.length)} trackers ${silent === 1 ? 'is' : 'are'} silent`;
    return {
      text,
      tone: 'bad',
      advice: 'Start it again, or remove it from your DNS. What it wrote is kept on its disk.',
    };
  }
  if (isOver(intake.lag_seconds, STUCK_SECONDS)) {
    return {
      text: 'Records wait to be counted',
      tone: 'bad',
      advice: 'Redirects go on. Check that the database answers.',
    };
  }
  const [alarm] = trackers.flatMap(({ alarms }) => alarms);
  if (alarm) return { text: 'A tracker needs a look', tone: 'warn', advice: alarm };
  if (jobs.dead > 0) {
    const text = `${count(jobs.dead)} ${jobs.dead === 1 ? 'job has' : 'jobs have'} failed for good`;
    return { text, tone: 'warn', advice: 'The server’s log says why. The work they stood for has not been done.' };
  }
  if (intake.quarantined_frames > 0 || trackers.some(({ quarantined_bytes }) => quarantined_bytes > 0)) {
    return {
      text: 'Some records could not be read',
      tone: 'warn',
      advice: 'They are set aside, not lost, and not counted.',
    };
  }
  if (isOver(intake.lag_seconds, SLOW_SECONDS) || live_on < trackers.length) {
    return {
      text: 'Catching up',
      tone: 'warn',
      advice: 'Changes or records are on their way; this usually passes within a minute.',
    };
  }
  return { text: 'Everything is running', tone: 'good', advice: 'Clicks are answered, counted and reported.' };
}

export const ageText = (seconds: number | null, nothing: string): string =>
  seconds === null ? nothing : seconds < 1 ? 'Under a second' : duration(seconds);

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
