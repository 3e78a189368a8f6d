import { describe, expect, it } from 'vitest';
import { overall, type System, type Tracker, trackerState, verdictCounts } from './words.ts';

const tracker = (part: Partial<Tracker> = {}): Tracker => ({
  id: 't1',
  alive: true,
  snapshot_version: 7,
  reported_at: 1,
  oldest_unsent_seconds: null,
  failing: false,
  verdicts: {},
  unlogged: 0,
  countries_at: 1,
  alarms: [],
  ...part,
});
const system = (part: Partial<System> = {}, trackers = [tracker(), tracker({ id: 't2' })]): System => ({
  warnings: [],
  snapshot_version: 7,
  live_on: trackers.length,
  trackers,
  intake: { lag_seconds: 0.4 },
  jobs: { ready: 0, running: 0, dead: 0, waiting_events: 0, oldest_seconds: 0 },
  postbacks: { waiting: 0, failing: 0 },
  ...part,
});

describe('the one sentence about the pipeline', () => {
  it('says so when all is well', () => {
    expect(overall(system())).toMatchObject({ tone: 'good', text: 'Everything is running' });
  });

  it('repeats a tracker’s alarm', () => {
    const alarmed = tracker({ alarms: ['Its clock is 90 s behind the server’s.'] });
    expect(overall(system({}, [alarmed, tracker()]))).toMatchObject({ tone: 'warn', text: 'A tracker needs a look' });
    expect(trackerState(alarmed)).toEqual({ text: 'Needs a look', tone: 'warn' });
  });

  it('names the worst thing first', () => {
    const jobs = { ready: 0, running: 0, dead: 3, waiting_events: 0, oldest_seconds: 0 };
    expect(overall(system({ jobs })).text).toBe('3 jobs have failed for good');
    expect(overall(system({ jobs }, [tracker(), tracker({ alive: false })])).text).toBe('1 of 2 trackers is silent');
    expect(overall(system({ jobs }, [tracker({ failing: true })])).tone).toBe('bad');
    expect(overall(system({}, [])).text).toBe('No tracker has reported');
  });

  it('does not cry wolf while a change is on its way', () => {
    expect(overall(system({ live_on: 1 }))).toMatchObject({ tone: 'warn', text: 'Catching up' });
  });
});

it('a tracker that cannot send is behind, not live', () => {
  expect(trackerState(tracker({ oldest_unsent_seconds: 90 }))).toEqual({ text: 'Behind', tone: 'warn' });
  expect(trackerState(tracker({ oldest_unsent_seconds: 1 }))).toEqual({ text: 'Live', tone: 'good' });
});

it('verdicts of all trackers are added up, with their labels, most frequent first', () => {
  const counts = verdictCounts([
    tracker({ verdicts: { accepted: 5, bot: 9 } }),
    tracker({ verdicts: { accepted: 6, cap_reached: 0 } }),
  ]);
  expect(counts).toEqual([
    { name: 'accepted', label: 'Accepted', counted: 11, kind: 'billable' },
    { name: 'bot', label: 'Bot', counted: 9, kind: 'unbilled' },
  ]);
});
